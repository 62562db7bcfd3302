/* Mojo. The clauses J1..J16 are those of the rule page; each stands where it is kept. */
#include "mojo.h"

#include "../decks.h"
#include "../rng.h"

_Static_assert(sizeof(mojo_state) <= sizeof(uint64_t) * MK_STATE_WORDS, "the state must fit");
_Static_assert(CODES <= 64, "the codes must fit in one span");

#include "mojo_tables.h"

/* Cards. */

static mk_bag bag_of(const uint8_t *card, uint32_t n) {
    mk_bag bag = 0;
    for (uint32_t i = 0; i < n; i++) {
        bag += BAG_ONE(card[i]);
    }
    return bag;
}

/* What C12 needs: kept from the first reshuffle of a round on. */
static inline void note(mojo_state *s, int seat, int what, bool kept) {
    s->note[s->note_size] = (uint8_t)(seat << NOTE_SHIFT | what);
    s->note_size = (uint8_t)(s->note_size + (kept && s->reshuffles > 0));
}

static inline void enter_hand(mojo_state *s, int seat, int value) {
    s->hand[seat] += BAG_ONE(value);
    s->held[seat] |= 1U << PILES * value;
    s->hand_size[seat]++;
}

/* J13: of equal ones a known card leaves first. */
static inline void leave_hand(mojo_state *s, int seat, int value) {
    bool known = bag_count(s->known[seat], value) > 0;
    s->hand[seat] -= BAG_ONE(value);
    s->held[seat] &= ~((uint32_t)(bag_count(s->hand[seat], value) == 0) << PILES * value);
    s->hand_size[seat]--;
    s->known[seat] -= (mk_bag)known << BAG_BITS * value;
    note(s, seat, value, !known);
}

static inline void put_on_discard(mojo_state *s, int pile, int value) { s->discard[pile][s->discard_size[pile]++] = (uint8_t)value; }

/* The round. */

static void shuffle_pile(const mk_config *c, mojo_state *s) {
    s->pile_next = 0;
    s->pile_end = DECK;
    if (s->head.round < c->rounds) { /* C3 */
        memcpy(s->pile, c->decks + (size_t)s->head.round * DECK, DECK);
        return;
    }
    mk_shuffle_round(c, s->head.round, s->pile, (const uint8_t *)mojo_faces, DECK);
}

/* C4, J2. */
static void deal(const mk_config *c, mojo_state *s, int seat) {
    for (int first = 0; first < c->players; first++, seat = mk_left_of(c, seat)) {
        mk_bag hand = 0;
        uint32_t held = 0;
        for (int k = 0; k < DEALT; k++) {
            int value = s->pile[first + k * c->players];
            hand += BAG_ONE(value);
            held |= 1U << PILES * value;
        }
        s->hand[seat] = hand;
        s->held[seat] = held;
        s->hand_size[seat] = DEALT;
    }
    s->pile_next = (uint8_t)(DEALT * c->players);
}

/* J2, J14: the next cards open the discards. */
static void open_discards(const mk_config *c, mojo_state *s) {
    for (int i = 0; i < c->option[OPTION_DISCARDS]; i++) {
        s->discard_size[i] = 0;
        put_on_discard(s, i, s->pile[s->pile_next++]);
    }
}

static void tell_deal(const mk_config *c, const mojo_state *s, mk_log *log) {
    int32_t fields[3 + PILES] = {s->head.starter, (int32_t)s->head.round, c->option[OPTION_DISCARDS]};
    for (int i = 0; i < c->option[OPTION_DISCARDS]; i++) {
        fields[3 + i] = top_of(s, i);
    }
    mk_append(log, EVENT_DEALT, MK_EVERYONE, fields, 3 + (size_t)c->option[OPTION_DISCARDS]);
}

static void begin_round(const mk_config *c, mojo_state *s, int starter, mk_log *log) {
    memset(s->turned_up, 0, sizeof s->turned_up);
    memset(s->known, 0, sizeof s->known);
    memset(s->drawn, 0, sizeof s->drawn);
    s->reshuffled = 0;
    s->reshuffles = 0;
    s->note_size = 0;
    s->down = 0;
    s->used = NO_PILE;
    shuffle_pile(c, s);
    deal(c, s, starter);
    open_discards(c, s);
    s->head.phase = PHASE_TURN;
    s->head.turn = (int8_t)starter;
    s->head.starter = (uint8_t)starter;
    if (log) {
        tell_deal(c, s, log);
    }
}

/* J10: compared before the malus. */
static bool is_beaten(const mk_config *c, const int32_t *score, int holder) {
    bool beaten = false;
    for (int p = 0; p < c->players; p++) {
        beaten |= score[p] < score[holder];
    }
    return beaten;
}

/* J10. */
static void mojo_end_scores(const mk_config *c, int32_t *score, int holder, bool declared) {
    (void)declared;
    if (is_beaten(c, score, holder)) {
        score[holder] += MALUS;
    } else if (c->option[OPTION_HOLDER_LOWEST_SCORES_ZERO]) {
        score[holder] = 0;
    }
}

/* J10. */
static void score_cards(const mk_config *c, mojo_state *s, int holder, int32_t *score) {
    for (int p = 0; p < c->players; p++) {
        score[p] = points_of_seat(s, p);
    }
    s->side = is_beaten(c, score, holder) ? MALUS : 0;
    mojo_end_scores(c, score, holder, true);
}

static void put_values(mk_writer *w, mk_bag bag) {
    for (int value = 0; value < VALUES; value++) {
        for (uint32_t i = 0; i < bag_count(bag, value); i++) {
            mk_put(w, value);
        }
    }
}

static void put_bag(mk_writer *w, mk_bag bag) {
    mk_put(w, bag_size(bag));
    put_values(w, bag);
}

/* C8: what the scoring makes public. */
static void tell_round(const mk_config *c, const mojo_state *s, const int32_t *score, int holder, int ended, mk_log *log) {
    int32_t words[MK_VIEW_WORDS];
    mk_writer w = {words, 0, MK_HOST};
    mk_put(&w, (int64_t)s->head.round);
    mk_put(&w, s->head.starter);
    mk_put_each(&w, c, score);
    mk_put_totals(&w, c, &s->head);
    mk_put(&w, c->players);
    for (int p = 0; p < c->players; p++) {
        put_bag(&w, s->hand[p] + s->turned_up[p]);
    }
    mk_put(&w, holder);
    mk_put(&w, ended);
    mk_put(&w, s->side);
    mk_append(log, EVENT_ROUND_SCORED, MK_EVERYONE, words, w.used);
}

/* J11. */
static bool target_reached(const mk_config *c, const mojo_state *s) {
    int32_t most = c->option[OPTION_TARGET] - c->option[OPTION_TARGET_REACHED];
    for (int p = 0; p < c->players; p++) {
        if (s->head.total[p] > most) {
            return true;
        }
    }
    return false;
}

static void end_game(const mk_config *c, mojo_state *s, mk_log *log) {
    s->head.over = true;
    s->head.winners = mk_lowest_totals(c, s->head.total);
    s->head.phase = PHASE_OVER;
    s->head.turn = -1;
    if (log) {
        mk_tell_outcome(c, &s->head, EVENT_GAME_ENDED, log);
    }
}

/* J8, C8: scored and recorded; J3: the holder begins the next round. */
static void end_round(const mk_config *c, mojo_state *s, int holder, int ended, mk_log *log) {
    int32_t score[MK_MAX_PLAYERS];
    s->used = NO_PILE;
    score_cards(c, s, holder, score);
    for (int p = 0; p < c->players; p++) {
        s->head.total[p] += score[p];
    }
    if (log) {
        tell_round(c, s, score, holder, ended, log);
    }
    if (target_reached(c, s)) {
        end_game(c, s, log);
        return;
    }
    mk_end_round(&s->head, holder);
}

/* Turns. */

static inline int right_of(const mk_config *c, int seat) { return seat == 0 ? c->players - 1 : seat - 1; }

/* J3, J7. */
static inline void pass_turn(const mk_config *c, mojo_state *s) {
    int seat = s->side == 0 ? mk_left_of(c, s->head.turn) : right_of(c, s->head.turn);
    s->head.turn = (int8_t)seat;
    s->head.phase = is_down(s, seat) ? PHASE_MOJO : PHASE_TURN;
}

/* J6, J8. */
static inline void end_turn(const mk_config *c, mojo_state *s, int seat, mk_log *log) {
    s->used = NO_PILE;
    if (s->hand_size[seat] > mojo_at(c)) {
        pass_turn(c, s);
        return;
    }
    if (s->hand_size[seat] == 0) {
        end_round(c, s, seat, ENDED_NO_CARD, log);
        return;
    }
    s->down |= (uint8_t)MK_SEAT_BIT(seat);
    MK_TELL(log, EVENT_LAID_DOWN, MK_EVERYONE, seat, s->hand_size[seat]);
    pass_turn(c, s);
}

/* J12: all but the tops. A card was just played on one that lay there: there is always one to shuffle. */
static void reshuffle(const mk_config *c, mojo_state *s, mk_log *log) {
    uint32_t n = 0;
    for (int i = 0; i < c->option[OPTION_DISCARDS]; i++) {
        uint32_t under = s->discard_size[i] - 1U;
        memcpy(s->pile + n, s->discard[i], under);
        s->discard[i][0] = s->discard[i][under];
        s->discard_size[i] = 1;
        n += under;
    }
    s->pile_next = 0;
    s->pile_end = (uint8_t)n;
    s->reshuffled = bag_of(s->pile, n);
    s->note_size = 0;
    memset(s->drawn, 0, sizeof s->drawn);
    mk_stream stream;
    mk_stream_open(&stream, c->key, c->index, MK_PURPOSE_RESHUFFLE, s->head.round, s->reshuffles++);
    mk_shuffle(&stream, s->pile, n);
    MK_TELL(log, EVENT_RESHUFFLED, MK_EVERYONE, (int32_t)n);
}

/* J4. */
static inline void draw_card(const mk_config *c, mojo_state *s, int seat, mk_log *log) {
    if (pile_size(s) == 0) {
        reshuffle(c, s, log);
    }
    int value = s->pile[s->pile_next++];
    enter_hand(s, seat, value);
    s->drawn[seat] += BAG_ONE(value);
    note(s, seat, NOTE_DREW, true);
    MK_TELL(log, EVENT_DREW, MK_SEAT_BIT(seat), seat, value);
}

/* J4, J5, J14. */
static inline void apply_play(const mk_config *c, mojo_state *s, int seat, int value, int pile, mk_log *log) {
    int top = top_of(s, pile);
    leave_hand(s, seat, value);
    put_on_discard(s, pile, value);
    MK_TELL(log, EVENT_PLAYED, MK_EVERYONE, seat, value, pile);
    if (value == top && s->hand_size[seat] > 0) {
        s->used = (uint8_t)pile;
        s->head.phase = PHASE_CHAIN;
        return;
    }
    if (value > top) {
        if (c->option[OPTION_DISCARDS] == PILES) { /* J15 */
            s->used = (uint8_t)pile;
            s->head.phase = PHASE_OWED;
            return;
        }
        draw_card(c, s, seat, log);
    }
    end_turn(c, s, seat, log);
}

/* J16. */
static void refill(mojo_state *s, int pile, mk_log *log) {
    int value = s->discard[s->used][--s->discard_size[s->used]];
    put_on_discard(s, pile, value);
    MK_TELL(log, EVENT_REFILLED, MK_EVERYONE, pile, value);
}

/* J13, J15. */
static void apply_take(const mk_config *c, mojo_state *s, int seat, int pile, mk_log *log) {
    int value = s->discard[pile][--s->discard_size[pile]];
    enter_hand(s, seat, value);
    s->known[seat] += BAG_ONE(value);
    MK_TELL(log, EVENT_TOOK, MK_EVERYONE, seat, value, pile);
    if (s->discard_size[pile] == 0) {
        refill(s, pile, log);
    }
    end_turn(c, s, seat, log);
}

/* J7, J8. */
static inline void apply_turn_up(const mk_config *c, mojo_state *s, int seat, int value, mk_log *log) {
    leave_hand(s, seat, value);
    s->turned_up[seat] += BAG_ONE(value);
    MK_TELL(log, EVENT_TURNED_UP, MK_EVERYONE, seat, value);
    if (s->hand_size[seat] == 0) {
        end_round(c, s, seat, ENDED_TURNED_UP, log);
        return;
    }
    pass_turn(c, s);
}

static inline void mojo_apply(const mk_config *c, void *state, int who, int code, mk_log *log) {
    mojo_state *s = state;
    if (code < DRAW) {
        apply_play(c, s, who, (code - PLAY) / PILES, (code - PLAY) % PILES, log);
    } else if (code >= TURN_UP) {
        apply_turn_up(c, s, who, code - TURN_UP, log);
    } else if (code == DRAW) {
        draw_card(c, s, who, log);
        end_turn(c, s, who, log);
    } else {
        apply_take(c, s, who, code - TAKE, log);
    }
}

/* Who may do what. */

static uint32_t mojo_due(const mk_config *c, const void *state, int8_t *seats) {
    (void)c;
    seats[0] = ((const mojo_state *)state)->head.turn;
    return 1;
}

static inline int mojo_first_due(const mk_config *c, const mojo_state *s) {
    (void)c;
    return s->head.turn;
}

static bool mojo_is_due(const mk_config *c, const void *state, int who) {
    (void)c;
    return who == ((const mojo_state *)state)->head.turn;
}

static inline void mojo_legal(const mk_config *c, const void *state, int who, mk_spans *out) {
    const mojo_state *s = state;
    switch (s->head.phase) {
    case PHASE_TURN: /* J4, J14: any card, on any discard */
        mk_span_add(out, PLAY, s->held[who] | (uint64_t)s->held[who] << (c->option[OPTION_DISCARDS] - 1));
        break;
    case PHASE_CHAIN: /* J14: on the same one */
        mk_span_add(out, PLAY, (uint64_t)s->held[who] << s->used);
        break;
    case PHASE_OWED: /* J15: the draw pile or the other discard */
        mk_span_add(out, DRAW, 1ULL | 1ULL << (TAKE - DRAW + 1 - s->used));
        break;
    default: /* PHASE_MOJO, J7 */
        mk_span_add(out, TURN_UP, bag_values(s->hand[who]));
    }
}

/* Why a code that is not among the legal ones is not. */
static int mojo_reason(const mk_config *c, const void *state, int who, int code) {
    const mojo_state *s = state;
    bool play = code >= PLAY && code < DRAW;
    bool plays = s->head.phase == PHASE_TURN || s->head.phase == PHASE_CHAIN;
    if (play && plays) {
        int pile = (code - PLAY) % PILES;
        if (pile >= c->option[OPTION_DISCARDS]) {
            return WHY_ONE_DISCARD;
        }
        return bag_count(s->hand[who], (code - PLAY) / PILES) == 0 ? WHY_NO_SUCH_CARD : WHY_OTHER_DISCARD_IN_USE;
    }
    if (s->head.phase == PHASE_OWED && code >= TAKE && code < TURN_UP) {
        return WHY_SAME_DISCARD;
    }
    return s->head.phase == PHASE_MOJO && code >= TURN_UP && code < CODES ? WHY_NO_SUCH_CARD : WHY_PHASE;
}

#include "mojo_view.h"

/* The Mojo card of a cleared state shows 0: J3. */
static void mojo_deal(const mk_config *c, void *state, mk_log *log) {
    mojo_state *s = state;
    begin_round(c, s, s->head.starter, log);
}

static size_t mojo_player_cards(const mk_config *c) {
    (void)c;
    return DEALT;
}

/* J9; empty places count nothing. */
static int mojo_score_hand(const mk_config *c, const mk_hand *hand, size_t *wrong) {
    (void)c;
    uint32_t values = 0;
    for (size_t i = 0; i < hand->n; i++) {
        int8_t card = mk_card(hand, i);
        if (card == MK_EMPTY) {
            continue;
        }
        if (card < 0 || card >= VALUES) {
            *wrong = i;
            return MK_NONE;
        }
        values |= 1U << card;
    }
    return points_of(values);
}

/* Two colours lie in the first part: the 0 and 1, of which the 0 counts nothing, and 2 to 4. */
static const mk_scoring mojo_scoring = {
    .kind = MK_SCORE_HIGHEST, .lowest = 0, .highest = VALUES - 1, .cards = DEALT, .any_number = true, .part = {1, 5, 8, 11, VALUES}};

#include "mojo_world.h"

#include "../policies/mojo.h"

#define STATE mojo_state
#define RULES mk_mojo
#define NAME(function) mojo_##function
extern const mk_rules RULES;
#include "../simulate.h"

#include "../playout.h"

#include "mojo_encode.h"

#include "../vector.h"

const mk_rules mk_mojo = {
    .about = about,
    .options = options,
    .actions = actions,
    .events = events,
    .view = view,
    .referee = referee,
    .structs = structs,
    .choices = choices,
    .policies = policies,
    .fewest_players = 2,
    .most_players = 8,
    .card_words = DECK,
    .faces = mojo_faces,
    .items = (const uint8_t *)mojo_faces,
    .player_cards = mojo_player_cards,
    .deal = mojo_deal,
    .due = mojo_due,
    .is_due = mojo_is_due,
    .legal = mojo_legal,
    .reason = mojo_reason,
    .apply = mojo_apply,
    .observe = mojo_observe,
    .memory = mojo_memory,
    .digest = mojo_digest,
    .sample_world = mojo_sample_world,
    .choose = mojo_choose,
    .end_scores = mojo_end_scores,
    .score_hand = mojo_score_hand,
    .scoring = &mojo_scoring,
    .simulate = mojo_simulate,
    .play_on = mojo_play_on,
    .layout = layout,
    .encode = mojo_encode,
    .lane_bytes = sizeof(mojo_lane),
    .vector_reset = mojo_vector_reset,
    .vector_step = mojo_vector_step,
    .vector_choose = mojo_vector_choose,
};
