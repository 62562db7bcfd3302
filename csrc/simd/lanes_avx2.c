/* 32 decks at once. */
#include "lanes.h"

#include "x86.h"

#if MK_X86

#include <immintrin.h>

#include "target_avx2.h"

#define WORDS 8
#define NAME(function) function##_avx2

typedef __m256i lanes;

static inline lanes load_lanes(const void *bytes) { return _mm256_loadu_si256((const __m256i *)bytes); }
static inline void store_lanes(void *bytes, lanes a) { _mm256_storeu_si256((__m256i *)bytes, a); }
static inline lanes spread_32(uint32_t x) { return _mm256_set1_epi32((int)x); }
static inline lanes spread_8(int x) { return _mm256_set1_epi8((char)x); }
static inline lanes add_32(lanes a, lanes b) { return _mm256_add_epi32(a, b); }
static inline lanes xor_32(lanes a, lanes b) { return _mm256_xor_si256(a, b); }
static inline lanes any(lanes a, lanes b) { return _mm256_or_si256(a, b); }
static inline lanes rotate_16(lanes a) {
    const __m128i turn = _mm_set_epi8(13, 12, 15, 14, 9, 8, 11, 10, 5, 4, 7, 6, 1, 0, 3, 2);
    return _mm256_shuffle_epi8(a, _mm256_broadcastsi128_si256(turn));
}
static inline lanes rotate_12(lanes a) { return any(_mm256_slli_epi32(a, 12), _mm256_srli_epi32(a, 20)); }
static inline lanes rotate_8(lanes a) {
    const __m128i turn = _mm_set_epi8(14, 13, 12, 15, 10, 9, 8, 11, 6, 5, 4, 7, 2, 1, 0, 3);
    return _mm256_shuffle_epi8(a, _mm256_broadcastsi128_si256(turn));
}
static inline lanes rotate_7(lanes a) { return any(_mm256_slli_epi32(a, 7), _mm256_srli_epi32(a, 25)); }
static inline lanes multiply(lanes a, lanes b) { return _mm256_mul_epu32(a, b); }
static inline lanes high_to_low(lanes a) { return _mm256_srli_epi64(a, 32); }
static inline lanes low_to_high(lanes a) { return _mm256_slli_epi64(a, 32); }
static inline lanes odd_words(lanes even, lanes odd) { return _mm256_blend_epi32(even, odd, 0xAA); }
static inline lanes greater_32(lanes a, lanes b) { return _mm256_cmpgt_epi32(a, b); }
static inline lanes pack(const lanes a[4]) { return _mm256_packus_epi16(_mm256_packs_epi32(a[0], a[1]), _mm256_packs_epi32(a[2], a[3])); }
static inline uint64_t pack_mask(const lanes a[4]) {
    lanes bytes = _mm256_packs_epi16(_mm256_packs_epi32(a[0], a[1]), _mm256_packs_epi32(a[2], a[3]));
    return (uint32_t)_mm256_movemask_epi8(bytes);
}
static inline lanes sub_8(lanes a, lanes b) { return _mm256_sub_epi8(a, b); }
static inline lanes sink(lanes a, lanes limit) { return _mm256_add_epi8(a, _mm256_cmpgt_epi8(limit, a)); }

#include "lanes_template.h"

#include "target_end.h"

#endif
