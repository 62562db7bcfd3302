/* The policy `prudent` for Mojo: sees only what its seat knows.
 *
 * It weighs the hand that each whole turn would leave, in tenths of a point: what it counts (J9), how far it is from Mojo time, and the
 * malus that whoever ends the round high may take (J10).
 */

enum { SIZE_WEIGHT, POINTS_WEIGHT, DRAW_COST, RISK, TOP_WEIGHT, TAKE_AT }; /* parameters, in the order of the table */

enum { TENTHS = 10, DRAW_ONE_IN = 16 };

typedef struct seat_eyes {
    const mk_config *c;
    const mojo_state *s;
    int seat;
    const int32_t *parameters;
} seat_eyes;

static int32_t smaller_of(int32_t a, int32_t b) { return a < b ? a : b; }

/* A hand of `size` cards after the turn. */
static int32_t cost_of_hand(const seat_eyes *e, mk_bag hand, int size) {
    int32_t points = points_of(bag_values(hand));
    int32_t too_many = size - mojo_at(e->c);
    if (size == 0) {
        return 0;
    }
    if (too_many <= 0) {
        return TENTHS * points + smaller_of(points * e->parameters[RISK], TENTHS * MALUS);
    }
    return points * e->parameters[POINTS_WEIGHT] + too_many * e->parameters[SIZE_WEIGHT];
}

static int32_t cost_of_best_play(const seat_eyes *e, mk_bag hand, int size, int top);

/* J4: lower is over, higher draws, equal goes on. */
static int32_t cost_of_play(const seat_eyes *e, mk_bag hand, int size, int value, int top) {
    mk_bag left = hand - BAG_ONE(value);
    int32_t leaves = value * e->parameters[TOP_WEIGHT];
    if (value > top) {
        return cost_of_hand(e, left, size) + e->parameters[DRAW_COST] + leaves;
    }
    if (value == top && size > 1) {
        return cost_of_best_play(e, left, size - 1, value);
    }
    return cost_of_hand(e, left, size - 1) + leaves;
}

static int32_t cost_of_best_play(const seat_eyes *e, mk_bag hand, int size, int top) {
    int32_t lowest = INT32_MAX;
    for (uint32_t values = bag_values(hand); values; values &= values - 1) {
        lowest = smaller_of(lowest, cost_of_play(e, hand, size, (int)mk_lowest_bit(values), top));
    }
    return lowest;
}

static int choose_play(const seat_eyes *e, const mk_spans *legal) {
    uint32_t count = mk_span_count(legal);
    int32_t lowest = INT32_MAX;
    int best = -1;
    for (uint32_t i = 0; i < count; i++) {
        int code = mk_span_select(legal, i);
        int top = top_of(e->s, (code - PLAY) % PILES);
        int32_t cost = cost_of_play(e, e->s->hand[e->seat], e->s->hand_size[e->seat], (code - PLAY) / PILES, top);
        if (cost < lowest) {
            lowest = cost;
            best = code;
        }
    }
    return best;
}

/* J15: the open card, if it makes the hand count little more; now and then the draw pile all the same, lest seats hand each other the
 * same cards for ever. */
static int choose_owed(const seat_eyes *e, uint64_t dice) {
    if (mk_die(dice, DRAW_ONE_IN) == 0) {
        return DRAW;
    }
    int other = 1 - e->s->used;
    uint32_t values = bag_values(e->s->hand[e->seat]);
    int more = points_of(values | 1U << top_of(e->s, other)) - points_of(values);
    return more <= e->parameters[TAKE_AT] ? TAKE + other : DRAW;
}

/* J13: first what the others know already, then the lowest. */
static int choose_turn_up(const seat_eyes *e) {
    mk_bag known = e->s->known[e->seat];
    return TURN_UP + (int)mk_lowest_bit(bag_values(known ? known : e->s->hand[e->seat]));
}

static int mojo_choose_well(const mk_config *c, const void *state, int seat, const mk_spans *legal, const int32_t *parameters,
                            uint64_t dice) {
    const mojo_state *s = state;
    const seat_eyes eyes = {c, s, seat, parameters};
    switch (s->head.phase) {
    case PHASE_OWED:
        return choose_owed(&eyes, dice);
    case PHASE_MOJO:
        return choose_turn_up(&eyes);
    default: /* turn, chain */
        return choose_play(&eyes, legal);
    }
}
