/* Fifty Fifty. The clauses F1..F11 are those of the rule page; each stands where it is kept. */
#include "fifty.h"

#include "../decks.h"
#include "../rng.h"

_Static_assert(sizeof(fifty_state) <= sizeof(uint64_t) * MK_STATE_WORDS, "the state must fit");
_Static_assert(CODES <= 64, "the codes must fit in one span");
_Static_assert((int)OPTION_END <= (int)MK_OPTION_WORDS, "the options must fit");

#include "fifty_tables.h"

/* Setup. */

/* F10: both numbers, or 0 beside none. */
static bool mood_ok(const mk_config *c, int mood) {
    int32_t yellow = mood_number(c, mood, LAUGHING);
    int32_t blue = mood_number(c, mood, FURIOUS);
    if (is_cover(c, mood)) {
        return (yellow == 0 && blue == MK_NONE) || (yellow == MK_NONE && blue == 0);
    }
    return true;
}

/* Index of the first word that is wrong, or -1. */
static int32_t wrong_mood_word(const mk_config *c) {
    int32_t scoring = 0;
    if (moods_of(c) < FEWEST_MOODS || moods_of(c) > MOST_MOODS) {
        return OPTION_MOODS;
    }
    for (int mood = 0; mood < moods_of(c); mood++) {
        if (!mood_ok(c, mood)) {
            return OPTION_MOOD + mood * COLOURS;
        }
        scoring += !is_cover(c, mood);
    }
    for (int32_t word = OPTION_MOOD + moods_of(c) * COLOURS; word < OPTION_END; word++) {
        if (c->option[word] != 0) {
            return word;
        }
    }
    return scoring < TRICKS ? OPTION_MOODS : -1;
}

static bool fifty_options_ok(const mk_config *c, mk_fault *fault) {
    int32_t word = wrong_mood_word(c);
    if (word >= 0) {
        *fault = (mk_fault){0, word};
    }
    return word < 0;
}

static size_t fifty_extra_words(const mk_config *c) { return (size_t)moods_of(c); }

/* C3: an order of the mood cards. */
static bool fifty_extra_deck_ok(const mk_config *c, const int8_t *deck) {
    uint32_t seen = 0;
    for (int i = 0; i < moods_of(c); i++) {
        if (deck[i] < 0 || deck[i] >= moods_of(c)) {
            return false;
        }
        seen |= 1U << deck[i];
    }
    return seen == (1U << moods_of(c)) - 1;
}

/* Cards. */

static inline int face_of(uint32_t card) { return (int)card + 1; }

static inline uint64_t cards_of(const uint8_t *card, uint32_t n) {
    uint64_t cards = 0;
    for (uint32_t i = 0; i < n; i++) {
        cards |= 1ULL << card[i];
    }
    return cards;
}

/* The round. */

/* C3: a given deck is the cards, then the moods. */
static void read_decks(const mk_config *c, fifty_state *s) {
    const int8_t *deck = c->decks + (size_t)s->head.round * (DECK + fifty_extra_words(c));
    for (int i = 0; i < DECK; i++) {
        s->pile[i] = (uint8_t)(deck[i] - 1);
    }
    memcpy(s->mood, deck + DECK, fifty_extra_words(c));
}

/* F2. */
static void shuffle_decks(const mk_config *c, fifty_state *s) {
    if (s->head.round < c->rounds) {
        read_decks(c, s);
        return;
    }
    mk_shuffle_round(c, s->head.round, s->pile, mk_numbers, DECK);
    mk_shuffle_moods(c, s->head.round, s->mood, DECK, fifty_extra_words(c));
}

/* C4, F2. */
static void deal(const mk_config *c, fifty_state *s, int seat) {
    for (int first = 0; first < c->players; first++, seat = mk_left_of(c, seat)) {
        uint64_t hand = 0;
        for (int k = 0; k < TRICKS; k++) {
            hand |= 1ULL << s->pile[first + k * c->players];
        }
        s->hand[seat] = hand;
    }
}

/* F4, F10: covers are laid over the next card that scores. At least nine do: one for each trick. */
static void turn_mood(const mk_config *c, fifty_state *s, mk_log *log) {
    bool covered[COLOURS] = {false, false};
    int mood;
    do {
        mood = s->mood[s->mood_next++];
        MK_TELL(log, EVENT_MOOD_TURNED, MK_EVERYONE, mood_number(c, mood, LAUGHING), mood_number(c, mood, FURIOUS), s->trick);
        covered[LAUGHING] |= mood_number(c, mood, FURIOUS) == MK_NONE;
        covered[FURIOUS] |= mood_number(c, mood, LAUGHING) == MK_NONE;
    } while (is_cover(c, mood));
    s->yellow = covered[LAUGHING] ? 0 : mood_number(c, mood, LAUGHING);
    s->blue = covered[FURIOUS] ? 0 : mood_number(c, mood, FURIOUS);
}

/* F4, F6. */
static inline void begin_trick(const mk_config *c, fifty_state *s, int leader, mk_log *log) {
    s->trick_size = 0;
    s->leader = (uint8_t)leader;
    s->highest = 0;
    s->lowest = DECK;
    s->head.turn = (int8_t)leader;
    turn_mood(c, s, log);
}

static void begin_round(const mk_config *c, fifty_state *s, int starter, mk_log *log) {
    s->gone = 0;
    s->trick = 0;
    s->mood_next = 0;
    memset(s->mask, 0, sizeof s->mask);
    shuffle_decks(c, s);
    deal(c, s, starter);
    s->head.phase = PHASE_TRICK;
    s->head.starter = (uint8_t)starter;
    MK_TELL(log, EVENT_DEALT, MK_EVERYONE, starter, (int32_t)s->head.round);
    begin_trick(c, s, starter, log);
}

/* F5: one colour at most. */
static void put_masks(mk_writer *w, const mk_config *c, const fifty_state *s) {
    mk_put(w, c->players);
    for (int p = 0; p < c->players; p++) {
        mk_put(w, s->mask[p] > 0 ? s->mask[p] : 0);
        mk_put(w, s->mask[p] < 0 ? -s->mask[p] : 0);
    }
}

/* C8: what the scoring makes public. */
static void tell_round(const mk_config *c, const fifty_state *s, const int32_t *erased, mk_log *log) {
    int32_t words[MK_VIEW_WORDS];
    mk_writer w = {words, 0, MK_HOST};
    mk_put(&w, (int64_t)s->head.round);
    mk_put(&w, s->head.starter);
    put_masks(&w, c, s);
    mk_put(&w, c->players);
    for (int p = 0; p < c->players; p++) {
        mk_put(&w, masks_left(s->mask[p]));
    }
    mk_put_totals(&w, c, &s->head);
    mk_put_each(&w, c, erased);
    mk_append(log, EVENT_ROUND_SCORED, MK_EVERYONE, words, w.used);
}

/* F8: the round whose count is erased, or none. */
static int32_t erase_worst(fifty_state *s, int seat, mk_log *log) {
    uint32_t round = round_to_erase(s, seat);
    int32_t count = s->count[seat][round];
    if (s->mask[seat] != 0 || count == 0) {
        return MK_NONE;
    }
    s->head.total[seat] -= count;
    s->count[seat][round] = 0;
    MK_TELL(log, EVENT_ERASED, MK_EVERYONE, seat, (int32_t)round, count);
    return (int32_t)round;
}

static void end_game(const mk_config *c, fifty_state *s, mk_log *log) {
    s->head.over = true;
    s->head.winners = mk_lowest_totals(c, s->head.total);
    s->head.phase = PHASE_OVER;
    s->head.turn = -1;
    if (log) {
        mk_tell_outcome(c, &s->head, EVENT_GAME_ENDED, log);
    }
}

/* F7, F8, C8: scored and recorded; F3: the leader moves on. F9: as many rounds as players. */
static void end_round(const mk_config *c, fifty_state *s, mk_log *log) {
    int32_t erased[MOST_PLAYERS];
    for (int p = 0; p < c->players; p++) {
        int32_t count = masks_left(s->mask[p]);
        s->count[p][s->head.round] = (uint8_t)count;
        s->head.total[p] += count;
        erased[p] = erase_worst(s, p, log);
    }
    if (log) {
        tell_round(c, s, erased, log);
    }
    if (s->head.round + 1 == c->players) {
        end_game(c, s, log);
        return;
    }
    mk_end_round(&s->head, mk_left_of(c, s->head.starter));
}

/* F5, F6. */
static inline void end_trick(const mk_config *c, fifty_state *s, mk_log *log) {
    int highest = s->highest_seat;
    int lowest = s->lowest_seat;
    s->mask[highest] = (int16_t)(s->mask[highest] - s->blue);
    s->mask[lowest] = (int16_t)(s->mask[lowest] + s->yellow);
    MK_TELL(log, EVENT_TRICK_SCORED, MK_EVERYONE, s->trick, highest, s->blue, lowest, s->yellow);
    if (s->trick + 1 == TRICKS) {
        s->trick_size = 0;
        end_round(c, s, log);
        return;
    }
    s->trick++;
    begin_trick(c, s, highest, log);
}

/* F4. */
static inline void fifty_apply(const mk_config *c, void *state, int who, int code, mk_log *log) {
    fifty_state *s = state;
    uint8_t card = (uint8_t)(code - PLAY);
    bool higher = s->trick_size == 0 || card > s->highest;
    bool lower = s->trick_size == 0 || card < s->lowest;
    s->hand[who] &= ~(1ULL << card);
    s->gone |= 1ULL << card;
    s->played[who][s->trick] = card;
    s->highest = higher ? card : s->highest;
    s->highest_seat = higher ? (uint8_t)who : s->highest_seat;
    s->lowest = lower ? card : s->lowest;
    s->lowest_seat = lower ? (uint8_t)who : s->lowest_seat;
    MK_TELL(log, EVENT_PLAYED, MK_EVERYONE, who, face_of(card));
    if (++s->trick_size == c->players) {
        end_trick(c, s, log);
    } else {
        s->head.turn = (int8_t)mk_left_of(c, who);
    }
}

/* Who may do what. */

static uint32_t fifty_due(const mk_config *c, const void *state, int8_t *seats) {
    (void)c;
    seats[0] = ((const fifty_state *)state)->head.turn;
    return 1;
}

static inline int fifty_first_due(const mk_config *c, const fifty_state *s) {
    (void)c;
    return s->head.turn;
}

static bool fifty_is_due(const mk_config *c, const void *state, int who) {
    (void)c;
    return who == ((const fifty_state *)state)->head.turn;
}

/* F4: any card of the hand. */
static inline void fifty_legal(const mk_config *c, const void *state, int who, mk_spans *out) {
    (void)c;
    mk_span_add(out, PLAY, ((const fifty_state *)state)->hand[who]);
}

static int fifty_reason(const mk_config *c, const void *state, int who, int code) {
    (void)c;
    (void)state;
    (void)who;
    (void)code;
    return WHY_NO_SUCH_CARD;
}

#include "fifty_view.h"

static void fifty_deal(const mk_config *c, void *state, mk_log *log) {
    fifty_state *s = state;
    begin_round(c, s, s->head.starter, log);
}

static size_t fifty_player_cards(const mk_config *c) {
    (void)c;
    return TRICKS;
}

/* F5, F7: half masks taken, laughing and furious. */
static int fifty_score_hand(const mk_config *c, const mk_hand *masks, size_t *wrong) {
    (void)c;
    if (masks->n != COLOURS) {
        *wrong = masks->n;
        return MK_NONE;
    }
    for (size_t i = 0; i < COLOURS; i++) {
        if (mk_card(masks, i) < 0) {
            *wrong = i;
            return MK_NONE;
        }
    }
    return masks_left(mk_card(masks, LAUGHING) - mk_card(masks, FURIOUS));
}

static const mk_scoring fifty_scoring = {.kind = MK_SCORE_DIFFERENCE, .cards = COLOURS};

#include "fifty_world.h"

#include "../policies/fifty.h"

#define STATE fifty_state
#define RULES mk_fifty
#define NAME(function) fifty_##function
extern const mk_rules RULES;
#include "../simulate.h"

#include "../playout.h"

#include "fifty_encode.h"

#include "../vector.h"

const mk_rules mk_fifty = {
    .about = about,
    .options = options,
    .actions = actions,
    .events = events,
    .view = view,
    .referee = referee,
    .structs = structs,
    .choices = choices,
    .policies = policies,
    .fewest_players = 3,
    .most_players = MOST_PLAYERS,
    .card_words = DECK,
    .faces = fifty_faces,
    .items = mk_numbers,
    .options_ok = fifty_options_ok,
    .extra_deck_ok = fifty_extra_deck_ok,
    .extra_words = fifty_extra_words,
    .player_cards = fifty_player_cards,
    .deal = fifty_deal,
    .due = fifty_due,
    .is_due = fifty_is_due,
    .legal = fifty_legal,
    .reason = fifty_reason,
    .apply = fifty_apply,
    .observe = fifty_observe,
    .memory = fifty_memory,
    .digest = fifty_digest,
    .sample_world = fifty_sample_world,
    .choose = fifty_choose,
    .score_hand = fifty_score_hand,
    .scoring = &fifty_scoring,
    .simulate = fifty_simulate,
    .play_on = fifty_play_on,
    .layout = layout,
    .encode = fifty_encode,
    .lane_bytes = sizeof(fifty_lane),
    .vector_reset = fifty_vector_reset,
    .vector_step = fifty_vector_step,
    .vector_choose = fifty_vector_choose,
};
