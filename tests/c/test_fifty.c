/* Fifty Fifty: the examples of the rule page, and facts that hold at every ply of random games. */
#include "../../csrc/games/fifty.h"
#include "game_checks.h"

enum { GAME = 3, MAX_PLIES = 225, COVER = MK_NONE };

static const int32_t standard[OPTION_END] = {10, 1, 7, 7, 1, 2, 6, 6, 2, 3, 5, 5, 3, 4, 4, 3, 3, 2, 4, 4, 2};
static const int32_t tightrope[OPTION_END] = {13, 1, 1, 2, 2, 3, 3,     4, 4,     5,     5, 6,     6, 7,
                                              7,  8, 8, 9, 9, 0, COVER, 0, COVER, COVER, 0, COVER, 0};

static const fifty_state *state_of(const mk_game *g) { return (const fifty_state *)(const void *)g->state; }

static uint64_t played_by(const fifty_state *s, int seat) {
    uint64_t cards = 0;
    for (uint32_t i = 0; i < TRICKS - mk_count_bits(s->hand[seat]); i++) {
        cards |= 1ULL << s->played[seat][i];
    }
    return cards;
}

static void check_state(const mk_game *g) {
    const fifty_state *s = state_of(g);
    uint64_t all = 0;
    uint64_t gone = 0;
    uint32_t n = 0;
    uint32_t moods = 0;
    int32_t masks = 0;
    for (int p = 0; p < g->config.players; p++) {
        all |= s->hand[p] | played_by(s, p);
        gone |= played_by(s, p);
        n += mk_count_bits(s->hand[p]) + mk_count_bits(played_by(s, p));
        masks += s->mask[p];
    }
    for (int i = g->config.players * TRICKS; i < DECK; i++, n++) {
        all |= 1ULL << s->pile[i];
    }
    for (int i = 0; i < moods_of(&g->config); i++) {
        moods |= 1U << s->mood[i];
    }
    expect(n == DECK && all == (1ULL << DECK) - 1, "F1: no card is lost or made");
    expect(gone == s->gone, "F6: played cards are set aside");
    expect(moods == (1U << moods_of(&g->config)) - 1, "F1: no mood is lost or made");
    expect(s->mood_next > s->trick, "F4: a mood for each trick");
    expect(masks >= -20 * TRICKS && masks <= 20 * TRICKS, "F5: half masks of nine tricks");
    expect(s->head.over == (s->head.turn < 0), "somebody is due until the game is over");
}

static mk_setup setup_of(int players, const int32_t *options) {
    mk_setup setup = {.game = GAME, .players = players, .options = options, .option_words = OPTION_END};
    fill_key(setup.key);
    setup.first_player = (int32_t)pick((uint32_t)players);
    return setup;
}

static void random_options(int32_t *option) {
    memset(option, 0, OPTION_END * sizeof *option);
    option[OPTION_MOODS] = FEWEST_MOODS + (int32_t)pick(MOST_MOODS - FEWEST_MOODS + 1);
    for (int i = 0; i < option[OPTION_MOODS]; i++) {
        int32_t *mood = option + OPTION_MOOD + i * COLOURS;
        bool cover = i >= TRICKS && pick(2);
        mood[LAUGHING] = cover ? 0 : (int32_t)pick(21);
        mood[FURIOUS] = cover ? COVER : (int32_t)pick(21);
        if (cover && pick(2)) {
            mood[LAUGHING] = COVER;
            mood[FURIOUS] = 0;
        }
    }
}

static void check_random_games(int games) {
    int32_t option[OPTION_END];
    for (int i = 0; i < games && !broken; i++) {
        random_options(option);
        mk_setup setup = setup_of(3 + i % 3, option);
        check_game(&setup, CODES, MAX_PLIES, 20);
    }
    report("random games keep the rules and give worlds that agree");
}

static void check_batches(void) {
    static const int32_t none[MK_MAX_POLICY_PARAMETERS];
    int32_t prudent[MK_MAX_POLICY_PARAMETERS] = {0};
    read_defaults(GAME, 1, prudent);
    int32_t option[OPTION_END];
    for (int i = 0; i < 12 && !broken; i++) {
        random_options(option);
        mk_setup setup = setup_of(3 + i % 3, option);
        check_batch(&setup, 0, none, MAX_PLIES);
        check_batch(&setup, 1, prudent, 100);
    }
    report("a batch plays as its games do one by one");
}

static int fault_of(const int32_t *option) {
    mk_setup setup = {.game = GAME, .players = 3, .options = option, .option_words = OPTION_END};
    mk_fault fault;
    int status = mk_check_setup(&setup, &fault);
    expect(status == MK_OK || (status == MK_BAD_OPTION && fault.where == 0), "a wrong mood deck is a wrong option");
    return status == MK_OK ? -1 : fault.value;
}

static int fault_with(const int32_t *option, int word, int32_t value) {
    int32_t changed[OPTION_END];
    memcpy(changed, option, sizeof changed);
    changed[word] = value;
    return fault_of(changed);
}

/* F1, F10. */
static void check_options(void) {
    expect(fault_of(standard) == -1 && fault_of(tightrope) == -1, "both presets are accepted");
    expect(fault_with(standard, 0, 8) == 0 && fault_with(standard, 0, 17) == 0, "9 to 16 moods");
    expect(fault_with(standard, 0, MK_NONE) == 0, "the number of moods is a number");
    expect(fault_with(standard, 0, 9) == 19, "what is past the last mood is 0");
    expect(fault_with(standard, 5, 21) == 5 && fault_with(standard, 5, -1) == 5, "numbers lie in 0..20");
    expect(fault_with(standard, 5, MK_NONE) == 5, "6 beside none is no cover");
    expect(fault_with(tightrope, 19, MK_NONE) == 19, "none beside none is no cover");
    expect(fault_with(tightrope, 17, 0) == -1 && fault_with(tightrope, 32, 1) == 32, "a 0 scores; the rest stays empty");
    int32_t few[OPTION_END];
    memcpy(few, tightrope, sizeof few);
    few[1] = 0;
    few[2] = COVER;
    expect(fault_of(few) == 0, "nine moods score");
    report("F1, F10: mood decks");
}

/* F5, F7. */
static void check_scores(void) {
    static const int8_t masks[] = {4, 5, 0, 0, 127, 0, 3, 120};
    static const int16_t expected[] = {1, 0, 127, 117};
    int8_t wrong[] = {1, -1};
    int16_t scores[4];
    mk_fault fault;
    expect(mk_score_hands(GAME, standard, OPTION_END, masks, 4, 2, MK_ROWS, MK_PATH_PORTABLE, scores, &fault) == MK_OK, "masks are scored");
    expect(memcmp(scores, expected, sizeof scores) == 0, "opposite halves cancel");
    expect(mk_score_hands(GAME, standard, OPTION_END, wrong, 1, 2, MK_ROWS, MK_PATH_PORTABLE, scores, &fault) == MK_BAD_CARD &&
               fault.value == 1,
           "no masks below 0");
    expect(mk_score_hands(GAME, standard, OPTION_END, masks, 1, 3, MK_ROWS, MK_PATH_PORTABLE, scores, &fault) == MK_BAD_CARD,
           "two numbers");
    report("F5, F7: half masks");
}

/* Cards 34, 12, 40 of seats 0, 1, 2 first; the mood `first` on top. */
static void stack_deck(int8_t *deck, int moods, int first) {
    static const int8_t top[] = {34, 12, 40};
    memcpy(deck, top, sizeof top);
    for (int card = 1, i = 3; card <= DECK; card++) {
        if (card != 34 && card != 12 && card != 40) {
            deck[i++] = (int8_t)card;
        }
    }
    for (int i = 0; i < moods; i++) {
        deck[DECK + i] = (int8_t)((first + i) % moods);
    }
}

static void play_first_trick(mk_game *g, const int32_t *option, int first_mood) {
    int8_t deck[DECK + MOST_MOODS];
    int32_t log[MK_LOG_WORDS];
    size_t used;
    stack_deck(deck, option[0], first_mood);
    mk_setup setup = {.game = GAME, .players = 3, .options = option, .option_words = OPTION_END, .decks = deck, .deck_bytes = DECK};
    setup.deck_bytes += (size_t)option[0];
    begin(g, &setup, log, &used);
    check_state(g);
    play_quietly(g, 0, PLAY + 33);
    play_quietly(g, 1, PLAY + 11);
    play_quietly(g, 2, PLAY + 39);
}

static void check_tricks(void) {
    int32_t two_five[OPTION_END];
    memcpy(two_five, standard, sizeof two_five);
    two_five[2] = 5;
    two_five[1] = 2;
    mk_game *g = new_game();
    const fifty_state *s = state_of(g);
    play_first_trick(g, two_five, 0);
    expect(s->mask[2] == -5 && s->mask[1] == 2 && s->mask[0] == 0, "F5: highest furious, lowest laughing");
    expect(s->head.turn == 2 && s->trick == 1, "F6: the highest leads");
    play_first_trick(g, tightrope, 10); /* 0/x, x/0, x/0, 1/1 */
    expect(s->mask[2] == 0 && s->mask[1] == 0, "F10: two covers cancel both");
    play_first_trick(g, tightrope, 11); /* x/0, x/0, 1/1 */
    expect(s->mask[2] == 0 && s->mask[1] == 1, "F10: a cover of the furious number");
    free(g);
    report("F4 to F6, F10: tricks of the rule page");
}

/* F8: totals against rounds erased by hand, from the results that the log tells. */
static void follow_rounds(const mk_setup *setup) {
    enum { ROUND_SCORED = 5 };
    int32_t log[MK_LOG_WORDS], event[MK_LOG_WORDS], count[MOST_PLAYERS][MOST_PLAYERS] = {{0}};
    uint16_t legal[MK_MAX_CODES];
    size_t used;
    mk_game *g = new_game();
    begin(g, setup, log, &used);
    while (!mk_is_over(g)) {
        uint32_t ply;
        size_t n = mk_legal(g, mk_turn(g), legal);
        play(g, mk_turn(g), legal[pick((uint32_t)n)], log, &used);
        for (size_t at = 0; mk_next_event(GAME, log, used, &at, MK_ONLOOKER, event, &ply) > 0;) {
            if (event[0] != ROUND_SCORED) {
                continue;
            }
            const int32_t *score = event + 3 + 1 + 2 * setup->players + 1;
            for (int p = 0; p < setup->players; p++) {
                int32_t total = 0;
                int worst = 0;
                int round = event[1];
                for (int i = 0; i < round; i++) {
                    worst = count[p][i] > count[p][worst] ? i : worst;
                }
                count[p][round] = score[p];
                if (score[p] == 0) {
                    count[p][worst] = 0;
                }
                for (int i = 0; i <= round; i++) {
                    total += count[p][i];
                }
                expect(total == score[setup->players + 1 + p], "the total is what still stands");
            }
        }
    }
    expect(state_of(g)->head.round + 1 == (uint32_t)setup->players, "F9: as many rounds as players");
    free(g);
}

static void check_erasing(int games) {
    for (int i = 0; i < games && !broken; i++) {
        mk_setup setup = setup_of(3 + i % 3, i % 2 ? tightrope : standard);
        follow_rounds(&setup);
    }
    report("F8, F9: a clean round erases the worst one");
}

int main(void) {
    random_state = 2024;
    check_options();
    check_scores();
    check_tricks();
    check_erasing(300);
    check_random_games(90);
    check_batches();
    return failures != 0;
}
