/* Template: the functions of lanes.h for one width. Before its inclusion define
 *   lanes              a vector, WORDS of 32 bits
 *   NAME(function)     the name of a function made here
 *   spread_32, spread_8                the same in all lanes
 *   load_lanes, store_lanes            unaligned
 *   add_32, xor_32, rotate_16, rotate_12, rotate_8, rotate_7
 *   multiply           the even words of both, to 64 bits
 *   high_to_low, low_to_high           in each 64 bits the one word to where the other is, the rest 0
 *   odd_words          the odd words of its second argument, the even ones of its first
 *   any                bitwise or
 *   greater_32         signed: ones where it holds
 *   pack               four vectors of words -1..255 to one of bytes, as two steps of the instruction do
 *   pack_mask          one bit for each byte of `pack` that is 255
 *   sub_8, sink        sink(a, limit): a - 1 where a < limit, signed bytes
 */
#include <string.h>

#define LANES (4 * WORDS)
#define ROOM 256
#define ROWS 8 /* in registers at once */
#define BIAS 126 /* as in deck.c: place p after insertion i is kept as p - i + BIAS */
#define DOUBLE_ROUNDS 10

/* Four vectors hold a word of all lanes. Packing them to bytes takes four words of each in turn: lane b of the bytes
 * is lane `lane_at(q, w)` of the words. */
static inline size_t lane_at(size_t quarter, size_t word) { return word / 4 * 16 + quarter * 4 + word % 4; }

typedef struct blocks {
    lanes word[MK_BLOCK_WORDS][4];
} blocks;

static inline void quarter_round(lanes *a, lanes *b, lanes *c, lanes *d) {
    *a = add_32(*a, *b);
    *d = rotate_16(xor_32(*d, *a));
    *c = add_32(*c, *d);
    *b = rotate_12(xor_32(*b, *c));
    *a = add_32(*a, *b);
    *d = rotate_8(xor_32(*d, *a));
    *c = add_32(*c, *d);
    *b = rotate_7(xor_32(*b, *c));
}

static inline void make_blocks_of(lanes out[MK_BLOCK_WORDS], const lanes in[MK_BLOCK_WORDS]) {
    lanes a0 = in[0], a1 = in[1], a2 = in[2], a3 = in[3];
    lanes b0 = in[4], b1 = in[5], b2 = in[6], b3 = in[7];
    lanes c0 = in[8], c1 = in[9], c2 = in[10], c3 = in[11];
    lanes d0 = in[12], d1 = in[13], d2 = in[14], d3 = in[15];
    for (int i = 0; i < DOUBLE_ROUNDS; i++) {
        quarter_round(&a0, &b0, &c0, &d0);
        quarter_round(&a1, &b1, &c1, &d1);
        quarter_round(&a2, &b2, &c2, &d2);
        quarter_round(&a3, &b3, &c3, &d3);
        quarter_round(&a0, &b1, &c2, &d3);
        quarter_round(&a1, &b2, &c3, &d0);
        quarter_round(&a2, &b3, &c0, &d1);
        quarter_round(&a3, &b0, &c1, &d2);
    }
    const lanes x[MK_BLOCK_WORDS] = {a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3};
    for (int i = 0; i < MK_BLOCK_WORDS; i++) {
        out[i] = add_32(x[i], in[i]);
    }
}

static inline void make_blocks(blocks *out, const mk_stream *common, const mk_lane *lane, uint32_t block) {
    for (size_t quarter = 0; quarter < 4; quarter++) {
        lanes in[MK_BLOCK_WORDS];
        lanes made[MK_BLOCK_WORDS];
        uint32_t purpose_round[WORDS];
        uint32_t game[WORDS];
        for (size_t w = 0; w < WORDS; w++) {
            const mk_lane *at = lane + lane_at(quarter, w);
            purpose_round[w] = common->input[MK_AT_PURPOSE_ROUND] | at->round << MK_ROUND_SHIFT;
            game[w] = at->game;
        }
        for (int i = 0; i < MK_BLOCK_WORDS; i++) {
            in[i] = spread_32(common->input[i]);
        }
        in[MK_AT_BLOCK] = spread_32(block);
        in[MK_AT_PURPOSE_ROUND] = load_lanes(purpose_round);
        in[MK_AT_GAME] = load_lanes(game);
        make_blocks_of(made, in);
        for (int i = 0; i < MK_BLOCK_WORDS; i++) {
            out->word[i][quarter] = made[i];
        }
    }
}

/* The dice of one group, from one word of each lane, as limits for `settle_rows`. Adds to `refused` the lanes, word for
 * word, whose dice must not stand. */
static inline void roll_group(lanes *limit, lanes refused[4], const lanes word[4], mk_group group) {
    lanes even[4];
    lanes odd[4];
    for (int q = 0; q < 4; q++) {
        even[q] = word[q];
        odd[q] = high_to_low(word[q]);
    }
    for (size_t bound = group.bound; bound > (size_t)group.bound - group.size; bound--) {
        lanes factor = spread_32((uint32_t)bound);
        lanes die[4];
        for (int q = 0; q < 4; q++) {
            even[q] = multiply(even[q], factor);
            odd[q] = multiply(odd[q], factor);
            die[q] = odd_words(high_to_low(even[q]), odd[q]);
        }
        limit[bound - 1] = sub_8(pack(die), spread_8((int)bound - 2 - BIAS));
    }
    const lanes sign = spread_32(0x80000000);
    lanes least = xor_32(spread_32(group.least), sign);
    for (int q = 0; q < 4; q++) {
        lanes rest = odd_words(even[q], low_to_high(odd[q]));
        refused[q] = any(refused[q], greater_32(least, xor_32(rest, sign)));
    }
}

/* One insertion, for the first `count` of some rows. */
static inline void sink_rows(lanes *row, int count, lanes limit) {
    for (int r = 0; r < count; r++) {
        row[r] = sink(row[r], limit);
    }
}

/* ROWS items from their own insertions through all later ones; their limits, of no more use, become the places where they
 * stand at the end. The counts are constants, so that the rows stay in registers. */
static inline void settle_rows(lanes *limit, size_t first, size_t n) {
    lanes row[ROWS];
    for (size_t r = 0; r < ROWS; r++) {
        row[r] = sub_8(limit[first + r], spread_8(1));
    }
    sink_rows(row, 1, limit[first + 1]);
    sink_rows(row, 2, limit[first + 2]);
    sink_rows(row, 3, limit[first + 3]);
    sink_rows(row, 4, limit[first + 4]);
    sink_rows(row, 5, limit[first + 5]);
    sink_rows(row, 6, limit[first + 6]);
    sink_rows(row, 7, limit[first + 7]);
    for (size_t i = first + ROWS; i < n; i++) {
        sink_rows(row, ROWS, limit[i]);
    }
    for (size_t r = 0; r < ROWS; r++) {
        limit[first + r] = sub_8(row[r], spread_8(BIAS + 1 - (int)n));
    }
}

/* Every item to its place, in eight rows: as many as there are registers for. */
static inline void write_8_rows(const mk_rows *rows, const uint8_t *place, size_t first) {
    size_t n = rows->plan->n;
    size_t stride = rows->stride;
    const uint8_t *items = rows->items;
    uint8_t *row0 = rows->row + first * stride;
    uint8_t *row1 = row0 + stride;
    uint8_t *row2 = row1 + stride;
    uint8_t *row3 = row2 + stride;
    uint8_t *row4 = row3 + stride;
    uint8_t *row5 = row4 + stride;
    uint8_t *row6 = row5 + stride;
    uint8_t *row7 = row6 + stride;
    const uint8_t *at = place + first;
    for (size_t i = 0; i < n; i++, at += LANES) {
        uint8_t item = items[i];
        row0[at[0]] = item;
        row1[at[1]] = item;
        row2[at[2]] = item;
        row3[at[3]] = item;
        row4[at[4]] = item;
        row5[at[5]] = item;
        row6[at[6]] = item;
        row7[at[7]] = item;
    }
}

uint64_t NAME(mk_shuffle)(const mk_rows *rows, const mk_lane *lane) {
    const mk_plan *plan = rows->plan;
    mk_stream common;
    blocks made;
    lanes limit[ROOM];
    lanes refused[4] = {spread_32(0), spread_32(0), spread_32(0), spread_32(0)};
    mk_stream_open(&common, rows->key, 0, rows->purpose, 0, 0);
    for (size_t g = 0; g < plan->groups; g++) {
        if (g % MK_BLOCK_WORDS == 0) {
            make_blocks(&made, &common, lane, (uint32_t)(g / MK_BLOCK_WORDS));
        }
        roll_group(limit, refused, made.word[g % MK_BLOCK_WORDS], plan->group[g]);
    }
    limit[0] = spread_8(BIAS + 1); /* the first item has no choice */
    for (size_t i = plan->n; i % ROWS != 0; i++) {
        limit[i] = spread_8(-128); /* nothing sinks */
    }
    for (size_t first = 0; first < plan->n; first += ROWS) {
        settle_rows(limit, first, plan->n);
    }
    for (size_t first = 0; first < LANES; first += 8) {
        write_8_rows(rows, (const uint8_t *)limit, first);
    }
    return pack_mask(refused);
}

void NAME(mk_words)(const uint32_t *key, uint32_t purpose, const mk_lane *lane, uint32_t *words, size_t count) {
    mk_stream common;
    blocks made;
    mk_stream_open(&common, key, 0, purpose, 0, 0);
    make_blocks(&made, &common, lane, 0);
    for (size_t i = 0; i < count; i++) {
        for (size_t quarter = 0; quarter < 4; quarter++) {
            uint32_t word[WORDS];
            store_lanes(word, made.word[i][quarter]);
            for (size_t w = 0; w < WORDS; w++) {
                words[lane_at(quarter, w) * count + i] = word[w];
            }
        }
    }
}

#undef LANES
#undef ROOM
#undef ROWS
#undef BIAS
#undef DOUBLE_ROUNDS
