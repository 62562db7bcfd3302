static int fifty_choose_well(const mk_config *c, const void *state, int seat, const mk_spans *legal, const int32_t *parameters, uint64_t dice) {
    (void)c;(void)state;(void)seat;(void)parameters;
    return mk_span_select(legal, mk_die(dice, mk_span_count(legal)));
}
