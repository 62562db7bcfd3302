/* The JSON texts of random games of all kinds: they stay within their bound, close what they open, and hold every
 * event of the log. What they say is compared with the typed API by tests/table/test_texts.py. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../csrc/include/masko_sdk.h"

enum { GAMES = 30, MOST_PLIES = 400, WORDS = 1 << 20, LARGEST = 16384 };

static uint64_t dice = 88172645463325252U;

static uint32_t pick(uint32_t n) {
    dice ^= dice << 13;
    dice ^= dice >> 7;
    dice ^= dice << 17;
    return (uint32_t)(dice >> 33) % n;
}

static void require(int holds, const char *fact) {
    if (!holds) {
        fprintf(stderr, "not so: %s\n", fact);
        exit(1);
    }
}

/* Whether brackets and quotes match; no text of a game holds a backslash. */
static int is_closed(const char *text, size_t n) {
    char open[64];
    size_t depth = 0;
    int in_string = 0;
    for (size_t i = 0; i < n; i++) {
        char c = text[i];
        if (c == '"') {
            in_string = !in_string;
        } else if (!in_string && (c == '{' || c == '[')) {
            open[depth++] = c == '{' ? '}' : ']';
        } else if (!in_string && (c == '}' || c == ']') && (depth == 0 || open[--depth] != c)) {
            return 0;
        }
    }
    return depth == 0 && !in_string;
}

static void check_text(const char *text, size_t n) {
    require(n > 0 && n < LARGEST, "a text stays far within its bound");
    require(is_closed(text, n), "a text closes what it opens");
}

static void check_state(const mk_game *g, char *text) {
    for (int viewer = 0; viewer <= MK_HOST; viewer++) {
        check_text(text, mk_observe_text(g, viewer, text));
        check_text(text, mk_memory_text(g, viewer, text));
    }
}

static void check_log(int game, const int32_t *log, size_t used, char *text) {
    for (int viewer = 0; viewer <= MK_HOST; viewer++) {
        int32_t event[MK_LOG_WORDS];
        uint32_t ply;
        for (size_t at = 0; mk_next_event(game, log, used, &at, viewer, event, &ply);) {
            check_text(text, mk_event_text(game, event, text));
        }
    }
}

static size_t words_of(const char *kind) {
    const char *star = strchr(kind, '*');
    return star && star < strchr(kind, ' ') ? (size_t)strtol(star + 1, NULL, 10) : 1;
}

/* Every option at its default. */
static void fill_options(int game, int32_t *option) {
    static const int32_t moods[] = {10, 1, 7, 7, 1, 2, 6, 6, 2, 3, 5, 5, 3, 4, 4, 3, 3, 2, 4, 4, 2};
    const char *row;
    for (int i = 0; (row = mk_row(game, MK_TABLE_OPTIONS, i)); i++) {
        const char *kind = strchr(row, ' ') + 1;
        const char *standard = strrchr(row, ' ') + 1;
        size_t n = words_of(kind);
        int is_moods = strncmp(kind, "moods", 5) == 0;
        for (size_t k = 0; k < n; k++) {
            option[k] = strcmp(standard, "None") == 0 ? MK_NONE : (int32_t)strtol(standard, NULL, 10);
        }
        if (is_moods) {
            memcpy(option, moods, sizeof moods);
        }
        option += n;
    }
}

static void play(int game, uint32_t index, mk_game *g, int32_t *log, char *text) {
    int32_t *options = calloc(mk_option_words(game), sizeof *options);
    mk_setup setup = {.game = game, .players = 3 + (int32_t)pick(3), .index = index, .option_words = mk_option_words(game)};
    mk_fault fault;
    size_t used = 0, all = 0;
    require(options != NULL, "there is memory");
    fill_options(game, options);
    setup.options = options;
    memset(setup.key, (int)index + 1, MK_KEY_BYTES);
    require(mk_begin(g, &setup, log, &used, &fault) == MK_OK, "a game begins");
    all = used;
    for (int ply = 0; ply < MOST_PLIES && !mk_is_over(g) && all + MK_LOG_WORDS < WORDS; ply++) {
        int8_t due[MK_MAX_PLAYERS];
        uint16_t codes[MK_MAX_CODES];
        size_t seats = mk_due(g, due);
        int seat = due[pick((uint32_t)seats)];
        size_t n = mk_legal(g, seat, codes);
        require(mk_apply(g, seat, codes[pick((uint32_t)n)], log + all, &used) == MK_OK, "a legal action is done");
        all += used;
        check_state(g, text);
    }
    check_log(game, log, all, text);
    free(options);
}

int main(void) {
    mk_game *g = malloc(mk_game_bytes());
    int32_t *log = malloc(WORDS * sizeof *log);
    char *text = malloc(MK_TEXT_BYTES);
    require(g != NULL && log != NULL && text != NULL, "there is memory");
    for (int game = 0; game < mk_game_count(); game++) {
        for (uint32_t index = 0; index < GAMES; index++) {
            play(game, index, g, log, text);
        }
    }
    free(text);
    free(log);
    free(g);
    return 0;
}
