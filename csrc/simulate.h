/* Whole games without a log, for one game's rules: included at the end of its source, so that the compiler sees them.
 *
 * Expects STATE (the type), RULES (the game's table) and NAME(function) for deal, first_due, legal, apply and choose_well;
 * leaves NAME(choose) and NAME(simulate).
 *
 * Many tables play side by side, a round each in turn, so that their decks are shuffled together. A table that ends its
 * game begins the next one: which game it plays changes nothing in the game.
 */

enum { POLICY_RANDOM };

/* Uniform over the legal list, or the game's own policy. */
static inline int NAME(choose)(const mk_config *c, const void *state, int seat, int policy, const int32_t *parameters, uint64_t dice) {
    mk_spans spans;
    spans.n = 0;
    NAME(legal)(c, state, seat, &spans);
    if (policy == POLICY_RANDOM) {
        return mk_span_select(&spans, mk_die(dice, mk_span_count(&spans)));
    }
    return NAME(choose_well)(c, state, seat, &spans, parameters, dice);
}

typedef struct table {
    _Alignas(64) STATE state;
    uint64_t key[MK_MAX_PLAYERS];
    size_t game; /* of the batch */
    bool plays;
} table;

typedef struct hall {
    const mk_sitting *sitting;
    mk_config c;
    mk_ahead ahead;
    size_t next; /* game of the batch to begin */
    table table[MK_AT_ONCE];
} hall;

static void NAME(sit_down)(hall *h, table *t) {
    t->plays = h->next < h->sitting->n;
    if (t->plays) {
        memset(&t->state, 0, sizeof t->state);
        t->state.head.starter = h->c.first;
        t->game = h->next++;
        mk_keys_ahead(&h->ahead, &h->c, t->game, h->sitting->n, t->key);
    }
}

static inline void NAME(deal_if_due)(const mk_config *c, STATE *s) {
    if (s->head.undealt) {
        s->head.undealt = false;
        NAME(deal)(c, s, NULL);
    }
}

/* The dealt round, to its end. */
static void NAME(play_round)(const mk_config *c, STATE *s, const uint64_t *key, const mk_sitting *x) {
    while (!s->head.over && !s->head.undealt && s->head.ply < x->max_plies) {
        int seat = NAME(first_due)(c, s);
        const int32_t *parameters = x->parameters + seat * MK_MAX_POLICY_PARAMETERS;
        int code = NAME(choose)(c, s, seat, x->policies[seat], parameters, mk_mix(key[seat], s->head.ply, 0));
        s->head.ply++;
        NAME(apply)(c, s, seat, code, NULL);
    }
}

static void NAME(play_table)(hall *h, table *t, const uint8_t *deck) {
    const mk_results *results = h->sitting->results;
    mk_head *head = &t->state.head;
    int32_t before[MK_MAX_PLAYERS];
    memcpy(before, head->total, sizeof before);
    h->c.index = h->ahead.first + (uint32_t)t->game;
    h->c.shuffled = deck;
    head->undealt = false;
    NAME(deal)(&h->c, &t->state, NULL);
    NAME(play_round)(&h->c, &t->state, t->key, h->sitting);
    if (head->over || head->undealt) {
        mk_put_round(results, t->game, &h->c, before, head);
    }
    if (head->over || head->ply >= h->sitting->max_plies) {
        mk_put_result(results, t->game, &h->c, head);
        NAME(sit_down)(h, t);
    }
}

static size_t NAME(play_rounds)(hall *h) {
    table *playing[MK_AT_ONCE];
    mk_lane lanes[MK_AT_ONCE];
    size_t n = 0;
    for (table *t = h->table; t < h->table + MK_AT_ONCE; t++) {
        if (t->plays) {
            lanes[n] = (mk_lane){h->ahead.first + (uint32_t)t->game, t->state.head.round};
            playing[n++] = t;
        }
    }
    mk_decks_ahead(&h->ahead, &h->c, RULES.items, lanes, n);
    for (size_t i = 0; i < n; i++) {
        NAME(play_table)(h, playing[i], h->ahead.deck[i]);
    }
    return n;
}

static int NAME(simulate)(const mk_config *c, const mk_sitting *sitting) {
    hall h;
    h.sitting = sitting;
    h.c = *c;
    h.next = 0;
    mk_look_ahead(&h.ahead, c, &RULES);
    for (size_t i = 0; i < MK_AT_ONCE; i++) {
        NAME(sit_down)(&h, &h.table[i]);
    }
    while (NAME(play_rounds)(&h) > 0) {
    }
    return MK_OK;
}
