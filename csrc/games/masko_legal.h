/* Who is due in Masko, what they may do, and why not. Included by masko.c. */

/* Who may do what. */

/* The one seat that is due outside of the setup and of windows. */
static inline int actor_of(const mk_config *c, const masko_state *s) {
    switch (s->head.phase) {
    case PHASE_TURN:
    case PHASE_HOLD:
        return s->head.turn;
    case PHASE_SHOW: /* M28 */
        return c->option[OPTION_REVEAL_CHOICE] ? s->power_user : s->power_owner;
    default:
        return s->power_user;
    }
}

/* M5: fewer than two bits are set. */
static inline bool setup_due(const masko_state *s, int seat) { return (s->looked[seat] & (s->looked[seat] - 1)) == 0; }

/* C7, M17. */
static uint32_t masko_due(const mk_config *c, const void *state, int8_t *seats) {
    const masko_state *s = state;
    uint32_t n = 0;
    if (s->head.phase == PHASE_SETUP) {
        int seat = s->head.starter;
        for (int i = 0; i < c->players; i++, seat = mk_left_of(c, seat)) {
            if (setup_due(s, seat)) {
                seats[n++] = (int8_t)seat;
            }
        }
        return n;
    }
    if (s->head.phase == PHASE_WINDOW) {
        for (; n < s->due_size; n++) {
            seats[n] = (int8_t)s->due[n];
        }
        return n;
    }
    seats[0] = (int8_t)actor_of(c, s);
    return 1;
}

static inline int masko_first_due(const mk_config *c, const masko_state *s) {
    if (s->head.phase == PHASE_WINDOW) {
        return s->due[0];
    }
    if (s->head.phase != PHASE_SETUP) {
        return actor_of(c, s);
    }
    int seat = s->head.starter;
    while (!setup_due(s, seat)) {
        seat = mk_left_of(c, seat);
    }
    return seat;
}

static bool masko_is_due(const mk_config *c, const void *state, int who) {
    const masko_state *s = state;
    if (s->head.phase == PHASE_WINDOW) {
        return who == MK_HOST || (s->due_size && memchr(s->due, who, s->due_size) != NULL);
    }
    if (who == MK_HOST) {
        return false;
    }
    return s->head.phase == PHASE_SETUP ? setup_due(s, who) : who == actor_of(c, s);
}

/* M7 to M11: draw, take, announce, skip. */
static inline uint64_t turn_bits(const masko_state *s, int seat) {
    uint64_t pile = pile_size(s) > 0;
    uint64_t take = s->discard_size > 0 && holds_cards(s, seat);
    uint64_t announce = s->maskoman == NO_SEAT;
    return pile << (DRAW - DRAW) | take << (TAKE - DRAW) | announce << (ANNOUNCE - DRAW) | (pile ^ 1) << (SKIP - DRAW);
}

/* M7, M8, M10. */
static inline uint64_t hold_bits(const mk_config *c, const masko_state *s, int seat) {
    uint64_t discard = !s->taken || c->option[OPTION_MAY_RETURN_TAKEN];
    return s->occupied[seat] | discard << (DISCARD - KEEP);
}

static inline void add_cards_of(mk_spans *out, const mk_config *c, const masko_state *s, int base, int without) {
    for (int p = 0; p < c->players; p++) {
        if (p != without) {
            mk_span_add(out, (uint32_t)(base + p * SLOTS), s->occupied[p]);
        }
    }
}

static inline void masko_legal(const mk_config *c, const void *state, int who, mk_spans *out) {
    const masko_state *s = state;
    if (who == MK_HOST) {
        mk_span_add(out, CLOSE, 1);
        return;
    }
    switch (s->head.phase) {
    case PHASE_SETUP:
        mk_span_add(out, (uint32_t)(LOOK + who * SLOTS), s->occupied[who] & ~(uint64_t)s->looked[who]);
        break;
    case PHASE_TURN:
        mk_span_add(out, DRAW, turn_bits(s, who));
        break;
    case PHASE_HOLD:
        mk_span_add(out, KEEP, hold_bits(c, s, who));
        break;
    case PHASE_WINDOW:
        mk_span_add(out, INTERCEPT, s->occupied[who] | 1ULL << (PASS - INTERCEPT));
        break;
    case PHASE_VISION:
        mk_span_add(out, (uint32_t)(LOOK + who * SLOTS), s->occupied[who]);
        break;
    case PHASE_SPY:
    case PHASE_NINJA:
        add_cards_of(out, c, s, LOOK, who);
        break;
    case PHASE_SWAP:
        mk_span_add(out, SWAP, s->occupied[who] | 1ULL << (DECLINE - SWAP));
        break;
    case PHASE_EXCHANGE:
        add_cards_of(out, c, s, PICK, -1);
        break;
    case PHASE_EXCHANGE_SECOND:
        add_cards_of(out, c, s, PICK, s->power_owner);
        break;
    case PHASE_REVEAL:
        mk_span_add(out, CHOOSE, holders(c, s, MK_SEAT_BIT(who)));
        break;
    case PHASE_DRAW_ONE:
        mk_span_add(out, CHOOSE, (1ULL << c->players) - 1);
        break;
    default: /* PHASE_SHOW */
        mk_span_add(out, SHOW, s->occupied[s->power_owner]);
    }
}

/* Why a code that is not among the legal ones is not: a function of public facts alone. */

static int why_not_in_turn(const masko_state *s, int code) {
    switch (code) {
    case DRAW:
        return WHY_PILE_EMPTY;
    case TAKE:
        return s->discard_size == 0 ? WHY_DISCARD_EMPTY : WHY_NO_OWN_CARD;
    case ANNOUNCE:
        return WHY_MASKO_STANDS;
    case SKIP:
        return WHY_PILE_NOT_EMPTY;
    default:
        return WHY_PHASE;
    }
}

static int why_not_card(const mk_config *c, const masko_state *s, int seat, int slot) {
    return seat >= c->players || !(s->occupied[seat] >> slot & 1) ? WHY_NO_SUCH_CARD : WHY_NOT_A_TARGET;
}

static int why_not_look(const mk_config *c, const masko_state *s, int who, int code) {
    int seat = (code - LOOK) / SLOTS;
    int why = why_not_card(c, s, seat, (code - LOOK) % SLOTS);
    if (why == WHY_NO_SUCH_CARD) {
        return why;
    }
    switch (s->head.phase) {
    case PHASE_SETUP:
        return seat == who ? WHY_ALREADY_LOOKED : WHY_NOT_OWN_CARD;
    case PHASE_VISION:
        return WHY_NOT_OWN_CARD;
    default:
        return WHY_OWN_CARD;
    }
}

static int why_not_hold(int code) {
    if (code == DISCARD) {
        return WHY_MUST_KEEP;
    }
    return code >= KEEP && code < DISCARD ? WHY_NO_SUCH_CARD : WHY_PHASE;
}

static int masko_reason(const mk_config *c, const void *state, int who, int code) {
    const masko_state *s = state;
    bool look = code >= LOOK && code < DRAW;
    bool pick = code >= PICK && code < CHOOSE;
    bool choose = code >= CHOOSE && code < SHOW;
    switch (s->head.phase) {
    case PHASE_TURN:
        return why_not_in_turn(s, code);
    case PHASE_HOLD:
        return why_not_hold(code);
    case PHASE_WINDOW:
        return who != MK_HOST && code >= INTERCEPT && code < PASS ? WHY_NO_SUCH_CARD : WHY_PHASE;
    case PHASE_SETUP:
    case PHASE_VISION:
    case PHASE_SPY:
    case PHASE_NINJA:
        return look ? why_not_look(c, s, who, code) : WHY_PHASE;
    case PHASE_SWAP:
        return code >= SWAP && code < DECLINE ? WHY_NO_SUCH_CARD : WHY_PHASE;
    case PHASE_EXCHANGE:
    case PHASE_EXCHANGE_SECOND:
        return pick ? why_not_card(c, s, (code - PICK) / SLOTS, (code - PICK) % SLOTS) : WHY_PHASE;
    case PHASE_REVEAL:
    case PHASE_DRAW_ONE:
        return choose ? WHY_NOT_A_TARGET : WHY_PHASE;
    default:
        return code >= SHOW ? WHY_NO_SUCH_CARD : WHY_PHASE;
    }
}
