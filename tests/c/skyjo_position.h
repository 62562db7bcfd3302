/* A position of Skyjo as a view tells it, and the facts that hold of every one. Included by test_skyjo.c. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../csrc/include/masko_sdk.h"

enum { SKYJO = 1, DECK = 150, SLOTS = 12, COLUMNS = 4, FACES = 15, LOWEST = -2, KINDS = 5, OPTIONS = 7 };
enum { TARGET, TIE_START, NEXT_STARTER, COLUMN_TO, TIE_DOUBLES, CLEAR_AT_REVEAL, DOUBLE_ONLY_POSITIVE };
enum { DEALT, FLIPPED, STARTED, DREW, TOOK, REPLACED, DISCARDED, COLUMN_CLEARED, CLOSED, RESHUFFLED, REVEALED, ROUND_SCORED, GAME_ENDED };
enum { PHASE_SETUP, PHASE_OVER = 5, NOTHING = -99 };

static int failures;
static const char *check_name;

static void require(bool fact, const char *what) {
    if (!fact && failures++ < 20) {
        printf("FAILED %s: %s\n", check_name, what);
    }
}

#define REQUIRE(fact) require(fact, #fact)

static void start_check(const char *name) { check_name = name; }

static void end_check(int before) { printf("%s %s\n", failures == before ? "ok    " : "FAILED", check_name); }

/* Dice of the tests. */

static uint64_t dice_state = 20240601;

static uint32_t roll(uint32_t bound) {
    dice_state = dice_state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (uint32_t)(((dice_state >> 33) * bound) >> 31);
}

/* A view, read from its words. */

typedef struct view {
    int players;
    int phase;
    int starter;
    int totals[8];
    int grid[8][SLOTS]; /* NOTHING where no card lies, MK_NONE where it is hidden */
    int draw_size;
    int top;
    int discard_size;
    int discard[DECK];
    int aside_size;
    int aside[DECK];
    int held_seat; /* NOTHING: none */
    int held;
    int closer;
    int pile[DECK];
} view;

static const int32_t *read_cards(const int32_t *word, int *cards, int *n) {
    *n = *word++;
    for (int i = 0; i < *n; i++) {
        cards[i] = *word++;
    }
    return word;
}

static const int32_t *read_grids(const int32_t *word, view *v) {
    word++;
    for (int p = 0; p < v->players; p++) {
        for (int slot = 0; slot < SLOTS; slot++) {
            v->grid[p][slot] = NOTHING;
        }
        for (int n = *word++; n > 0; n--, word += 2) {
            v->grid[p][word[0]] = word[1];
        }
    }
    return word;
}

static void read_view(const mk_game *g, int viewer, view *v) {
    int32_t words[MK_VIEW_WORDS];
    size_t n = mk_observe(g, viewer, words);
    const int32_t *word = words + 2;
    memset(v, 0, sizeof *v);
    v->phase = *word;
    word += 2;
    v->starter = *word++;
    word = read_cards(word, v->totals, &v->players);
    word = read_grids(word, v);
    v->draw_size = *word++;
    v->top = *word++;
    word = read_cards(word + 1, v->discard, &v->discard_size);
    word = read_cards(word, v->aside, &v->aside_size);
    bool holds = *word++;
    v->held_seat = holds ? word[0] : NOTHING;
    v->held = holds ? word[1] : NOTHING;
    word += holds ? 3 : 0;
    v->closer = *word++;
    if (viewer == MK_HOST) {
        int size;
        word = read_cards(word, v->pile, &size);
        REQUIRE(size == v->draw_size);
    }
    REQUIRE(word == words + n && n < MK_VIEW_WORDS);
}

/* Facts of every position. */

static void count_cards(const int *cards, int n, int *count) {
    for (int i = 0; i < n; i++) {
        if (cards[i] != NOTHING && cards[i] != MK_NONE) {
            count[cards[i] - LOWEST]++;
        }
    }
}

static void count_open(const view *v, int *count) {
    count_cards(&v->grid[0][0], v->players * SLOTS, count);
    count_cards(v->discard, v->discard_size, count);
    count_cards(v->aside, v->aside_size, count);
    count_cards(&v->held, 1, count);
}

/* S1. */
static void check_cards(const view *referee) {
    int count[FACES] = {0};
    count_open(referee, count);
    count_cards(referee->pile, referee->draw_size, count);
    for (int i = 0; i < FACES; i++) {
        REQUIRE(count[i] == (i == 0 ? 5 : i == 2 ? 15 : 10));
    }
}

static bool is_complete(const int *grid, int column) {
    int card = grid[column];
    return card != NOTHING && card != MK_NONE && card == grid[column + COLUMNS] && card == grid[column + 2 * COLUMNS];
}

/* S7: no complete open column stays, but at the end without S9. */
static void check_columns(const view *v, bool cleared) {
    for (int p = 0; p < v->players; p++) {
        for (int column = 0; column < COLUMNS; column++) {
            REQUIRE(!cleared || !is_complete(v->grid[p], column));
            bool here = v->grid[p][column] != NOTHING;
            REQUIRE(here == (v->grid[p][column + COLUMNS] != NOTHING) && here == (v->grid[p][column + 2 * COLUMNS] != NOTHING));
        }
    }
}

/* S13: a memory is what the view shows, counted. */
static void check_memory(const mk_game *g, int seat, const view *seen) {
    int32_t words[MK_VIEW_WORDS];
    int count[FACES] = {0};
    size_t n = mk_memory(g, seat, words);
    count_open(seen, count);
    size_t at = 0;
    for (int i = 0; i < FACES; i++) {
        if (count[i] > 0) {
            REQUIRE(at + 2 <= n && words[at] == LOWEST + i && words[at + 1] == count[i]);
            at += 2;
        }
    }
    REQUIRE(at == n);
}

static void check_position(const mk_game *g, const int32_t *option) {
    view referee;
    view seen;
    int8_t due[8];
    read_view(g, MK_HOST, &referee);
    check_cards(&referee);
    check_columns(&referee, false);
    read_view(g, MK_ONLOOKER, &seen);
    check_columns(&seen, option[CLEAR_AT_REVEAL] || !mk_is_over(g));
    int seat = (int)roll((uint32_t)mk_players(g));
    read_view(g, seat, &seen);
    check_memory(g, seat, &seen);
    REQUIRE((mk_due(g, due) > 0) == !mk_is_over(g));
    REQUIRE(mk_is_over(g) == (referee.phase == PHASE_OVER));
    REQUIRE(seen.top == (seen.discard_size ? seen.discard[seen.discard_size - 1] : MK_NONE));
}
