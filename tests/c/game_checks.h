/* Facts that hold of every game, for the test programs of the games: included by each, after which it defines
 * `check_state`, the facts of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../csrc/include/masko_sdk.h"

static int failures = 0;
static const char *broken; /* the first broken fact of the check that runs */

static void report(const char *fact) {
    printf("%s %s%s%s\n", broken ? "FAIL" : "ok  ", fact, broken ? ": " : "", broken ? broken : "");
    failures += broken != NULL;
    broken = NULL;
}

static void expect(int holds, const char *fact) {
    if (!holds && !broken) {
        broken = fact;
    }
}

/* Numbers for the tests' own choices: SplitMix64. */
static uint64_t random_state;

static uint32_t pick(uint32_t bound) {
    uint64_t x = random_state += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((x ^ (x >> 31)) >> 32) % bound;
}

static void check_state(const mk_game *g);

static mk_game *new_game(void) {
    mk_game *g = calloc(1, mk_game_bytes());
    if (!g) {
        exit(2);
    }
    return g;
}

static void begin(mk_game *g, const mk_setup *setup, int32_t *log, size_t *used) {
    mk_fault fault;
    expect(mk_begin(g, setup, log, used, &fault) == MK_OK, "the setup is accepted");
    expect(*used <= MK_LOG_WORDS, "the log has room");
}

static void play(mk_game *g, int seat, int code, int32_t *log, size_t *used) {
    expect(mk_apply(g, seat, code, log, used) == MK_OK, "a legal code is accepted");
    expect(*used <= MK_LOG_WORDS, "the log has room");
}

/* Applies a code without looking at what it tells. */
static void play_quietly(mk_game *g, int seat, int code) {
    int32_t log[MK_LOG_WORDS];
    size_t used;
    play(g, seat, code, log, &used);
}

/* Somebody is due, has something to do, and every other code is refused for a reason. */
static void check_legal(const mk_game *g, int codes) {
    int8_t due[MK_MAX_PLAYERS];
    uint16_t legal[MK_MAX_CODES];
    expect(mk_due(g, due) == 1, "one seat is due");
    expect(due[0] == mk_turn(g), "it is that whose turn it is");
    size_t n = mk_legal(g, due[0], legal);
    expect(n > 0, "it has something to do");
    size_t at = 0;
    for (int code = -1; code <= codes; code++) {
        int listed = at < n && legal[at] == code;
        at += (size_t)listed;
        expect(mk_check(g, due[0], code) == (listed ? MK_OK : MK_ILLEGAL), "the legal list and the refusals agree");
        expect((mk_reason(g, due[0], code) >= 0) == !listed, "a refusal has a reason");
    }
    expect(at == n, "the legal list is in code order");
    expect(mk_check(g, MK_HOST, legal[0]) == MK_NOT_DUE, "the host is not due");
}

typedef size_t question(const mk_game *g, int seat, int32_t *words);

static void expect_same(question *ask, const mk_game *a, const mk_game *b, int seat, const char *fact) {
    int32_t of_a[MK_VIEW_WORDS];
    int32_t of_b[MK_VIEW_WORDS];
    size_t n = ask(a, seat, of_a);
    expect(n == ask(b, seat, of_b) && memcmp(of_a, of_b, n * sizeof *of_a) == 0, fact);
}

static size_t ask_digest(const mk_game *g, int seat, int32_t *words) {
    (void)seat;
    return mk_digest(g, words);
}

static void fill_key(uint8_t key[MK_KEY_BYTES]) {
    for (int i = 0; i < MK_KEY_BYTES; i++) {
        key[i] = (uint8_t)pick(256);
    }
}

static void play_on(mk_game *g, int plies) {
    uint16_t legal[MK_MAX_CODES];
    for (; plies > 0 && !mk_is_over(g); plies--) {
        size_t n = mk_legal(g, mk_turn(g), legal);
        play_quietly(g, mk_turn(g), legal[pick((uint32_t)n)]);
        check_state(g);
    }
}

/* C12: the world agrees with what the seat knows, and a state that it can't tell from this one gives the same world. */
static void check_world(const mk_game *g, int seat) {
    uint8_t key[MK_KEY_BYTES];
    uint8_t other_key[MK_KEY_BYTES];
    uint16_t legal[MK_MAX_CODES];
    uint16_t world_legal[MK_MAX_CODES];
    mk_game *world = new_game();
    mk_game *again = new_game();
    fill_key(key);
    fill_key(other_key);
    expect(mk_sample_world(g, seat, key, world) == MK_OK, "a world is sampled");
    expect_same(mk_observe, g, world, seat, "the world has the seat's view");
    expect_same(mk_observe, g, world, MK_ONLOOKER, "the world has the onlooker's view");
    expect_same(mk_memory, g, world, seat, "the world has the seat's memory");
    expect(mk_turn(g) == mk_turn(world), "the world has the same turn");
    size_t n = mk_legal(g, seat, legal);
    expect(n == mk_legal(world, seat, world_legal) && memcmp(legal, world_legal, n * sizeof *legal) == 0, "the world has the legal list");
    check_state(world);
    mk_sample_world(world, seat, other_key, again);
    mk_sample_world(g, seat, other_key, world);
    expect_same(ask_digest, world, again, 0, "states that look alike give equal worlds");
    play_on(world, 20);
    free(world);
    free(again);
}

static void check_worlds(const mk_game *g) {
    for (int seat = 0; seat < mk_players(g); seat++) {
        check_world(g, seat);
    }
}

/* One game to its end or to `max_plies`; each ply is checked, and worlds at one ply in `world_every`. */
static void check_game(const mk_setup *setup, int codes, uint32_t max_plies, uint32_t world_every) {
    int32_t log[MK_LOG_WORDS];
    uint16_t legal[MK_MAX_CODES];
    size_t used;
    mk_game *g = new_game();
    begin(g, setup, log, &used);
    check_state(g);
    while (!mk_is_over(g) && mk_ply(g) < max_plies) {
        check_legal(g, codes);
        if (pick(world_every) == 0) {
            check_worlds(g);
        }
        size_t n = mk_legal(g, mk_turn(g), legal);
        play(g, mk_turn(g), legal[pick((uint32_t)n)], log, &used);
        check_state(g);
    }
    check_worlds(g);
    free(g);
}

/* The defaults of a policy: its row reads "name parameter:lowest:highest:default ...". */
static void read_defaults(int game, int policy, int32_t *parameters) {
    const char *text = strchr(mk_row(game, MK_TABLE_POLICIES, policy), ' ');
    for (int i = 0; text && i < MK_MAX_POLICY_PARAMETERS; i++) {
        expect(sscanf(text, " %*[a-z_]:%*d:%*d:%d", &parameters[i]) == 1, "a parameter has a default");
        text = strchr(text + 1, ' ');
    }
    expect(mk_check_policy(game, policy, parameters) == MK_OK, "the defaults are in their ranges");
}

/* A batch's games are those that `mk_choose` plays one by one. */
static void check_batch(const mk_setup *setup, int policy, const int32_t *parameters, uint32_t max_plies) {
    enum { GAMES = 20 };
    int32_t totals[GAMES * MK_MAX_PLAYERS], rounds[GAMES], plies[GAMES];
    uint8_t ranks[GAMES * MK_MAX_PLAYERS], winners[GAMES * MK_MAX_PLAYERS], truncated[GAMES], policies[MK_MAX_PLAYERS];
    int32_t all[MK_MAX_PLAYERS * MK_MAX_POLICY_PARAMETERS];
    mk_results results = {totals, ranks, winners, rounds, plies, truncated, NULL, 0};
    mk_fault fault;
    mk_game *g = new_game();
    memset(policies, policy, sizeof policies);
    for (int p = 0; p < MK_MAX_PLAYERS; p++) {
        memcpy(all + p * MK_MAX_POLICY_PARAMETERS, parameters, MK_MAX_POLICY_PARAMETERS * sizeof *parameters);
    }
    expect(mk_simulate(setup, GAMES, policies, all, max_plies, &results, &fault) == MK_OK, "the batch runs");
    for (int i = 0; i < GAMES && !broken; i++) {
        mk_setup one = *setup;
        int32_t log[MK_LOG_WORDS], outcome[MK_VIEW_WORDS];
        size_t used;
        one.index += (uint32_t)i;
        begin(g, &one, log, &used);
        while (!mk_is_over(g) && mk_ply(g) < max_plies) {
            play(g, mk_turn(g), mk_choose(g, mk_turn(g), policy, parameters), log, &used);
        }
        mk_outcome(g, outcome);
        expect(memcmp(outcome + 1, totals + i * setup->players, (size_t)setup->players * sizeof *totals) == 0, "totals of the batch");
        expect(mk_ply(g) == (uint32_t)plies[i], "plies of the batch");
    }
    free(g);
}
