/* A round played on by policies, for one game's rules: included after simulate.h, with the same macros.
 *
 * Ends with the round, with the game, or at `max_plies`. `key` holds a key for each seat's dice.
 */
static void NAME(play_on)(const mk_config *c, void *state, const uint64_t *key, const uint8_t *policy, const int32_t *parameters,
                          uint32_t max_plies) {
    const mk_sitting sitting = {.policies = policy, .parameters = parameters, .max_plies = max_plies};
    NAME(deal_if_due)(c, state);
    NAME(play_round)(c, state, key, &sitting);
}
