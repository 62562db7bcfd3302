/* Masko: facts that hold at every ply of random games; MASKO_SDK_TRANSITIONS=10000000 in the environment is the campaign.
 *
 * Each game draws its options and a weight for each kind of action, so that rounds get long and piles empty.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../csrc/games/masko.h"

enum { GAME = 0, OPTIONS = 14, MAX_PLIES = 3000, KINDS = 15, WORLD_EVERY = 64, STANDARD = 120000 };

static const char *broken;

static void expect(int holds, const char *fact) {
    if (!holds && !broken) {
        broken = fact;
    }
}

/* Numbers for the test's own choices: SplitMix64. */
static uint64_t random_state = 2024;

static uint32_t pick(uint32_t bound) {
    uint64_t x = random_state += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((x ^ (x >> 31)) >> 32) % bound;
}

static const masko_state *state_of(const mk_game *g) { return (const masko_state *)(const void *)g->state; }

/* M1: where each card lies, once. */
static void count_places(const mk_game *g, uint8_t *count) {
    const masko_state *s = state_of(g);
    for (int p = 0; p < g->config.players; p++) {
        for (uint64_t slots = s->occupied[p]; slots; slots &= slots - 1) {
            count[s->hand[p][mk_lowest_bit(slots)]]++;
        }
    }
    for (int i = s->pile_next; i < DECK; i++) {
        count[s->pile[i]]++;
    }
    for (int i = 0; i < s->discard_size; i++) {
        count[s->discard[i]]++;
    }
    if (s->held != NO_CARD) {
        count[s->held]++;
    }
}

static void check_cards(const mk_game *g) {
    const masko_state *s = state_of(g);
    uint8_t count[DECK] = {0};
    int gone = 0;
    count_places(g, count);
    for (uint8_t card = 0; card < DECK; card++) {
        expect(count[card] <= 1, "M1: a card lies in one place");
        expect(count[card] == 1 || is_special(card), "M23: only used specials are out");
        gone += count[card] == 0;
    }
    expect(gone == s->used_specials, "M1: no card is lost");
}

static void check_state(const mk_game *g) {
    const masko_state *s = state_of(g);
    int n = g->config.players;
    check_cards(g);
    for (int p = 0; p < n; p++) {
        expect(s->next_slot[p] <= 56 - 4 * n, "M12: slot numbers stay in their bound");
        expect(s->occupied[p] >> s->next_slot[p] == 0, "M12: no card beyond the next slot");
    }
    expect(s->waiting <= POWERS, "M22: at most two powers wait");
    expect(pile_size(s) > 0 || s->maskoman != NO_SEAT, "M33: an empty pile means a MASKO stands");
    expect((s->head.window != 0) == (s->head.phase == PHASE_WINDOW), "M18: a window has its phase");
    expect((s->head.phase == PHASE_HOLD) == (s->held != NO_CARD), "M7: a card is held in its phase alone");
    expect(s->head.phase != PHASE_TURN || s->discard_size == 0 || !is_special(s->discard[s->discard_size - 1]),
           "M23: no special lies there to be taken");
}

static int kind_of(int code) {
    int kind = 0;
    while (kind + 1 < KINDS && mk_first_code(GAME, kind + 1) <= code) {
        kind++;
    }
    return kind;
}

/* Every code of one who is due is legal or refused for a reason, and a refusal changes nothing. */
static void check_refusals(mk_game *g, int who) {
    static uint8_t before[1 << 14];
    uint16_t legal[MK_MAX_CODES];
    int32_t log[MK_LOG_WORDS];
    size_t used, at = 0, n = mk_legal(g, who, legal);
    expect(mk_game_bytes() <= sizeof before, "a game fits");
    memcpy(before, g, mk_game_bytes());
    for (int code = -1; code <= CODES; code++) {
        int listed = at < n && legal[at] == code;
        at += (size_t)listed;
        expect(mk_check(g, who, code) == (listed ? MK_OK : MK_ILLEGAL), "the legal list and the refusals agree");
        if (!listed) {
            expect(mk_apply(g, who, code, log, &used) == MK_ILLEGAL && used == 0, "C11: refused");
            expect(mk_reason(g, who, code) >= 0, "a refusal has a reason");
        }
    }
    expect(memcmp(before, g, mk_game_bytes()) == 0, "C11: a refusal changes nothing");
}

/* C12. */
static void check_world(const mk_game *g, mk_game *world) {
    int32_t ours[MK_VIEW_WORDS], theirs[MK_VIEW_WORDS];
    uint8_t key[MK_KEY_BYTES];
    int seat = (int)pick((uint32_t)mk_players(g));
    for (int i = 0; i < MK_KEY_BYTES; i++) {
        key[i] = (uint8_t)pick(256);
    }
    expect(mk_sample_world(g, seat, key, world) == MK_OK, "a world is sampled");
    check_state(world);
    size_t n = mk_observe(g, seat, ours);
    expect(n == mk_observe(world, seat, theirs) && memcmp(ours, theirs, n * sizeof *ours) == 0, "C12: the seat's view");
    n = mk_memory(g, seat, ours);
    expect(n == mk_memory(world, seat, theirs) && memcmp(ours, theirs, n * sizeof *ours) == 0, "C12: the seat's memory");
}

static void random_options(int32_t *option) {
    option[OPTION_TARGET] = 1 + (int32_t)pick(200);
    for (int i = 0; i < 7; i++) {
        option[OPTION_SPECIAL_POINTS + i] = (int32_t)pick(100);
    }
    option[OPTION_NEXT_STARTER] = (int32_t)pick(4);
    option[OPTION_MAY_RETURN_TAKEN] = (int32_t)pick(2);
    option[OPTION_CHAIN] = (int32_t)pick(2);
    option[OPTION_ATTEMPTS] = pick(3) ? 1 + (int32_t)pick(3) : MK_NONE;
    option[OPTION_RACE] = (int32_t)pick(2);
    option[OPTION_REVEAL_CHOICE] = (int32_t)pick(2);
}

/* One of those due, or now and then the host in a window, and a legal code: its kind by weight. */
static int choose(const mk_game *g, const uint32_t *weight, int *who) {
    int8_t due[MK_MAX_PLAYERS];
    uint16_t legal[MK_MAX_CODES];
    uint32_t total = 0;
    size_t n = mk_due(g, due);
    expect(n > 0, "C7: somebody is due");
    *who = mk_window(g) && pick(30) == 0 ? MK_HOST : due[pick((uint32_t)n)];
    n = mk_legal(g, *who, legal);
    expect(n > 0, "who is due has something to do");
    for (size_t i = 0; i < n; i++) {
        total += weight[kind_of(legal[i])];
    }
    uint32_t at = pick(total);
    size_t i = 0;
    while (at >= weight[kind_of(legal[i])]) {
        at -= weight[kind_of(legal[i++])];
    }
    return legal[i];
}

static long play_game(long transitions, mk_game *g, mk_game *world) {
    int32_t option[OPTIONS], log[MK_LOG_WORDS];
    uint32_t weight[KINDS];
    size_t used;
    mk_fault fault;
    random_options(option);
    mk_setup setup = {.game = GAME, .players = 2 + (int)pick(7), .index = pick(1U << 30), .options = option, .option_words = OPTIONS};
    setup.first_player = (int32_t)pick((uint32_t)setup.players);
    for (int kind = 0; kind < KINDS; kind++) {
        weight[kind] = 1 + (pick(2) ? 0 : pick(40));
    }
    weight[kind_of(ANNOUNCE)] = 1;
    expect(mk_begin(g, &setup, log, &used, &fault) == MK_OK, "the setup is accepted");
    while (!mk_is_over(g) && mk_ply(g) < MAX_PLIES && transitions > 0 && !broken) {
        int who;
        int code = choose(g, weight, &who);
        if (pick(WORLD_EVERY) == 0) {
            check_refusals(g, who);
            check_world(g, world);
        }
        expect(mk_apply(g, who, code, log, &used) == MK_OK, "a legal code is accepted");
        expect(used <= MK_LOG_WORDS, "the log has room");
        check_state(g);
        transitions--;
    }
    return transitions;
}

int main(void) {
    const char *asked = getenv("MASKO_SDK_TRANSITIONS");
    long transitions = asked ? atol(asked) : STANDARD;
    long played = transitions;
    mk_game *g = calloc(1, mk_game_bytes());
    mk_game *world = calloc(1, mk_game_bytes());
    if (!g || !world) {
        return 2;
    }
    while (transitions > 0 && !broken) {
        transitions = play_game(transitions, g, world);
    }
    printf("%s %ld random transitions keep the rules%s%s\n", broken ? "FAIL" : "ok  ", played - transitions, broken ? ": " : "",
           broken ? broken : "");
    free(g);
    free(world);
    return broken != NULL;
}
