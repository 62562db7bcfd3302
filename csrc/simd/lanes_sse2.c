/* 16 decks at once, with what every x86-64 processor has. */
#include "lanes.h"

#include "x86.h"

#if MK_SSE2

#include <emmintrin.h>

#define WORDS 4
#define NAME(function) function##_sse2

typedef __m128i lanes;

static inline lanes load_lanes(const void *bytes) { return _mm_loadu_si128((const __m128i *)bytes); }
static inline void store_lanes(void *bytes, lanes a) { _mm_storeu_si128((__m128i *)bytes, a); }
static inline lanes spread_32(uint32_t x) { return _mm_set1_epi32((int)x); }
static inline lanes spread_8(int x) { return _mm_set1_epi8((char)x); }
static inline lanes add_32(lanes a, lanes b) { return _mm_add_epi32(a, b); }
static inline lanes xor_32(lanes a, lanes b) { return _mm_xor_si128(a, b); }
static inline lanes any(lanes a, lanes b) { return _mm_or_si128(a, b); }
static inline lanes rotate_16(lanes a) { return _mm_shufflehi_epi16(_mm_shufflelo_epi16(a, 0xB1), 0xB1); }
static inline lanes rotate_12(lanes a) { return any(_mm_slli_epi32(a, 12), _mm_srli_epi32(a, 20)); }
static inline lanes rotate_8(lanes a) { return any(_mm_slli_epi32(a, 8), _mm_srli_epi32(a, 24)); }
static inline lanes rotate_7(lanes a) { return any(_mm_slli_epi32(a, 7), _mm_srli_epi32(a, 25)); }
static inline lanes multiply(lanes a, lanes b) { return _mm_mul_epu32(a, b); }
static inline lanes high_to_low(lanes a) { return _mm_srli_epi64(a, 32); }
static inline lanes low_to_high(lanes a) { return _mm_slli_epi64(a, 32); }
static inline lanes odd_words(lanes even, lanes odd) {
    const lanes odds = _mm_set_epi32(-1, 0, -1, 0);
    return any(_mm_and_si128(odds, odd), _mm_andnot_si128(odds, even));
}
static inline lanes greater_32(lanes a, lanes b) { return _mm_cmpgt_epi32(a, b); }
static inline lanes pack(const lanes a[4]) { return _mm_packus_epi16(_mm_packs_epi32(a[0], a[1]), _mm_packs_epi32(a[2], a[3])); }
static inline uint64_t pack_mask(const lanes a[4]) {
    lanes bytes = _mm_packs_epi16(_mm_packs_epi32(a[0], a[1]), _mm_packs_epi32(a[2], a[3]));
    return (uint32_t)_mm_movemask_epi8(bytes);
}
static inline lanes sub_8(lanes a, lanes b) { return _mm_sub_epi8(a, b); }
static inline lanes sink(lanes a, lanes limit) { return _mm_add_epi8(a, _mm_cmpgt_epi8(limit, a)); }

#include "lanes_template.h"

#endif
