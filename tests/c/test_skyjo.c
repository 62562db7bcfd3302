/* Skyjo through the public header: what must hold after every action of games at random, worlds, batches, hands.
 *
 * Prints a line for each check, and exits with 1 if one fails.
 */
#include "skyjo_position.h"

enum { GAMES = 400, MOST_PLIES = 4000, WORLD_EVERY = 23 };

/* Worlds (C12). */

static size_t ask(const mk_game *g, int seat, int32_t *words) {
    uint16_t codes[MK_MAX_CODES];
    int8_t due[8];
    size_t n = mk_observe(g, seat, words);
    n += mk_memory(g, seat, words + n);
    size_t legal = mk_legal(g, seat, codes);
    for (size_t i = 0; i < legal; i++) {
        words[n++] = codes[i];
    }
    size_t seats = mk_due(g, due);
    for (size_t i = 0; i < seats; i++) {
        words[n++] = due[i];
    }
    return n;
}

static bool same_words(const int32_t *a, size_t n, const int32_t *b, size_t m) { return n == m && memcmp(a, b, n * sizeof *a) == 0; }

/* S12: which cards the draw pile was made of is public, so it and a card drawn from it keep their faces. */
static void check_pools(const mk_game *g, const mk_game *world) {
    view a;
    view b;
    int of_a[FACES] = {0};
    int of_b[FACES] = {0};
    read_view(g, MK_HOST, &a);
    read_view(world, MK_HOST, &b);
    count_cards(a.pile, a.draw_size, of_a);
    count_cards(b.pile, b.draw_size, of_b);
    count_cards(&a.held, 1, of_a);
    count_cards(&b.held, 1, of_b);
    REQUIRE(memcmp(of_a, of_b, sizeof of_a) == 0);
}

/* In how many worlds another key gave another card: in a grid, in the draw pile, in another's hand. */
static int changed_grids, changed_piles, changed_held;

static void count_changes(const mk_game *world, const mk_game *other) {
    view a;
    view b;
    read_view(world, MK_HOST, &a);
    read_view(other, MK_HOST, &b);
    changed_grids += memcmp(a.grid, b.grid, sizeof a.grid) != 0;
    changed_piles += memcmp(a.pile, b.pile, sizeof a.pile) != 0;
    changed_held += a.held != b.held;
}

static void check_world(const mk_game *g, const int32_t *option, bool reshuffled) {
    int32_t known[2 * MK_VIEW_WORDS];
    int32_t told[2 * MK_VIEW_WORDS];
    mk_game *world = malloc(mk_game_bytes());
    mk_game *again = malloc(mk_game_bytes());
    uint8_t key[MK_KEY_BYTES] = {(uint8_t)roll(256), (uint8_t)roll(256)};
    int seat = (int)roll((uint32_t)mk_players(g));
    if (!world || !again) {
        exit(2);
    }
    REQUIRE(mk_sample_world(g, seat, key, world) == MK_OK);
    size_t n = ask(g, seat, known);
    size_t m = ask(world, seat, told);
    REQUIRE(same_words(known, n, told, m));
    check_position(world, option);
    if (reshuffled) {
        check_pools(g, world);
    }
    key[2] = 1; /* what the seat can't tell apart gives equal worlds */
    REQUIRE(mk_sample_world(world, seat, key, again) == MK_OK);
    count_changes(world, again);
    m = mk_digest(again, told);
    REQUIRE(mk_sample_world(g, seat, key, world) == MK_OK);
    n = mk_digest(world, known);
    REQUIRE(same_words(known, n, told, m));
    free(world);
    free(again);
}

/* Games with a log. */

typedef struct table {
    mk_game *game;
    mk_game *before;
    int32_t option[OPTIONS];
    uint32_t weight[KINDS]; /* of kinds of actions, so that games differ */
    int count[GAME_ENDED + 1];
    int32_t totals[8];
    int turns_after_close; /* -1: nobody has closed */
    int last_closer;       /* -1: the first round */
    bool reshuffled;
    size_t longest_log;
} table;

static int kind_of(int code) {
    int kind = 0;
    while (kind + 1 < KINDS && code >= mk_first_code(SKYJO, kind + 1)) {
        kind++;
    }
    return kind;
}

static int pick_code(const table *t, int seat) {
    uint16_t codes[MK_MAX_CODES];
    uint32_t sum[MK_MAX_CODES];
    size_t n = mk_legal(t->game, seat, codes);
    uint32_t all = 0;
    for (size_t i = 0; i < n; i++) {
        all += t->weight[kind_of(codes[i])];
        sum[i] = all;
    }
    uint32_t die = roll(all);
    size_t i = 0;
    while (sum[i] <= die) {
        i++;
    }
    return codes[i];
}

/* S9, S10, counted anew from the record of the round: round, starter, scores, totals, hands, closer. */
static void check_scores(table *t, const int32_t *result, int players) {
    view v = {.players = players};
    const int32_t *score = result + 3;
    const int32_t *totals = score + players + 1;
    int closer = *read_grids(totals + players, &v);
    int own[8] = {0};
    bool beaten = false;
    for (int p = 0; p < players; p++) {
        for (int slot = 0; slot < SLOTS; slot++) {
            own[p] += v.grid[p][slot] == NOTHING ? 0 : v.grid[p][slot];
        }
    }
    for (int p = 0; p < players; p++) {
        beaten |= own[p] < own[closer] || (p != closer && own[p] == own[closer] && t->option[TIE_DOUBLES]);
    }
    bool doubled = beaten && (own[closer] > 0 || !t->option[DOUBLE_ONLY_POSITIVE]);
    for (int p = 0; p < players; p++) {
        REQUIRE(own[p] >= -17 && own[p] <= (t->option[CLEAR_AT_REVEAL] ? 140 : 142));
        REQUIRE(score[p] == own[p] * (p == closer && doubled ? 2 : 1));
        t->totals[p] += score[p];
        REQUIRE(t->totals[p] == totals[p]);
    }
    check_columns(&v, t->option[CLEAR_AT_REVEAL]);
    REQUIRE(t->turns_after_close == players - 1); /* S8 */
    t->turns_after_close = -1;
    t->last_closer = closer;
}

/* One bit for each of `seats` whose two opened cards count most: their sum, or the higher one. */
static int seats_with_most(const view *v, int seats, bool by_sum) {
    int most = NOTHING;
    int best = 0;
    for (int p = 0; p < v->players; p++) {
        int sum = 0;
        int highest = LOWEST;
        for (int slot = 0; slot < SLOTS; slot++) {
            int card = v->grid[p][slot];
            sum += card == MK_NONE ? 0 : card;
            highest = card > highest ? card : highest;
        }
        int counted = by_sum ? sum : highest;
        if (seats >> p & 1 && counted >= most) {
            best = (counted > most ? 0 : best) | 1 << p;
            most = counted;
        }
    }
    return best;
}

/* S4. */
static void check_starter(const table *t, int starter) {
    view v;
    read_view(t->game, MK_ONLOOKER, &v);
    int tied = seats_with_most(&v, 255, true);
    REQUIRE(v.starter == starter && mk_turn(t->game) == starter);
    if (t->option[NEXT_STARTER] && t->last_closer >= 0) {
        REQUIRE(starter == t->last_closer);
        return;
    }
    REQUIRE(tied >> starter & 1);
    if (t->option[TIE_START] != 1) {
        tied = t->option[TIE_START] == 2 ? seats_with_most(&v, tied, false) : tied;
        REQUIRE((tied & ((1 << starter) - 1)) == 0 && tied >> starter & 1);
    }
}

static void follow_event(table *t, const int32_t *event, int players) {
    t->count[event[0]]++;
    switch (event[0]) {
    case DEALT:
        t->reshuffled = false;
        break;
    case RESHUFFLED:
        t->reshuffled = true;
        break;
    case STARTED:
        check_starter(t, event[1]);
        break;
    case DREW:
    case TOOK:
        t->turns_after_close += t->turns_after_close >= 0;
        break;
    case CLOSED:
        REQUIRE(t->turns_after_close < 0);
        t->turns_after_close = 0;
        break;
    case ROUND_SCORED:
        check_scores(t, event + 1, players);
        break;
    default:
        break;
    }
}

/* Also that a drawn card is told to the drawer alone. */
static void follow_log(table *t, const int32_t *log, size_t used) {
    int32_t event[MK_LOG_WORDS];
    int32_t seen[MK_LOG_WORDS];
    uint32_t ply;
    int players = mk_players(t->game);
    int viewer = (int)roll((uint32_t)players + 1);
    viewer = viewer == players ? MK_ONLOOKER : viewer;
    size_t also = 0;
    for (size_t at = 0; mk_next_event(SKYJO, log, used, &at, MK_HOST, event, &ply) > 0;) {
        size_t n = mk_next_event(SKYJO, log, used, &also, viewer, seen, &ply);
        bool hidden = event[0] == DREW && event[1] != viewer;
        REQUIRE(ply == mk_ply(t->game));
        REQUIRE(hidden ? seen[2] == MK_NONE && event[2] != MK_NONE : memcmp(event, seen, n * sizeof *seen) == 0);
        follow_event(t, event, players);
    }
    t->longest_log = used > t->longest_log ? used : t->longest_log;
}

/* C11. */
static void check_refusals(const table *t) {
    int32_t log[MK_LOG_WORDS];
    size_t used;
    int codes = mk_first_code(SKYJO, KINDS);
    memcpy(t->before, t->game, mk_game_bytes());
    int who = (int)roll(MK_HOST + 1);
    int code = (int)roll((uint32_t)codes + 2) - 1;
    if (mk_check(t->game, who, code) != MK_OK) {
        REQUIRE(mk_apply(t->game, who, code, log, &used) != MK_OK && used == 0);
        REQUIRE(memcmp(t->before, t->game, mk_game_bytes()) == 0);
        REQUIRE((mk_reason(t->game, who, code) >= 0) == (mk_check(t->game, who, code) == MK_ILLEGAL));
    }
}

static void play_game(table *t, const mk_setup *setup) {
    int32_t log[MK_LOG_WORDS];
    size_t used;
    mk_fault fault;
    int8_t due[8];
    memset(t->totals, 0, sizeof t->totals);
    t->turns_after_close = -1;
    t->last_closer = -1;
    REQUIRE(mk_begin(t->game, setup, log, &used, &fault) == MK_OK);
    follow_log(t, log, used);
    for (int i = 0; i < MOST_PLIES && !mk_is_over(t->game); i++) {
        int seat = due[roll((uint32_t)mk_due(t->game, due))];
        check_refusals(t);
        REQUIRE(mk_apply(t->game, seat, pick_code(t, seat), log, &used) == MK_OK);
        follow_log(t, log, used);
        check_position(t->game, t->option);
        if (roll(WORLD_EVERY) == 0) {
            check_world(t->game, t->option, t->reshuffled);
        }
    }
}

static void set_options(table *t) {
    static const uint32_t most[OPTIONS] = {300, 3, 2, 2, 2, 2, 2};
    for (int i = 0; i < OPTIONS; i++) {
        t->option[i] = (int32_t)roll(most[i]);
    }
    t->option[TARGET]++;
    for (int i = 0; i < KINDS; i++) {
        t->weight[i] = 1 + (roll(2) ? roll(30) : 0);
    }
}

static void test_random_games(void) {
    static table t;
    int before = failures;
    start_check("random games of all options and 2 to 8 players keep to the rules");
    t.game = malloc(mk_game_bytes());
    t.before = malloc(mk_game_bytes());
    if (!t.game || !t.before) {
        exit(2);
    }
    for (uint32_t i = 0; i < GAMES; i++) {
        set_options(&t);
        mk_setup setup = {.game = SKYJO, .players = (int32_t)(2 + i % 7), .index = i, .options = t.option, .option_words = OPTIONS};
        setup.first_player = (int32_t)roll((uint32_t)setup.players);
        play_game(&t, &setup);
    }
    for (int kind = DEALT; kind <= GAME_ENDED; kind++) {
        REQUIRE(t.count[kind] > 0);
    }
    REQUIRE(changed_grids > 0 && changed_piles > 0 && changed_held > 0);
    end_check(before);
    printf("       events by kind:");
    for (int kind = DEALT; kind <= GAME_ENDED; kind++) {
        printf(" %d", t.count[kind]);
    }
    printf("; longest log %zu of %d words\n", t.longest_log, MK_LOG_WORDS);
    free(t.game);
    free(t.before);
}

/* The defaults of the policy `prudent`, as its row tells them, for each seat. */
static void read_defaults(int32_t *parameters, int players) {
    const char *text = mk_row(SKYJO, MK_TABLE_POLICIES, 1);
    for (int i = 0; (text = strchr(text, ' ')); i++) {
        text++;
        const char *number = text;
        for (int colon = 0; colon < 3; colon++) {
            number = strchr(number, ':') + 1;
        }
        for (int p = 0; p < players; p++) {
            parameters[p * MK_MAX_POLICY_PARAMETERS + i] = (int32_t)strtol(number, NULL, 10);
        }
    }
}

/* A batch's game is the game that the same policy plays alone. */

static void play_alone(mk_game *g, const mk_setup *setup, const int32_t *parameters, int policy) {
    int32_t log[MK_LOG_WORDS];
    size_t used;
    mk_fault fault;
    int8_t due[8];
    mk_begin(g, setup, log, &used, &fault);
    while (!mk_is_over(g)) {
        mk_due(g, due);
        int code = mk_choose(g, due[0], policy, parameters);
        if (mk_apply(g, due[0], code, log, &used) != MK_OK) {
            require(false, "a policy chooses a legal code");
            return;
        }
    }
}

static void test_batch_equals_single_games(void) {
    enum { N = 40, PLAYERS = 3 };
    int before = failures;
    start_check("a batch plays the games that are played alone");
    static const int32_t options[OPTIONS] = {100, 1, 1, 1, 1, 1, 1};
    int32_t parameters[PLAYERS * MK_MAX_POLICY_PARAMETERS] = {0};
    read_defaults(parameters, PLAYERS);
    int32_t totals[N * PLAYERS];
    int32_t rounds[N];
    int32_t plies[N];
    uint8_t ranks[N * PLAYERS];
    uint8_t winners[N * PLAYERS];
    uint8_t truncated[N];
    mk_results results = {totals, ranks, winners, rounds, plies, truncated, NULL, 0};
    mk_game *g = malloc(mk_game_bytes());
    for (int policy = 0; g && policy < 2; policy++) {
        mk_setup setup = {.game = SKYJO, .players = PLAYERS, .index = 5, .options = options, .option_words = OPTIONS};
        uint8_t policies[PLAYERS] = {(uint8_t)policy, (uint8_t)policy, (uint8_t)policy};
        mk_fault fault;
        REQUIRE(mk_simulate(&setup, N, policies, parameters, UINT32_MAX, &results, &fault) == MK_OK);
        for (int i = 0; i < N; i++, setup.index++) {
            int32_t outcome[MK_VIEW_WORDS];
            play_alone(g, &setup, parameters, policy);
            mk_outcome(g, outcome);
            REQUIRE(memcmp(outcome + 1, totals + i * PLAYERS, PLAYERS * sizeof *totals) == 0);
            REQUIRE(mk_ply(g) == (uint32_t)plies[i] && !truncated[i]);
        }
    }
    free(g);
    end_check(before);
}

/* Seats of both policies in turn, so that neither gains by its place. */
static void test_prudent_beats_random(void) {
    enum { N = 500, PLAYERS = 2 };
    int before = failures;
    start_check("prudent scores less than random");
    static const int32_t options[OPTIONS] = {1, 0, 0, 0, 0, 1, 1};
    static int32_t totals[N * PLAYERS];
    static int32_t counts[2 * N];
    static uint8_t bytes[3][N * PLAYERS];
    mk_results results = {totals, bytes[0], bytes[1], counts, counts + N, bytes[2], NULL, 0};
    int32_t parameters[PLAYERS * MK_MAX_POLICY_PARAMETERS] = {0};
    int64_t sum[2] = {0, 0};
    read_defaults(parameters, PLAYERS);
    for (int place = 0; place < PLAYERS; place++) {
        mk_setup setup = {.game = SKYJO, .players = PLAYERS, .options = options, .option_words = OPTIONS};
        uint8_t policies[PLAYERS] = {place == 0, place == 1};
        mk_fault fault;
        REQUIRE(mk_simulate(&setup, N, policies, parameters, UINT32_MAX, &results, &fault) == MK_OK);
        for (int i = 0; i < N * PLAYERS; i++) {
            sum[policies[i % PLAYERS]] += totals[i];
        }
    }
    REQUIRE(sum[1] + 20 * N * PLAYERS < sum[0]);
    end_check(before);
}

/* Hands and decks. */

static int score(const int8_t *hand, size_t n, bool clear, mk_fault *fault) {
    int32_t options[OPTIONS] = {100, 0, 0, 0, 0, clear, 1};
    int16_t result = 0;
    int status = mk_score_hands(SKYJO, options, OPTIONS, hand, 1, n, MK_ROWS, MK_PATH_PORTABLE, &result, fault);
    return status == MK_OK ? result : MK_NONE;
}

static void test_hands(void) {
    int before = failures;
    mk_fault fault;
    start_check("a hand counts its sum without complete columns, and a wrong one is refused");
    const int8_t example[SLOTS] = {0, 2, 1, -1, 0, -2, 1, 3, 5, 3, 0, -2}; /* example 2: no column is complete */
    const int8_t column[SLOTS] = {7, 0, -2, MK_EMPTY, 7, 9, -2, MK_EMPTY, 7, 0, -2, MK_EMPTY};
    int8_t wrong[SLOTS] = {0};
    REQUIRE(score(example, SLOTS, true, &fault) == 10);
    REQUIRE(score(column, SLOTS, true, &fault) == 9);
    REQUIRE(score(column, SLOTS, false, &fault) == 9 + 21 - 6);
    REQUIRE(score(example, SLOTS - 1, true, &fault) == MK_NONE && fault.where == 0 && fault.value == SLOTS - 1);
    wrong[5] = 13;
    REQUIRE(score(wrong, SLOTS, true, &fault) == MK_NONE && fault.value == 5);
    wrong[5] = -3;
    REQUIRE(score(wrong, SLOTS, true, &fault) == MK_NONE && fault.value == 5);
    end_check(before);
}

/* C3, C4, S2. */
static void test_given_decks(void) {
    enum { PLAYERS = 5, FIRST = 3 };
    int before = failures;
    start_check("a given deck is dealt one card at a time from the first player");
    static const int32_t options[OPTIONS] = {100, 0, 0, 0, 0, 1, 1};
    int8_t deck[DECK];
    int32_t log[MK_LOG_WORDS];
    size_t used;
    mk_fault fault;
    mk_game *g = malloc(mk_game_bytes());
    mk_setup setup = {.game = SKYJO, .players = PLAYERS, .first_player = FIRST, .index = 9, .options = options, .option_words = OPTIONS};
    REQUIRE(mk_shuffle_decks(&setup, 1, deck) == MK_OK);
    setup.decks = deck;
    setup.deck_bytes = sizeof deck;
    setup.index = 10;
    if (g && mk_begin(g, &setup, log, &used, &fault) == MK_OK) {
        view v;
        int8_t due[8];
        read_view(g, MK_HOST, &v);
        for (int i = 0; i < PLAYERS * SLOTS; i++) {
            REQUIRE(v.grid[(FIRST + i) % PLAYERS][i / PLAYERS] == deck[i]);
        }
        REQUIRE(v.top == deck[PLAYERS * SLOTS] && v.discard_size == 1 && v.pile[0] == deck[PLAYERS * SLOTS + 1]);
        REQUIRE(v.starter == MK_NONE && v.phase == PHASE_SETUP && mk_turn(g) == -1);
        REQUIRE(mk_due(g, due) == PLAYERS && due[0] == FIRST && due[PLAYERS - 1] == FIRST - 1);
    }
    free(g);
    deck[0] = (int8_t)(deck[0] == 12 ? 11 : 12);
    REQUIRE(mk_check_setup(&setup, &fault) == MK_BAD_DECK);
    end_check(before);
}

int main(void) {
    test_random_games();
    test_batch_equals_single_games();
    test_prudent_beats_random();
    test_hands();
    test_given_decks();
    return failures > 0;
}
