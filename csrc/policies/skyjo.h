/* The policy `prudent` for Skyjo: sees only what its seat knows.
 *
 * It reads cards of grids through `seen_value` alone, and otherwise the discard's top and its own held card.
 */

enum { TAKE_GAIN, KEEP_GAIN, UNKNOWN_VALUE, CLOSE_MARGIN, PAIR_BONUS }; /* parameters, in the order of the table */

typedef struct seat_eyes {
    const mk_config *c;
    const skyjo_state *s;
    int seat;
    const int32_t *parameters;
} seat_eyes;

/* A place of the own grid, and what putting a card there promises to take off the own sum. */
typedef struct offer {
    int slot;
    int gain;
} offer;

static inline bool is_hidden(const seat_eyes *e, int owner, int slot) { return e->s->hidden[owner] >> slot & 1; }

/* What a card in front of a player counts as far as all know. */
static inline int seen_value(const seat_eyes *e, int owner, int slot) {
    return is_hidden(e, owner, slot) ? e->parameters[UNKNOWN_VALUE] : e->s->grid[owner][slot];
}

static int estimated_sum(const seat_eyes *e, int owner) {
    int sum = 0;
    for (uint32_t slots = e->s->present[owner]; slots; slots &= slots - 1) {
        sum += seen_value(e, owner, (int)mk_lowest_bit(slots));
    }
    return sum;
}

static int lowest_other_sum(const seat_eyes *e) {
    int lowest = INT32_MAX;
    for (int p = 0; p < e->c->players; p++) {
        int sum = p == e->seat ? INT32_MAX : estimated_sum(e, p);
        lowest = sum < lowest ? sum : lowest;
    }
    return lowest;
}

/* How many of the two other cards of its column lie open and equal `card`. */
static int open_equals(const seat_eyes *e, int slot, int card) {
    int equal = 0;
    for (int i = slot % COLUMNS; i < SLOTS; i += COLUMNS) {
        equal += i != slot && !is_hidden(e, e->seat, i) && seen_value(e, e->seat, i) == card;
    }
    return equal;
}

/* What a card at its place counts: in a pair it is on its way out (S7). */
static int worth_at(const seat_eyes *e, int slot, int card) {
    int bonus = card > 0 && open_equals(e, slot, card) == 1 ? card * e->parameters[PAIR_BONUS] / 100 : 0;
    return card - bonus;
}

static int current_worth(const seat_eyes *e, int slot) {
    int value = seen_value(e, e->seat, slot);
    return is_hidden(e, e->seat, slot) ? value : worth_at(e, slot, value);
}

/* S7: the third of a kind takes the other two along. */
static int gain_at(const seat_eyes *e, int slot, int card) {
    int added = open_equals(e, slot, card) == ROWS - 1 ? -2 * card : worth_at(e, slot, card);
    return current_worth(e, slot) - added;
}

/* After a reshuffle the lowest closes in any case, lest nobody ever does. */
static int close_margin(const seat_eyes *e) {
    int margin = e->parameters[CLOSE_MARGIN];
    return margin < 0 && e->s->reshuffles > 0 ? 0 : margin;
}

/* S8, S10: what opening that place last would cost: the own sum, unless it is low enough to close with. */
static int closing_cost(const seat_eyes *e, int slot, int gain) {
    bool closes = e->s->closer == NO_SEAT && e->s->hidden[e->seat] == 1U << slot;
    if (!closes) {
        return 0;
    }
    int sum = estimated_sum(e, e->seat) - gain;
    bool may_be_beaten = sum > lowest_other_sum(e) + close_margin(e);
    return may_be_beaten && sum > 0 ? sum : 0;
}

static offer best_place(const seat_eyes *e, int card) {
    offer best = {-1, INT32_MIN};
    for (uint32_t slots = e->s->present[e->seat]; slots; slots &= slots - 1) {
        int slot = (int)mk_lowest_bit(slots);
        int gain = gain_at(e, slot, card);
        gain -= closing_cost(e, slot, gain);
        best = gain > best.gain ? (offer){slot, gain} : best;
    }
    return best;
}

static int choose_turn(const seat_eyes *e) {
    int top = e->s->discard[e->s->discard_size - 1];
    return best_place(e, top).gain >= e->parameters[TAKE_GAIN] ? TAKE : DRAW;
}

/* To discard means to turn up one more. */
static int choose_drawn(const seat_eyes *e) {
    offer best = best_place(e, e->s->held);
    int flip_cost = closing_cost(e, (int)mk_lowest_bit(e->s->hidden[e->seat]), 0);
    return best.gain + flip_cost >= e->parameters[KEEP_GAIN] ? REPLACE + best.slot : DISCARD;
}

/* C7, S3 and after a discard: any of the hidden ones, they are alike. */
static int choose_flip(const mk_spans *legal, uint64_t dice) { return mk_span_select(legal, mk_die(dice, mk_span_count(legal))); }

static int skyjo_choose_well(const mk_config *c, const void *state, int seat, const mk_spans *legal, const int32_t *parameters,
                             uint64_t dice) {
    const skyjo_state *s = state;
    const seat_eyes eyes = {c, s, seat, parameters};
    switch (s->head.phase) {
    case PHASE_TURN:
        return choose_turn(&eyes);
    case PHASE_DRAWN:
        return choose_drawn(&eyes);
    case PHASE_TAKEN:
        return REPLACE + best_place(&eyes, s->held).slot;
    default: /* setup, flip */
        return choose_flip(legal, dice);
    }
}
