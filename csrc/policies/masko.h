/* The policy `prudent` for Masko: sees only what its seat knows.
 *
 * It reads its own and others' cards through `known_points` alone, and otherwise public facts.
 */

enum { ANNOUNCE_AT, TAKE_BELOW, UNKNOWN_VALUE }; /* parameters, in the order of the table */

typedef struct seat_eyes {
    const mk_config *c;
    const masko_state *s;
    int seat;
    const int32_t *parameters;
} seat_eyes;

static inline bool knows(const seat_eyes *e, int owner, int slot) { return has_seen(e->s, e->seat, card_at(e->s, owner, slot)); }

/* What a card in front of a player counts as far as the seat knows. */
static inline int known_points(const seat_eyes *e, int owner, int slot) {
    if (!knows(e, owner, slot)) {
        return e->parameters[UNKNOWN_VALUE];
    }
    return points_of_face(e->c, face_of(card_at(e->s, owner, slot)));
}

static int estimated_sum(const seat_eyes *e) {
    int sum = 0;
    for (uint64_t slots = e->s->occupied[e->seat]; slots; slots &= slots - 1) {
        sum += known_points(e, e->seat, (int)mk_lowest_bit(slots));
    }
    return sum;
}

/* The slot of `owner` that counts most, or least, to the seat's knowledge; NO_SLOT without a card. */
static int extreme_slot(const seat_eyes *e, int owner, int sign) {
    int best = NO_SLOT;
    for (uint64_t slots = e->s->occupied[owner]; slots; slots &= slots - 1) {
        int slot = (int)mk_lowest_bit(slots);
        if (best == NO_SLOT || sign * known_points(e, owner, slot) > sign * known_points(e, owner, best)) {
            best = slot;
        }
    }
    return best;
}

static int worst_own_slot(const seat_eyes *e) { return extreme_slot(e, e->seat, 1); }

static int worst_own_points(const seat_eyes *e) {
    int slot = worst_own_slot(e);
    return slot == NO_SLOT ? -1 : known_points(e, e->seat, slot);
}

static int choose_turn(const seat_eyes *e, const mk_spans *legal) {
    if (mk_span_has(legal, ANNOUNCE) && estimated_sum(e) <= e->parameters[ANNOUNCE_AT]) {
        return ANNOUNCE;
    }
    if (mk_span_has(legal, TAKE)) {
        int top = points_of_face(e->c, face_of(e->s->discard[e->s->discard_size - 1]));
        if (top < e->parameters[TAKE_BELOW] && top < worst_own_points(e)) {
            return TAKE;
        }
    }
    return mk_span_has(legal, DRAW) ? DRAW : SKIP;
}

static int choose_hold(const seat_eyes *e, const mk_spans *legal) {
    bool better = points_of_face(e->c, face_of(e->s->held)) < worst_own_points(e);
    if (!better && mk_span_has(legal, DISCARD)) {
        return DISCARD;
    }
    return KEEP + worst_own_slot(e);
}

/* Only a card that it knows to be right. */
static int choose_window(const seat_eyes *e) {
    int wanted = face_of(e->s->window_card);
    for (uint64_t slots = e->s->occupied[e->seat]; slots; slots &= slots - 1) {
        int slot = (int)mk_lowest_bit(slots);
        if (knows(e, e->seat, slot) && face_of(card_at(e->s, e->seat, slot)) == wanted) {
            return INTERCEPT + slot;
        }
    }
    return PASS;
}

/* A legal code among those from `base` whose card the seat does not know yet; any legal code when it knows them all. */
static int choose_unknown(const seat_eyes *e, const mk_spans *legal, int base, uint64_t dice) {
    uint32_t count = mk_span_count(legal);
    uint32_t start = mk_die(dice, count);
    for (uint32_t i = 0; i < count; i++) {
        int code = mk_span_select(legal, (start + i) % count);
        if (!knows(e, (code - base) / SLOTS, (code - base) % SLOTS)) {
            return code;
        }
    }
    return mk_span_select(legal, start);
}

static int choose_swap(const seat_eyes *e) {
    int gain = worst_own_points(e) - known_points(e, e->s->power_owner, e->s->power_slot);
    return gain > 0 ? SWAP + worst_own_slot(e) : DECLINE;
}

/* The card of another seat that counts least; the seat's own worst one when no other may be picked. */
static int pick_lowest_other(const seat_eyes *e, int without) {
    int best = -1;
    int lowest = INT32_MAX;
    for (int p = 0; p < e->c->players; p++) {
        int slot = p == e->seat || p == without ? NO_SLOT : extreme_slot(e, p, -1);
        if (slot != NO_SLOT && known_points(e, p, slot) < lowest) {
            lowest = known_points(e, p, slot);
            best = PICK + p * SLOTS + slot;
        }
    }
    return best >= 0 ? best : PICK + e->seat * SLOTS + worst_own_slot(e);
}

/* Gives its worst card away if that promises a gain; else it leaves the own cards out of it where it can. */
static int choose_first_pick(const seat_eyes *e) {
    bool gain = worst_own_points(e) > e->parameters[UNKNOWN_VALUE];
    return gain ? PICK + e->seat * SLOTS + worst_own_slot(e) : pick_lowest_other(e, NO_SEAT);
}

/* The other seat with the lowest total: the one to beat. */
static int choose_leader(const seat_eyes *e, const mk_spans *legal) {
    int best = -1;
    for (int p = 0; p < e->c->players; p++) {
        bool allowed = p != e->seat && mk_span_has(legal, (uint32_t)(CHOOSE + p));
        if (allowed && (best < 0 || e->s->head.total[p] < e->s->head.total[best])) {
            best = p;
        }
    }
    return CHOOSE + best;
}

static int masko_choose_well(const mk_config *c, const void *state, int seat, const mk_spans *legal, const int32_t *parameters,
                             uint64_t dice) {
    const masko_state *s = state;
    const seat_eyes eyes = {c, s, seat, parameters};
    switch (s->head.phase) {
    case PHASE_TURN:
        return choose_turn(&eyes, legal);
    case PHASE_HOLD:
        return choose_hold(&eyes, legal);
    case PHASE_WINDOW:
        return choose_window(&eyes);
    case PHASE_VISION:
    case PHASE_SPY:
    case PHASE_NINJA:
        return choose_unknown(&eyes, legal, LOOK, dice);
    case PHASE_SWAP:
        return choose_swap(&eyes);
    case PHASE_EXCHANGE:
        return choose_first_pick(&eyes);
    case PHASE_EXCHANGE_SECOND:
        return pick_lowest_other(&eyes, s->power_owner);
    case PHASE_REVEAL:
    case PHASE_DRAW_ONE:
        return choose_leader(&eyes, legal);
    default: /* setup, show */
        return mk_span_select(legal, mk_die(dice, mk_span_count(legal)));
    }
}
