/* Whole games without a log, for one game's rules: included at the end of its source, so that the compiler sees them.
 *
 * Expects STATE (the type) and NAME(function) for begin, first_due, legal, apply and choose_well; leaves NAME(choose)
 * and NAME(simulate).
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

static void NAME(play_out)(const mk_config *c, STATE *s, const uint8_t *policy, const int32_t *parameters, uint32_t max_plies) {
    uint64_t key[MK_MAX_PLAYERS];
    mk_policy_keys(c, key);
    while (!s->head.over && s->head.ply < max_plies) {
        int seat = NAME(first_due)(c, s);
        int code = NAME(choose)(c, s, seat, policy[seat], parameters + seat * MK_MAX_POLICY_PARAMETERS, mk_mix(key[seat], s->head.ply, 0));
        s->head.ply++;
        NAME(apply)(c, s, seat, code, NULL);
    }
}

static int NAME(simulate)(mk_config *c, size_t n, const uint8_t *policy, const int32_t *parameters, uint32_t max_plies,
                          const mk_results *out) {
    _Alignas(64) STATE s; /* a cache line of its own for each thread */
    for (size_t i = 0; i < n; i++) {
        memset(&s, 0, sizeof s);
        NAME(begin)(c, &s, NULL);
        NAME(play_out)(c, &s, policy, parameters, max_plies);
        mk_put_result(out, i, c, &s.head);
        c->index++;
    }
    return MK_OK;
}
