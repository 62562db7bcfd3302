/* Scores of 32 hands at once, a card of each in a vector. What a card counts is asked of the game, once a call. */
#include "score.h"

#include "x86.h"

#if MK_X86

#include <immintrin.h>

#include "target_avx2.h"

enum {
    LANES = 32,
    NIBBLE = 16, /* entries of a table that one instruction looks up */
    MOST_CARDS = 128
};

typedef struct tables {
    const mk_scoring *is;
    __m256i low[2];  /* by a card's number from the lowest: what it counts, or one bit for it; 0..15 and 16..30 */
    __m256i part[4]; /* MK_SCORE_HIGHEST: what a set of cards counts */
    __m256i clears;  /* MK_SCORE_GRID: ones if equal columns leave */
    size_t run;      /* MK_SCORE_SUM: so many cards fit in a byte */
} tables;

/* Hands side by side, in whole vectors: card i of hand h is card[i * pitch + h]. */
typedef struct block {
    const int8_t *card;
    size_t pitch;
    size_t cards;
    size_t hands;
} block;

static inline __m256i load(const void *bytes) { return _mm256_loadu_si256((const __m256i *)bytes); }

static inline __m256i spread(int x) { return _mm256_set1_epi8((char)x); }

static inline __m256i twice(const int8_t table[NIBBLE]) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)table));
}

/* Cards are counted from the lowest, as unsigned bytes: then all lie below what is no card, and below empty places. */
static inline bool any_above(__m256i bytes, __m256i highest) {
    return _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(bytes, highest), highest)) != -1;
}

/* Of hands from `at` on: nothing but cards and empty places. */
static bool all_cards(const tables *t, const block *b, size_t at) {
    __m256i wrong = _mm256_setzero_si256();
    for (size_t i = 0; i < b->cards; i++) {
        __m256i card = load(b->card + i * b->pitch + at);
        __m256i outside = _mm256_or_si256(_mm256_cmpgt_epi8(card, spread(t->is->highest)), _mm256_cmpgt_epi8(spread(t->is->lowest), card));
        wrong = _mm256_or_si256(wrong, _mm256_andnot_si256(_mm256_cmpeq_epi8(card, spread(MK_EMPTY)), outside));
    }
    return _mm256_testz_si256(wrong, wrong);
}

static inline __m256i widened(__m256i bytes, int half) {
    return _mm256_cvtepu8_epi16(half ? _mm256_extracti128_si256(bytes, 1) : _mm256_castsi256_si128(bytes));
}

static inline __m256i widened_signed(__m256i bytes, int half) {
    return _mm256_cvtepi8_epi16(half ? _mm256_extracti128_si256(bytes, 1) : _mm256_castsi256_si128(bytes));
}

static inline void store_halves(int16_t *scores, __m256i first, __m256i second) {
    _mm256_storeu_si256((__m256i *)(void *)scores, first);
    _mm256_storeu_si256((__m256i *)(void *)(scores + LANES / 2), second);
}

/* Each of these scores a block's hands up to a vector that holds what is no card, and returns how many. What is no card is
 * met last: empty places count nothing by themselves, and their numbers alone ask for a closer look. */

static size_t score_sums(const tables *t, const block *b, int16_t *scores) {
    const __m256i lowest = spread(t->is->lowest), highest = spread(t->is->highest - t->is->lowest);
    const __m256i low = t->low[0], high = t->low[1];
    for (size_t at = 0; at < b->hands; at += LANES) {
        const int8_t *card = b->card + at;
        __m256i most = _mm256_setzero_si256();
        __m256i sum[2] = {most, most};
        for (size_t i = 0; i < b->cards;) {
            __m256i bytes = _mm256_setzero_si256();
            for (size_t end = i + t->run < b->cards ? i + t->run : b->cards; i < end; i++, card += b->pitch) {
                __m256i number = _mm256_sub_epi8(load(card), lowest);
                __m256i below = _mm256_shuffle_epi8(low, _mm256_adds_epu8(number, spread(0x70)));
                __m256i above = _mm256_shuffle_epi8(high, _mm256_sub_epi8(number, spread(NIBBLE)));
                most = _mm256_max_epu8(most, number);
                bytes = _mm256_add_epi8(bytes, _mm256_or_si256(below, above));
            }
            sum[0] = _mm256_add_epi16(sum[0], widened(bytes, 0));
            sum[1] = _mm256_add_epi16(sum[1], widened(bytes, 1));
        }
        store_halves(scores + at, sum[0], sum[1]);
        if (any_above(most, highest) && !all_cards(t, b, at)) {
            return at;
        }
    }
    return b->hands;
}

enum { GRID_COLUMNS = 4, GRID_ROWS = 3 };

static inline __m256i score_column(const tables *t, const int8_t *card, size_t row, __m256i *most) {
    const __m256i lowest = spread(t->is->lowest);
    __m256i a = _mm256_sub_epi8(load(card), lowest);
    __m256i b = _mm256_sub_epi8(load(card + row), lowest);
    __m256i c = _mm256_sub_epi8(load(card + 2 * row), lowest);
    __m256i equal = _mm256_and_si256(_mm256_and_si256(_mm256_cmpeq_epi8(a, b), _mm256_cmpeq_epi8(a, c)), t->clears);
    __m256i sum = _mm256_add_epi8(_mm256_shuffle_epi8(t->low[0], a), _mm256_shuffle_epi8(t->low[0], b));
    *most = _mm256_max_epu8(_mm256_max_epu8(*most, a), _mm256_max_epu8(b, c));
    return _mm256_andnot_si256(equal, _mm256_add_epi8(sum, _mm256_shuffle_epi8(t->low[0], c)));
}

static size_t score_grids(const tables *t, const block *b, int16_t *scores) {
    const tables own = *t; /* in registers */
    const __m256i highest = spread(t->is->highest - t->is->lowest);
    const size_t row = GRID_COLUMNS * b->pitch;
    for (size_t at = 0; at < b->hands; at += LANES) {
        const int8_t *card = b->card + at;
        __m256i most = _mm256_setzero_si256();
        __m256i first = score_column(&own, card, row, &most);
        __m256i second = score_column(&own, card + b->pitch, row, &most);
        __m256i third = score_column(&own, card + 2 * b->pitch, row, &most);
        __m256i fourth = score_column(&own, card + 3 * b->pitch, row, &most);
        __m256i left = _mm256_add_epi8(first, second);
        __m256i right = _mm256_add_epi8(third, fourth);
        store_halves(scores + at, _mm256_add_epi16(widened_signed(left, 0), widened_signed(right, 0)),
                     _mm256_add_epi16(widened_signed(left, 1), widened_signed(right, 1)));
        if (any_above(most, highest) && !all_cards(t, b, at)) {
            return at;
        }
    }
    return b->hands;
}

/* Two bytes with a bit for each card that a hand holds, each half of one a set that counts alone. */
static inline __m256i score_sets(const tables *t, const __m256i held[2]) {
    const __m256i nibble = spread(NIBBLE - 1);
    __m256i sum = _mm256_setzero_si256();
    for (int i = 0; i < 2; i++) {
        __m256i high = _mm256_and_si256(_mm256_srli_epi16(held[i], 4), nibble);
        sum = _mm256_add_epi8(sum, _mm256_shuffle_epi8(t->part[2 * i], _mm256_and_si256(held[i], nibble)));
        sum = _mm256_add_epi8(sum, _mm256_shuffle_epi8(t->part[2 * i + 1], high));
    }
    return sum;
}

static size_t score_highest(const tables *t, const block *b, int16_t *scores) {
    const __m256i lowest = spread(t->is->lowest), highest = spread(t->is->highest - t->is->lowest);
    const tables own = *t;
    for (size_t at = 0; at < b->hands; at += LANES) {
        const int8_t *card = b->card + at;
        __m256i most = _mm256_setzero_si256();
        __m256i held[2] = {most, most};
        for (size_t i = 0; i < b->cards; i++, card += b->pitch) {
            __m256i number = _mm256_sub_epi8(load(card), lowest);
            held[0] = _mm256_or_si256(held[0], _mm256_shuffle_epi8(own.low[0], number));
            held[1] = _mm256_or_si256(held[1], _mm256_shuffle_epi8(own.low[1], number));
            most = _mm256_max_epu8(most, number);
        }
        __m256i sum = score_sets(&own, held);
        store_halves(scores + at, widened(sum, 0), widened(sum, 1));
        if (any_above(most, highest) && !all_cards(t, b, at)) {
            return at;
        }
    }
    return b->hands;
}

static size_t score_difference(const tables *t, const block *b, int16_t *scores) {
    (void)t;
    for (size_t at = 0; at < b->hands; at += LANES) {
        __m256i one = load(b->card + at);
        __m256i other = load(b->card + b->pitch + at);
        __m256i left = _mm256_abs_epi8(_mm256_sub_epi8(one, other));
        store_halves(scores + at, widened(left, 0), widened(left, 1));
        if (_mm256_movemask_epi8(_mm256_or_si256(one, other)) != 0) { /* below 0 */
            return at;
        }
    }
    return b->hands;
}

/* Tables: asked of the game. */

static int score_of(const mk_config *c, const mk_rules *r, const int8_t *cards) {
    size_t wrong = 0;
    return r->score_hand(c, &(mk_hand){cards, r->scoring->cards, 1}, &wrong);
}

/* The cards `card` alone and among empty places. */
static int points_of_card(const mk_config *c, const mk_rules *r, int card) {
    int8_t hand[NIBBLE];
    memset(hand, MK_EMPTY, sizeof hand);
    hand[0] = (int8_t)card;
    return score_of(c, r, hand);
}

static void fill_points(tables *t, const mk_config *c, const mk_rules *r) {
    int8_t points[2 * NIBBLE] = {0};
    int most = 1;
    for (int card = t->is->lowest; card <= t->is->highest; card++) {
        int counts = points_of_card(c, r, card);
        points[card - t->is->lowest] = (int8_t)counts;
        most = counts > most ? counts : most;
    }
    t->low[0] = twice(points);
    t->low[1] = twice(points + NIBBLE);
    t->run = (size_t)(UINT8_MAX / most);
}

static void fill_clears(tables *t, const mk_config *c, const mk_rules *r) {
    int8_t hand[NIBBLE];
    memset(hand, MK_EMPTY, sizeof hand);
    for (size_t row = 0; row < GRID_ROWS; row++) {
        hand[row * GRID_COLUMNS] = t->is->highest;
    }
    t->clears = spread(score_of(c, r, hand) == 0 ? -1 : 0);
}

/* Four sets of cards that count alone, each four at most: one bit a card, and what each choice of bits counts. */
static void fill_parts(tables *t, const mk_config *c, const mk_rules *r) {
    int8_t bit[2][NIBBLE] = {{0}};
    for (int part = 0; part < 4; part++) {
        int first = t->is->part[part];
        int size = t->is->part[part + 1] - first;
        int8_t points[NIBBLE] = {0};
        for (int i = 0; i < size; i++) {
            bit[part / 2][first + i - t->is->lowest] = (int8_t)(1 << (i + part % 2 * 4));
        }
        for (int set = 1; set < 1 << size; set++) {
            int8_t hand[NIBBLE];
            memset(hand, MK_EMPTY, sizeof hand);
            for (int i = 0; i < size; i++) {
                hand[i] = set >> i & 1 ? (int8_t)(first + i) : MK_EMPTY;
            }
            points[set] = (int8_t)score_of(c, r, hand);
        }
        t->part[part] = twice(points);
    }
    t->low[0] = twice(bit[0]);
    t->low[1] = twice(bit[1]);
}

/* Hands that lie one after the other, turned so that a card of each lies in a vector. */

/* 32 bits of each of 32 hands. Vectors are taken apart in quarters of 16 bytes; so hand h comes from this one. */
static inline __m256i gather_quarter(const int8_t *card, __m256i at, size_t cards, size_t quarter) {
    const __m128i turn = _mm_set_epi8(15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1, 12, 8, 4, 0);
    __m256i four = _mm256_i32gather_epi32((const int *)(const void *)(card + 4 * quarter * cards), at, 1);
    return _mm256_shuffle_epi8(four, _mm256_broadcastsi128_si256(turn));
}

static inline void turn_4_cards(int8_t *to, const int8_t *card, __m256i at, size_t cards) {
    __m256i q0 = gather_quarter(card, at, cards, 0);
    __m256i q1 = gather_quarter(card, at, cards, 1);
    __m256i q2 = gather_quarter(card, at, cards, 2);
    __m256i q3 = gather_quarter(card, at, cards, 3);
    __m256i low01 = _mm256_unpacklo_epi32(q0, q1);
    __m256i low23 = _mm256_unpacklo_epi32(q2, q3);
    __m256i high01 = _mm256_unpackhi_epi32(q0, q1);
    __m256i high23 = _mm256_unpackhi_epi32(q2, q3);
    __m256i *out = (__m256i *)(void *)to;
    _mm256_storeu_si256(out, _mm256_unpacklo_epi64(low01, low23));
    _mm256_storeu_si256(out + 1, _mm256_unpackhi_epi64(low01, low23));
    _mm256_storeu_si256(out + 2, _mm256_unpacklo_epi64(high01, high23));
    _mm256_storeu_si256(out + 3, _mm256_unpackhi_epi64(high01, high23));
}

static void turn_hands(int8_t *to, const int8_t *card, size_t cards) {
    int k = (int)cards;
    __m256i at = _mm256_mullo_epi32(_mm256_set_epi32(19, 18, 17, 16, 3, 2, 1, 0), _mm256_set1_epi32(k));
    size_t i = 0;
    for (; i + 4 <= cards; i += 4) {
        turn_4_cards(to + i * LANES, card + i, at, cards);
    }
    for (; i < cards; i++) {
        for (size_t hand = 0; hand < LANES; hand++) {
            to[i * LANES + hand] = card[hand * cards + i];
        }
    }
}

typedef size_t scorer(const tables *t, const block *b, int16_t *scores);

static scorer *prepare(tables *t, const mk_config *c, const mk_rules *r) {
    t->is = r->scoring;
    switch (t->is->kind) {
    case MK_SCORE_SUM:
        fill_points(t, c, r);
        return score_sums;
    case MK_SCORE_GRID:
        fill_points(t, c, r);
        fill_clears(t, c, r);
        return score_grids;
    case MK_SCORE_HIGHEST:
        fill_parts(t, c, r);
        return score_highest;
    default: /* MK_SCORE_DIFFERENCE */
        return score_difference;
    }
}

static bool can_score(const mk_scoring *is, size_t cards) {
    return is->any_number ? cards >= 1 && cards <= MOST_CARDS : cards == is->cards;
}

/* Hands that lie one after the other: turned and scored a vector at a time. */
static size_t score_turned(scorer *score, const tables *t, const mk_hands *hands, size_t whole, int16_t *scores) {
    int8_t turned[MOST_CARDS * LANES];
    const block b = {turned, LANES, hands->cards, LANES};
    size_t done = 0;
    while (done < whole) {
        turn_hands(turned, hands->card + done * hands->cards, hands->cards);
        if (score(t, &b, scores + done) == 0) {
            break;
        }
        done += LANES;
    }
    return done;
}

size_t mk_score_avx2(const mk_config *c, const mk_rules *r, const mk_hands *hands, int16_t *scores) {
    tables t;
    size_t whole = hands->n / LANES * LANES;
    if (whole == 0 || !can_score(r->scoring, hands->cards)) {
        return 0;
    }
    scorer *score = prepare(&t, c, r);
    if (hands->layout == MK_ROWS) {
        return score_turned(score, &t, hands, whole, scores);
    }
    const block all = {hands->card, hands->n, hands->cards, whole};
    return score(&t, &all, scores);
}

#include "target_end.h"

#endif
