/* Shuffles of many lanes: as each lane alone, on every path of this processor, and the refused lanes are the right ones. */
#include <stdio.h>
#include <string.h>

#include "../../csrc/decks.h"
#include "../../csrc/simd/path.h"
#include "../../csrc/simd/x86.h"

enum { MANY = 300 };

static int failures = 0;

static void check(int holds, const char *fact) {
    printf("%s %s\n", holds ? "ok  " : "FAIL", fact);
    failures += !holds;
}

static const uint32_t key[MK_KEY_WORDS] = {2, 0, 2, 4, 0, 1, 9, 7};

/* Rounds differ, and games lie far apart. */
static void name_lanes(mk_lane *lanes) {
    for (uint32_t i = 0; i < MANY; i++) {
        lanes[i] = (mk_lane){i * 0x01234567U, i % 7 == 0 ? MK_LAST_ROUND : i % 5};
    }
}

static void shuffle_alone(const mk_lane *lane, size_t n, uint8_t *row) {
    mk_stream stream;
    memcpy(row, mk_numbers, n);
    mk_stream_open(&stream, key, lane->game, MK_PURPOSE_SHUFFLE, lane->round, 0);
    mk_shuffle(&stream, row, n);
}

static int decks_are_equal(int path, size_t n, size_t count) {
    static uint8_t many[MANY * MK_MAX_ITEMS];
    uint8_t alone[MK_MAX_ITEMS + 1];
    mk_lane lanes[MANY];
    mk_plan plan;
    name_lanes(lanes);
    mk_make_plan(&plan, n);
    const mk_rows rows = {&plan, key, MK_PURPOSE_SHUFFLE, mk_numbers, many, n};
    mk_shuffle_many(path, &rows, lanes, count);
    for (size_t i = 0; i < count; i++) {
        shuffle_alone(&lanes[i], n, alone);
        if (memcmp(alone, many + i * n, n) != 0) {
            return 0;
        }
    }
    return 1;
}

static int all_sizes_are_equal(int path) {
    for (size_t n = 1; n <= MK_MAX_ITEMS; n++) {
        if (!decks_are_equal(path, n, n % 3 == 0 ? MANY : 64 + n % 64)) {
            return 0;
        }
    }
    return 1;
}

static int words_are_equal(int path) {
    static uint32_t words[MANY][MK_BLOCK_WORDS];
    mk_lane lanes[MANY];
    name_lanes(lanes);
    mk_words_many(path, key, MK_PURPOSE_POLICY, lanes, MANY, words[0], MK_BLOCK_WORDS);
    for (size_t i = 0; i < MANY; i++) {
        mk_stream stream;
        mk_stream_open(&stream, key, lanes[i].game, MK_PURPOSE_POLICY, lanes[i].round, 0);
        for (int k = 0; k < MK_BLOCK_WORDS; k++) {
            if (words[i][k] != mk_stream_word(&stream)) {
                return 0;
            }
        }
    }
    return 1;
}

#if MK_SSE2

/* Whether a lane's tries leave a rest below the group's bound, in any group. */
static int refuses(const mk_lane *lane, const mk_plan *plan) {
    mk_stream stream;
    int refused = 0;
    mk_stream_open(&stream, key, lane->game, MK_PURPOSE_SHUFFLE, lane->round, 0);
    for (size_t g = 0; g < plan->groups; g++) {
        uint32_t rest = mk_stream_word(&stream);
        for (uint32_t bound = plan->group[g].bound; bound > (uint32_t)plan->group[g].bound - plan->group[g].size; bound--) {
            rest *= bound;
        }
        refused |= rest < plan->group[g].least;
    }
    return refused;
}

/* With bounds so raised that some lanes are refused, and with bounds that refuse all or none. */
static int refused_lanes_are_told(uint64_t (*shuffle)(const mk_rows *, const mk_lane *), size_t count, uint32_t least) {
    static uint8_t decks[MK_MAX_LANES * 53];
    mk_lane lanes[MANY];
    mk_plan plan;
    uint64_t expected = 0;
    name_lanes(lanes);
    mk_make_plan(&plan, 53);
    for (size_t g = 0; g < plan.groups; g++) {
        plan.group[g].least = least;
    }
    for (size_t i = 0; i < count; i++) {
        expected |= (uint64_t)refuses(&lanes[i], &plan) << i;
    }
    const mk_rows rows = {&plan, key, MK_PURPOSE_SHUFFLE, mk_numbers, decks, 53};
    return shuffle(&rows, lanes) == expected;
}

static int told_at_all_bounds(uint64_t (*shuffle)(const mk_rows *, const mk_lane *), size_t count) {
    return refused_lanes_are_told(shuffle, count, 0) && refused_lanes_are_told(shuffle, count, 0x10000000) &&
           refused_lanes_are_told(shuffle, count, 0x08000000) && refused_lanes_are_told(shuffle, count, 0xFFFFFFFF);
}

static void check_refusals(void) {
    check(told_at_all_bounds(mk_shuffle_sse2, 16), "SSE2 tells which lanes are refused");
#if MK_X86
    if (mk_has_path(MK_PATH_AVX2)) {
        check(told_at_all_bounds(mk_shuffle_avx2, 32), "AVX2 tells which lanes are refused");
    }
    if (mk_has_path(MK_PATH_AVX512)) {
        check(told_at_all_bounds(mk_shuffle_avx512, 64), "AVX-512 tells which lanes are refused");
    }
#endif
}

#else

static void check_refusals(void) {}

#endif

int main(void) {
    for (int path = MK_PATH_PORTABLE; path <= mk_best_path(); path++) {
        printf("path %d\n", path);
        check(all_sizes_are_equal(path), "decks of 1..255 items are those of each lane alone");
        check(words_are_equal(path), "words are those of each lane alone");
        for (size_t count = 0; count <= 130; count++) {
            failures += !decks_are_equal(path, 53, count);
        }
        check(failures == 0, "any number of lanes");
    }
    check_refusals();
    return failures != 0;
}
