/* One piece of the core's work, for instructions.py to count: WORK GAME PLAYERS PATH N, the words of the options, and,
 * after "with", the parameters of the policy for each seat.
 * Prints how many units it did. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "masko_sdk.h"

enum { MOST_WORDS = 256 };

static void *need(size_t size) {
    void *block = calloc(1, size + 64);
    if (!block) {
        abort();
    }
    return block;
}

static size_t shuffle(const mk_setup *setup, size_t n) {
    int8_t *decks = need(n * mk_deck_bytes(setup));
    mk_shuffle_decks(setup, n, decks);
    return n;
}

static size_t score(const mk_setup *setup, size_t n) {
    size_t cards = mk_player_cards(setup);
    int8_t *hands = need(n * cards);
    int16_t *scores = need(n * sizeof *scores);
    mk_fault fault;
    memset(hands, 1, n * cards);
    mk_score_hands(setup->game, setup->options, setup->option_words, hands, n, cards, MK_COLUMNS, setup->path, scores, &fault);
    return n;
}

static size_t simulate(const mk_setup *setup, size_t n, int policy, const int32_t *parameters) {
    size_t seats = n * (size_t)setup->players;
    uint8_t policies[MK_MAX_PLAYERS];
    mk_fault fault;
    const mk_results results = {need(seats * 4), need(seats), need(seats), need(n * 4), need(n * 4), need(n), NULL, 0};
    memset(policies, policy, sizeof policies);
    if (mk_simulate(setup, n, policies, parameters, UINT32_MAX, &results, &fault) != MK_OK) {
        abort();
    }
    size_t plies = 0;
    for (size_t i = 0; i < n; i++) {
        plies += (size_t)results.plies[i];
    }
    return plies;
}

/* Single calls, as a table makes them: for each ply of games at random the view, the legal list and the action. */
static size_t ask(const mk_setup *setup, size_t n) {
    mk_game *g = need(mk_game_bytes());
    int32_t *words = need(sizeof *words * MK_VIEW_WORDS);
    int32_t *log = need(sizeof *log * MK_LOG_WORDS);
    uint16_t codes[MK_MAX_CODES];
    const int32_t none[MK_MAX_POLICY_PARAMETERS] = {0};
    mk_setup next = *setup;
    mk_fault fault;
    size_t done = 0;
    for (size_t i = 0; i < n; i++, next.index++) {
        size_t used = 0;
        mk_begin(g, &next, log, &used, &fault);
        while (!mk_is_over(g)) {
            int8_t seats[MK_MAX_PLAYERS];
            mk_due(g, seats);
            mk_observe(g, seats[0], words);
            mk_legal(g, seats[0], codes);
            used = 0;
            mk_apply(g, seats[0], mk_choose(g, seats[0], 0, none), log, &used);
            done++;
        }
    }
    return done;
}

int main(int count, char **word) {
    static int32_t options[MOST_WORDS];
    static int32_t parameters[MK_MAX_PLAYERS * MK_MAX_POLICY_PARAMETERS];
    if (count < 6 || count - 6 > MOST_WORDS) {
        return 2;
    }
    size_t option_words = 0;
    int i = 6;
    for (; i < count && strcmp(word[i], "with") != 0; i++) {
        options[option_words++] = (int32_t)strtol(word[i], NULL, 10);
    }
    for (int k = 0; ++i < count && k < MK_MAX_PLAYERS * MK_MAX_POLICY_PARAMETERS; k++) {
        parameters[k] = (int32_t)strtol(word[i], NULL, 10);
    }
    mk_setup setup = {
        .game = atoi(word[2]), .players = atoi(word[3]), .options = options, .option_words = option_words, .path = atoi(word[4])};
    size_t n = (size_t)atol(word[5]);
    size_t done = 0;
    if (strcmp(word[1], "shuffle") == 0) {
        done = shuffle(&setup, n);
    } else if (strcmp(word[1], "score") == 0) {
        done = score(&setup, n);
    } else if (strcmp(word[1], "random") == 0) {
        done = simulate(&setup, n, 0, parameters);
    } else if (strcmp(word[1], "prudent") == 0) {
        done = simulate(&setup, n, 1, parameters);
    } else {
        done = ask(&setup, n);
    }
    printf("%zu\n", done);
    return 0;
}
