/* Decks of many games at once, one in each lane of wide vectors.
 *
 * A lane is a stream: games have the same words of it at the same places (deck.h), so their blocks, dice and insertions
 * run side by side. A lane of which a word is refused is left to the caller, who shuffles it alone: the order is the same.
 */
#ifndef MK_SIMD_LANES_H
#define MK_SIMD_LANES_H

#include "../deck.h"

#define MK_MAX_LANES 64

/* The groups of a shuffle of n items. */
typedef struct mk_group {
    uint8_t bound; /* of its first die */
    uint8_t size;
    uint32_t least; /* a rest below is refused */
} mk_group;

typedef struct mk_plan {
    size_t n;
    size_t groups;
    mk_group group[MK_MAX_ITEMS / 2 + 1]; /* a group has at least two dice, but for the last */
} mk_plan;

/* One lane: the words of its stream's name that may differ from lane to lane. */
typedef struct mk_lane {
    uint32_t game;
    uint32_t round;
} mk_lane;

/* What the lanes have in common, and where their decks go: item `items[i]` for i in 0..n-1, one row each `stride` bytes. */
typedef struct mk_rows {
    const mk_plan *plan;
    const uint32_t *key;
    uint32_t purpose;
    const uint8_t *items;
    uint8_t *row;
    size_t stride;
} mk_rows;

/* Each shuffles as many lanes as its vectors have bytes, and returns one bit for each lane whose row is not right. */
uint64_t mk_shuffle_sse2(const mk_rows *rows, const mk_lane *lanes);
uint64_t mk_shuffle_avx2(const mk_rows *rows, const mk_lane *lanes);
uint64_t mk_shuffle_avx512(const mk_rows *rows, const mk_lane *lanes);

/* The words 0..count-1 of block 0 of each lane: `count` to a row. */
void mk_words_sse2(const uint32_t *key, uint32_t purpose, const mk_lane *lanes, uint32_t *words, size_t count);
void mk_words_avx2(const uint32_t *key, uint32_t purpose, const mk_lane *lanes, uint32_t *words, size_t count);
void mk_words_avx512(const uint32_t *key, uint32_t purpose, const mk_lane *lanes, uint32_t *words, size_t count);

#endif
