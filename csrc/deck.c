/* Shuffles: dice from a stream, then insertion. The order in which words become cards is frozen. */
#include "deck.h"

#include <string.h>

#include "include/masko_sdk.h"

#include "simd/x86.h"

#if MK_SSE2
#include <emmintrin.h>
#endif

/* By first bound b, how many bounds b, b-1, ... down to 2 have a product of at most 2^22. */
static const uint8_t group_sizes[MK_MAX_ITEMS + 1] = {
    0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 7, 7, 6, 6, 6, 5, 5, 5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
    4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
    3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
    3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2};

size_t mk_group_size(size_t bound) { return group_sizes[bound]; }

const uint8_t mk_numbers[MK_MAX_ITEMS + 1] = {
    0,   1,   2,   3,   4,   5,   6,   7,   8,   9,   10,  11,  12,  13,  14,  15,  16,  17,  18,  19,  20,  21,  22,  23,  24,  25,
    26,  27,  28,  29,  30,  31,  32,  33,  34,  35,  36,  37,  38,  39,  40,  41,  42,  43,  44,  45,  46,  47,  48,  49,  50,  51,
    52,  53,  54,  55,  56,  57,  58,  59,  60,  61,  62,  63,  64,  65,  66,  67,  68,  69,  70,  71,  72,  73,  74,  75,  76,  77,
    78,  79,  80,  81,  82,  83,  84,  85,  86,  87,  88,  89,  90,  91,  92,  93,  94,  95,  96,  97,  98,  99,  100, 101, 102, 103,
    104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129,
    130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155,
    156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181,
    182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207,
    208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233,
    234, 235, 236, 237, 238, 239, 240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255};

#define MK_WORD_BITS 32
#define MK_GROUP_BITS 22
#define MK_GROUP_SIZE(bound) group_sizes[bound]
#define MK_SOURCE mk_stream
#define MK_DRAW(source) mk_stream_word(source)
#define MK_DRY(source) mk_stream_spent(source)
#define MK_DICE(name) dice_##name
#include "dice.h"

uint32_t mk_bounded(mk_stream *s, uint32_t bound) { return dice_roll_one(s, bound); }

void mk_insert_portable(uint8_t *items, const uint8_t dice[MK_DICE_ROOM], size_t n) {
    for (size_t i = 1; i < n; i++) {
        uint8_t item = items[i];
        memmove(items + dice[i] + 1, items + dice[i], i - dice[i]);
        items[dice[i]] = item;
    }
}

#if MK_SSE2

/* Insertion without moving: each byte lane holds where an item stands, and an insertion at die d
 * moves every earlier item that stands at d or below it down by one. Signed bytes are all that SSE2
 * compares, so the place p after insertion i is kept as p - i + BIAS: relative to the last place,
 * for up to 256 items in -128..126. Seen so, the items *above* the die sink by one. */
#define LANES 16
#define ROWS (MK_DICE_ROOM / LANES)
#define BIAS 126

/* Lane numbers, and a window of all-ones lanes followed by zeroes. */
static const int8_t numbers[LANES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
static const int8_t ones[2 * LANES] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};

typedef struct insertion {
    __m128i places[ROWS];        /* lane l of row r: item 16 r + l */
    __m128i limits[MK_DICE_ROOM]; /* by item, in all lanes: kept places below this one sink */
} insertion;

static inline __m128i load_lanes(const void *bytes) { return _mm_loadu_si128((const __m128i *)bytes); }

static inline void spread_4(__m128i *to, __m128i x) {
    to[0] = _mm_shuffle_epi32(x, 0x00);
    to[1] = _mm_shuffle_epi32(x, 0x55);
    to[2] = _mm_shuffle_epi32(x, 0xAA);
    to[3] = _mm_shuffle_epi32(x, 0xFF);
}

/* Each of the 16 bytes of `x` into all lanes of a vector of its own. */
static inline void spread_16(__m128i to[LANES], __m128i x) {
    __m128i low = _mm_unpacklo_epi8(x, x);
    __m128i high = _mm_unpackhi_epi8(x, x);
    spread_4(to, _mm_unpacklo_epi16(low, low));
    spread_4(to + 4, _mm_unpackhi_epi16(low, low));
    spread_4(to + 8, _mm_unpacklo_epi16(high, high));
    spread_4(to + 12, _mm_unpackhi_epi16(high, high));
}

/* Every item where its own insertion puts it, in whole pairs of rows. */
static inline void start_places(insertion *x, const uint8_t dice[MK_DICE_ROOM], size_t n) {
    size_t rows_end = (n + 2 * LANES - 1) / (2 * LANES) * (2 * LANES);
    __m128i offset = _mm_sub_epi8(_mm_set1_epi8(BIAS), load_lanes(numbers));
    for (size_t first = 0; first < rows_end; first += LANES) {
        __m128i place = _mm_add_epi8(load_lanes(dice + first), offset);
        x->places[first / LANES] = place;
        spread_16(x->limits + first, _mm_add_epi8(place, _mm_set1_epi8(1)));
        offset = _mm_sub_epi8(offset, _mm_set1_epi8(LANES));
    }
}

static inline __m128i sink(__m128i places, __m128i limit) { return _mm_add_epi8(places, _mm_cmpgt_epi8(limit, places)); }

/* The same for the first `lanes` lanes: later items of the row are not there yet. */
static inline __m128i sink_first(__m128i places, __m128i limit, size_t lanes) {
    __m128i sinks = _mm_cmpgt_epi8(limit, places);
    return _mm_add_epi8(places, _mm_and_si128(sinks, load_lanes(ones + LANES - lanes)));
}

static inline size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* All later insertions, for the items of two rows: two, because one leaves the processor idle and
 * four win little more. */
static inline void settle_rows(insertion *x, size_t first, size_t n) {
    size_t second = first + LANES;
    size_t end = second + LANES;
    __m128i a = x->places[first / LANES];
    __m128i b = x->places[second / LANES];
    size_t i = first + 1;
    for (; i < smaller(second, n); i++) {
        a = sink_first(a, x->limits[i], i - first);
    }
    for (; i < smaller(end, n); i++) {
        a = sink(a, x->limits[i]);
        b = sink_first(b, x->limits[i], i - second);
    }
    for (; i < n; i++) {
        a = sink(a, x->limits[i]);
        b = sink(b, x->limits[i]);
    }
    x->places[first / LANES] = a;
    x->places[second / LANES] = b;
}

void mk_insert(uint8_t *items, const uint8_t dice[MK_DICE_ROOM], size_t n) {
    insertion x;
    const uint8_t *places = (const uint8_t *)x.places;
    uint8_t given[MK_MAX_ITEMS];
    start_places(&x, dice, n);
    for (size_t first = 0; first < n; first += 2 * LANES) {
        settle_rows(&x, first, n);
    }
    memcpy(given, items, n);
    for (size_t i = 0; i < n; i++) {
        items[(uint8_t)(places[i] + n - 1 - BIAS)] = given[i];
    }
}

#else

void mk_insert(uint8_t *items, const uint8_t dice[MK_DICE_ROOM], size_t n) { mk_insert_portable(items, dice, n); }

#endif

void mk_shuffle(mk_stream *s, uint8_t *items, size_t n) {
    uint8_t dice[MK_DICE_ROOM] = {0};
    dice_roll_all(s, n, dice);
    mk_insert(items, dice, n);
}

int mk_shuffle_items(const uint8_t key[MK_KEY_BYTES], uint32_t purpose, uint32_t round, uint32_t number, uint32_t game, uint8_t *items,
                     size_t n) {
    mk_stream s;
    uint32_t words[MK_KEY_WORDS];
    if (n > MK_MAX_ITEMS) {
        return MK_NO_ROOM;
    }
    for (size_t i = 0; i < n; i++) {
        items[i] = (uint8_t)i;
    }
    mk_load_key(words, key);
    mk_stream_open(&s, words, game, purpose, round, number);
    mk_shuffle(&s, items, n);
    return mk_stream_spent(&s) ? MK_NO_ROOM : MK_OK;
}
