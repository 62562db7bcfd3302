/* A round played on by policies, for one game's rules: included after simulate.h, with the same macros.
 *
 * Ends with the round, with the game, or at `max_plies`. `key` holds a key for each seat's dice.
 */
static void NAME(play_on)(const mk_config *c, void *state, const uint64_t *key, const uint8_t *policy, const int32_t *parameters,
                          uint32_t max_plies) {
    STATE *s = state;
    uint32_t round = s->head.round;
    while (!s->head.over && s->head.round == round && s->head.ply < max_plies) {
        int seat = NAME(first_due)(c, s);
        int code = NAME(choose)(c, s, seat, policy[seat], parameters + seat * MK_MAX_POLICY_PARAMETERS, mk_mix(key[seat], s->head.ply, 0));
        s->head.ply++;
        NAME(apply)(c, s, seat, code, NULL);
    }
}
