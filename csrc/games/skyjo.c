/* Skyjo. The clauses S1..S13 are those of the rule page; each stands where it is kept. */
#include "skyjo.h"

#include "../decks.h"
#include "../rng.h"

_Static_assert(sizeof(skyjo_state) <= sizeof(uint64_t) * MK_STATE_WORDS, "the state must fit");
_Static_assert(CODES <= MK_MAX_CODES, "the codes must fit");
_Static_assert(DECK <= MK_MAX_ITEMS, "the deck must be shuffled at once");

#include "skyjo_tables.h"

/* Cards. */

static inline void discard_card(skyjo_state *s, int8_t card) { s->discard[s->discard_size++] = card; }

static inline void open_card(skyjo_state *s, int seat, int slot) { s->hidden[seat] &= (uint16_t)~(1U << slot); }

/* S7: three equal cards, of which none is hidden. */
static inline bool is_complete(const skyjo_state *s, int seat, int column) {
    uint32_t slots = COLUMN_BITS << column;
    const int8_t *card = s->grid[seat] + column;
    bool equal = (card[0] == card[COLUMNS]) & (card[0] == card[2 * COLUMNS]);
    return equal & ((open_slots(s, seat) & slots) == slots);
}

/* S7. */
static void clear_column(const mk_config *c, skyjo_state *s, int seat, int column, mk_log *log) {
    int8_t card = s->grid[seat][column];
    s->present[seat] &= (uint16_t)~(COLUMN_BITS << column);
    for (int row = 0; row < ROWS; row++) {
        if (c->option[OPTION_COLUMN_TO] == COLUMN_DISCARD) {
            discard_card(s, card);
        } else {
            s->aside[s->aside_size++] = card;
        }
    }
    MK_TELL(log, EVENT_COLUMN_CLEARED, MK_EVERYONE, seat, column, card);
}

/* S12: all but the top of the discard. */
static void reshuffle(const mk_config *c, skyjo_state *s, mk_log *log) {
    uint8_t n = (uint8_t)(s->discard_size - 1);
    s->pile_next = (uint8_t)(DECK - n);
    memcpy(s->pile + s->pile_next, s->discard, n);
    s->discard[0] = s->discard[n];
    s->discard_size = 1;
    mk_stream stream;
    mk_stream_open(&stream, c->key, c->index, MK_PURPOSE_RESHUFFLE, s->head.round, s->reshuffles++);
    mk_shuffle(&stream, (uint8_t *)s->pile + s->pile_next, n);
    MK_TELL(log, EVENT_RESHUFFLED, MK_EVERYONE, n);
}

/* The round. */

static void shuffle_pile(const mk_config *c, skyjo_state *s) {
    if (s->head.round < c->rounds) { /* C3 */
        memcpy(s->pile, c->decks + (size_t)s->head.round * DECK, DECK);
        return;
    }
    mk_shuffle_round(c, s->head.round, (uint8_t *)s->pile, (const uint8_t *)skyjo_faces, DECK);
}

/* C4, S2. */
static void deal(const mk_config *c, skyjo_state *s, int first) {
    int seat = first;
    for (int i = 0; i < c->players; i++, seat = mk_left_of(c, seat)) {
        for (int slot = 0; slot < SLOTS; slot++) {
            s->grid[seat][slot] = s->pile[slot * c->players + i];
        }
        s->present[seat] = GRID_BITS;
        s->hidden[seat] = GRID_BITS;
    }
    s->pile_next = (uint8_t)(SLOTS * c->players);
    discard_card(s, s->pile[s->pile_next++]);
}

/* S2. */
static void begin_round(const mk_config *c, skyjo_state *s, int first, mk_log *log) {
    s->discard_size = 0;
    s->aside_size = 0;
    s->reshuffles = 0;
    s->dealt_first = (uint8_t)first;
    s->closer = NO_SEAT;
    s->head.starter = NO_SEAT;
    s->head.phase = PHASE_SETUP;
    s->head.turn = -1;
    shuffle_pile(c, s);
    deal(c, s, first);
    MK_TELL(log, EVENT_DEALT, MK_EVERYONE, first, (int32_t)s->head.round, s->discard[0]);
}

/* S8: together. */
static void reveal(const mk_config *c, skyjo_state *s, mk_log *log) {
    for (int p = 0; p < c->players; p++) {
        for (uint32_t slots = log ? s->hidden[p] : 0; slots; slots &= slots - 1) {
            int slot = (int)mk_lowest_bit(slots);
            MK_TELL(log, EVENT_REVEALED, MK_EVERYONE, p, slot, s->grid[p][slot]);
        }
        s->hidden[p] = 0;
    }
}

/* S9. */
static void clear_at_reveal(const mk_config *c, skyjo_state *s, mk_log *log) {
    for (int p = 0; p < c->players; p++) {
        for (int column = 0; column < COLUMNS; column++) {
            if (is_complete(s, p, column)) {
                clear_column(c, s, p, column, log);
            }
        }
    }
}

static int sum_of_grid(const skyjo_state *s, int seat) {
    int sum = 0;
    for (int slot = 0; slot < SLOTS; slot++) {
        sum += s->grid[seat][slot] & -(s->present[seat] >> slot & 1);
    }
    return sum;
}

/* S10. */
static int closer_score(const mk_config *c, const int32_t *score, int closer) {
    int own = score[closer];
    bool beaten = false;
    for (int p = 0; p < c->players; p++) {
        bool tied = p != closer && score[p] == own;
        beaten |= score[p] < own || (tied && c->option[OPTION_TIE_DOUBLES]);
    }
    bool doubled = beaten && (own > 0 || !c->option[OPTION_DOUBLE_ONLY_POSITIVE]);
    return doubled ? 2 * own : own;
}

static void skyjo_end_scores(const mk_config *c, int32_t *score, int closer, bool declared) {
    (void)declared;
    score[closer] = closer_score(c, score, closer);
}

/* S10. */
static void score_grids(const mk_config *c, const skyjo_state *s, int32_t *score) {
    for (int p = 0; p < c->players; p++) {
        score[p] = sum_of_grid(s, p);
    }
    skyjo_end_scores(c, score, s->closer, true);
}

static void put_grids(mk_writer *w, const mk_config *c, const skyjo_state *s, bool shown) {
    mk_put(w, c->players);
    for (int p = 0; p < c->players; p++) {
        mk_put(w, mk_count_bits(s->present[p]));
        for (uint32_t slots = s->present[p]; slots; slots &= slots - 1) {
            uint32_t slot = mk_lowest_bit(slots);
            mk_put(w, slot);
            mk_put_if(w, shown || !(s->hidden[p] >> slot & 1), s->grid[p][slot]);
        }
    }
}

/* C8. */
static void tell_round(const mk_config *c, const skyjo_state *s, const int32_t *score, mk_log *log) {
    int32_t words[MK_VIEW_WORDS];
    mk_writer w = {words, 0, MK_HOST};
    mk_put(&w, (int64_t)s->head.round);
    mk_put(&w, s->head.starter);
    mk_put_each(&w, c, score);
    mk_put_totals(&w, c, &s->head);
    put_grids(&w, c, s, true);
    mk_put(&w, s->closer);
    mk_append(log, EVENT_ROUND_SCORED, MK_EVERYONE, words, w.used);
}

/* S11. */
static bool target_reached(const mk_config *c, const skyjo_state *s) {
    bool reached = false;
    for (int p = 0; p < c->players; p++) {
        reached |= s->head.total[p] >= c->option[OPTION_TARGET];
    }
    return reached;
}

/* S11. */
static void end_game(const mk_config *c, skyjo_state *s, mk_log *log) {
    s->head.over = true;
    s->head.winners = mk_lowest_totals(c, s->head.total);
    s->head.phase = PHASE_OVER;
    s->head.turn = -1;
    if (log) {
        mk_tell_outcome(c, &s->head, EVENT_GAME_ENDED, log);
    }
}

/* C8: scored and recorded. */
static void end_round(const mk_config *c, skyjo_state *s, mk_log *log) {
    int32_t score[MK_MAX_PLAYERS] = {0};
    reveal(c, s, log);
    if (c->option[OPTION_CLEAR_AT_REVEAL]) {
        clear_at_reveal(c, s, log);
    }
    score_grids(c, s, score);
    for (int p = 0; p < c->players; p++) {
        s->head.total[p] += score[p]; /* S11 */
    }
    if (log) {
        tell_round(c, s, score, log);
    }
    if (target_reached(c, s)) {
        end_game(c, s, log);
        return;
    }
    mk_end_round(&s->head, s->closer); /* S2 */
}

/* S8: one closes; when it would be that seat's turn again, all others have had one more. */
static inline void end_turn(const mk_config *c, skyjo_state *s, int seat, mk_log *log) {
    if (s->hidden[seat] == 0 && s->closer == NO_SEAT) {
        s->closer = (uint8_t)seat;
        MK_TELL(log, EVENT_CLOSED, MK_EVERYONE, seat);
    }
    int next = mk_left_of(c, seat);
    s->head.turn = (int8_t)next;
    s->head.phase = PHASE_TURN;
    if (next == s->closer) {
        end_round(c, s, log);
    }
}

/* S7, then S8. */
static inline void settle(const mk_config *c, skyjo_state *s, int seat, int slot, mk_log *log) {
    if (is_complete(s, seat, slot % COLUMNS)) {
        clear_column(c, s, seat, slot % COLUMNS, log);
    }
    end_turn(c, s, seat, log);
}

/* The start of a round. */

/* S4: what a seat's opened cards count: their sum, or the highest of them. */
static int opened_sum(const skyjo_state *s, int seat) {
    int sum = 0;
    for (uint32_t slots = open_slots(s, seat); slots; slots &= slots - 1) {
        sum += s->grid[seat][mk_lowest_bit(slots)];
    }
    return sum;
}

static int opened_highest(const skyjo_state *s, int seat) {
    int highest = LOWEST;
    for (uint32_t slots = open_slots(s, seat); slots; slots &= slots - 1) {
        int card = s->grid[seat][mk_lowest_bit(slots)];
        highest = card > highest ? card : highest;
    }
    return highest;
}

/* One bit for each seat among `seats` for which `count` gives most. */
static uint32_t seats_with_most(const skyjo_state *s, uint32_t seats, int (*count)(const skyjo_state *s, int seat)) {
    uint32_t best = 0;
    int most = INT32_MIN;
    for (; seats; seats &= seats - 1) {
        int seat = (int)mk_lowest_bit(seats);
        int counted = count(s, seat);
        best = counted > most ? 0 : best;
        most = counted > most ? counted : most;
        best |= (uint32_t)(counted == most) << seat;
    }
    return best;
}

/* C5: by lot, seats ascending. */
static int draw_lot(const mk_config *c, const skyjo_state *s, uint32_t seats) {
    mk_stream stream;
    mk_stream_open(&stream, c->key, c->index, MK_PURPOSE_LOT, s->head.round, 0);
    return (int)mk_select_bit(seats, mk_bounded(&stream, mk_count_bits(seats)));
}

/* S4. */
static int starter_of_round(const mk_config *c, const skyjo_state *s) {
    if (s->head.round > 0 && c->option[OPTION_NEXT_STARTER] == STARTER_CLOSER) {
        return s->dealt_first; /* S2: it closed the last round */
    }
    uint32_t tied = seats_with_most(s, (1U << c->players) - 1, opened_sum);
    switch (c->option[OPTION_TIE_START]) {
    case TIE_RANDOM:
        return draw_lot(c, s, tied);
    case TIE_HIGHEST_CARD:
        return (int)mk_lowest_bit(seats_with_most(s, tied, opened_highest));
    default:
        return (int)mk_lowest_bit(tied);
    }
}

static inline bool setup_due(const skyjo_state *s, int seat) { return mk_count_bits(s->hidden[seat]) > SLOTS - FLIPS; }

/* S3. */
static void apply_setup_flip(const mk_config *c, skyjo_state *s, int seat, int slot, mk_log *log) {
    open_card(s, seat, slot);
    MK_TELL(log, EVENT_FLIPPED, MK_EVERYONE, seat, slot, s->grid[seat][slot]);
    for (int p = 0; p < c->players; p++) {
        if (setup_due(s, p)) {
            return;
        }
    }
    int starter = starter_of_round(c, s);
    s->head.starter = (uint8_t)starter;
    s->head.turn = (int8_t)starter;
    s->head.phase = PHASE_TURN;
    MK_TELL(log, EVENT_STARTED, MK_EVERYONE, starter);
}

/* Turns. */

/* S5, S12. Without a branch on the choice, which no processor foresees. */
static inline void apply_turn(const mk_config *c, skyjo_state *s, int seat, int code, mk_log *log) {
    bool take = code == TAKE;
    if (!take & (pile_size(s) == 0)) {
        reshuffle(c, s, log);
    }
    const int8_t *const from[] = {s->pile + s->pile_next, s->discard + s->discard_size - 1};
    s->held = *from[take];
    s->discard_size = (uint8_t)(s->discard_size - take);
    s->pile_next = (uint8_t)(s->pile_next + !take);
    s->head.phase = (uint8_t)(PHASE_DRAWN + take);
    MK_TELL(log, take ? EVENT_TOOK : EVENT_DREW, take ? MK_EVERYONE : MK_SEAT_BIT(seat), seat, s->held);
}

/* S5: a replaced card goes to the discard, the new one lies open. */
static inline void apply_replace(const mk_config *c, skyjo_state *s, int seat, int slot, mk_log *log) {
    int8_t replaced = s->grid[seat][slot];
    s->grid[seat][slot] = s->held;
    open_card(s, seat, slot);
    MK_TELL(log, EVENT_REPLACED, MK_EVERYONE, seat, slot, s->held);
    discard_card(s, replaced);
    MK_TELL(log, EVENT_DISCARDED, MK_EVERYONE, seat, slot, replaced);
    settle(c, s, seat, slot, log);
}

/* S5. */
static inline void apply_discard(skyjo_state *s, int seat, mk_log *log) {
    discard_card(s, s->held);
    s->head.phase = PHASE_FLIP;
    MK_TELL(log, EVENT_DISCARDED, MK_EVERYONE, seat, MK_NONE, s->held);
}

/* S5. */
static inline void apply_flip(const mk_config *c, skyjo_state *s, int seat, int slot, mk_log *log) {
    open_card(s, seat, slot);
    MK_TELL(log, EVENT_FLIPPED, MK_EVERYONE, seat, slot, s->grid[seat][slot]);
    settle(c, s, seat, slot, log);
}

static inline void skyjo_apply(const mk_config *c, void *state, int who, int code, mk_log *log) {
    skyjo_state *s = state;
    if (s->head.phase == PHASE_TURN) {
        apply_turn(c, s, who, code, log);
    } else if (code == DISCARD) {
        apply_discard(s, who, log);
    } else if (code >= REPLACE) {
        apply_replace(c, s, who, code - REPLACE, log);
    } else if (s->head.phase == PHASE_FLIP) {
        apply_flip(c, s, who, code - FLIP, log);
    } else {
        apply_setup_flip(c, s, who, code - FLIP, log);
    }
}

/* Who may do what. */

/* C7, S3. */
static uint32_t skyjo_due(const mk_config *c, const void *state, int8_t *seats) {
    const skyjo_state *s = state;
    if (s->head.phase != PHASE_SETUP) {
        seats[0] = s->head.turn;
        return 1;
    }
    uint32_t n = 0;
    int seat = s->dealt_first;
    for (int i = 0; i < c->players; i++, seat = mk_left_of(c, seat)) {
        if (setup_due(s, seat)) {
            seats[n++] = (int8_t)seat;
        }
    }
    return n;
}

static inline int skyjo_first_due(const mk_config *c, const skyjo_state *s) {
    if (s->head.phase != PHASE_SETUP) {
        return s->head.turn;
    }
    int seat = s->dealt_first;
    while (!setup_due(s, seat)) {
        seat = mk_left_of(c, seat);
    }
    return seat;
}

static bool skyjo_is_due(const mk_config *c, const void *state, int who) {
    const skyjo_state *s = state;
    (void)c;
    if (who == MK_HOST) {
        return false;
    }
    return s->head.phase == PHASE_SETUP ? setup_due(s, who) : who == s->head.turn;
}

/* S3, S5: the codes that a phase allows: some always, and those of own cards, or of own hidden ones. S12, S13: there is
 * always a card to draw, and one to take. */
typedef struct allowance {
    uint32_t always;
    uint32_t replace;
    uint32_t flip;
} allowance;

static const allowance allowed[] = {
    [PHASE_SETUP] = {0, 0, GRID_BITS << FLIP},
    [PHASE_TURN] = {1U << DRAW | 1U << TAKE, 0, 0},
    [PHASE_DRAWN] = {1U << DISCARD, GRID_BITS << REPLACE, 0},
    [PHASE_TAKEN] = {0, GRID_BITS << REPLACE, 0},
    [PHASE_FLIP] = {0, 0, GRID_BITS << FLIP},
};

static inline void skyjo_legal(const mk_config *c, const void *state, int who, mk_spans *out) {
    const skyjo_state *s = state;
    const allowance *a = &allowed[s->head.phase];
    (void)c;
    uint32_t replace = (uint32_t)s->present[who] << REPLACE & a->replace;
    uint32_t flip = (uint32_t)s->hidden[who] << FLIP & a->flip;
    mk_span_add(out, 0, a->always | replace | flip);
}

/* Why a code that is not among the legal ones is not: a function of public facts alone. */
static int skyjo_reason(const mk_config *c, const void *state, int who, int code) {
    const skyjo_state *s = state;
    (void)c;
    bool flip = code >= FLIP && code < DRAW;
    bool replace = code >= REPLACE && code < DISCARD;
    switch (s->head.phase) {
    case PHASE_TURN:
        return WHY_PHASE;
    case PHASE_DRAWN:
    case PHASE_TAKEN:
        return replace ? WHY_NO_SUCH_CARD : WHY_PHASE;
    default:
        if (!flip) {
            return WHY_PHASE;
        }
        return s->present[who] >> (code - FLIP) & 1 ? WHY_ALREADY_OPEN : WHY_NO_SUCH_CARD;
    }
}

#include "skyjo_view.h"

static void skyjo_deal(const mk_config *c, void *state, mk_log *log) {
    skyjo_state *s = state;
    begin_round(c, s, s->head.starter, log);
}

static size_t skyjo_player_cards(const mk_config *c) {
    (void)c;
    return SLOTS;
}

static bool is_equal_column(const mk_hand *grid, size_t column) {
    int8_t card = mk_card(grid, column);
    return card == mk_card(grid, column + COLUMNS) && card == mk_card(grid, column + 2 * COLUMNS);
}

/* S9, S10: the sum of one grid in slot order. */
static int skyjo_score_hand(const mk_config *c, const mk_hand *grid, size_t *wrong) {
    if (grid->n != SLOTS) {
        *wrong = grid->n;
        return MK_NONE;
    }
    int sum = 0;
    for (size_t i = 0; i < SLOTS; i++) {
        int8_t card = mk_card(grid, i);
        if (card == MK_EMPTY) {
            continue;
        }
        if (card < LOWEST || card > HIGHEST) {
            *wrong = i;
            return MK_NONE;
        }
        bool leaves = c->option[OPTION_CLEAR_AT_REVEAL] && is_equal_column(grid, i % COLUMNS);
        sum += leaves ? 0 : card;
    }
    return sum;
}

static const mk_scoring skyjo_scoring = {.kind = MK_SCORE_GRID, .lowest = LOWEST, .highest = HIGHEST, .cards = SLOTS};

#include "skyjo_world.h"

#include "../policies/skyjo.h"

#define STATE skyjo_state
#define RULES mk_skyjo
#define NAME(function) skyjo_##function
extern const mk_rules RULES;
#include "../simulate.h"

#include "../playout.h"

#include "skyjo_encode.h"

#include "../vector.h"

const mk_rules mk_skyjo = {
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
    .faces = skyjo_faces,
    .items = (const uint8_t *)skyjo_faces,
    .player_cards = skyjo_player_cards,
    .deal = skyjo_deal,
    .due = skyjo_due,
    .is_due = skyjo_is_due,
    .legal = skyjo_legal,
    .reason = skyjo_reason,
    .apply = skyjo_apply,
    .observe = skyjo_observe,
    .memory = skyjo_memory,
    .digest = skyjo_digest,
    .sample_world = skyjo_sample_world,
    .choose = skyjo_choose,
    .end_scores = skyjo_end_scores,
    .score_hand = skyjo_score_hand,
    .scoring = &skyjo_scoring,
    .simulate = skyjo_simulate,
    .play_on = skyjo_play_on,
    .layout = layout,
    .encode = skyjo_encode,
    .lane_bytes = sizeof(skyjo_lane),
    .vector_reset = skyjo_vector_reset,
    .vector_step = skyjo_vector_step,
    .vector_choose = skyjo_vector_choose,
};
