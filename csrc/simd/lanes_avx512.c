/* 64 decks at once. */
#include "lanes.h"

#include "x86.h"

#if MK_X86

#include <immintrin.h>

#include "target_avx512.h"

#define WORDS 16
#define NAME(function) function##_avx512

typedef __m512i lanes;

static inline lanes load_lanes(const void *bytes) { return _mm512_loadu_si512(bytes); }
static inline void store_lanes(void *bytes, lanes a) { _mm512_storeu_si512(bytes, a); }
static inline lanes spread_32(uint32_t x) { return _mm512_set1_epi32((int)x); }
static inline lanes spread_8(int x) { return _mm512_set1_epi8((char)x); }
static inline lanes add_32(lanes a, lanes b) { return _mm512_add_epi32(a, b); }
static inline lanes xor_32(lanes a, lanes b) { return _mm512_xor_si512(a, b); }
static inline lanes any(lanes a, lanes b) { return _mm512_or_si512(a, b); }
static inline lanes rotate_16(lanes a) { return _mm512_rol_epi32(a, 16); }
static inline lanes rotate_12(lanes a) { return _mm512_rol_epi32(a, 12); }
static inline lanes rotate_8(lanes a) { return _mm512_rol_epi32(a, 8); }
static inline lanes rotate_7(lanes a) { return _mm512_rol_epi32(a, 7); }
static inline lanes multiply(lanes a, lanes b) { return _mm512_mul_epu32(a, b); }
static inline lanes high_to_low(lanes a) { return _mm512_srli_epi64(a, 32); }
static inline lanes low_to_high(lanes a) { return _mm512_slli_epi64(a, 32); }
static inline lanes odd_words(lanes even, lanes odd) { return _mm512_mask_blend_epi32(0xAAAA, even, odd); }
static inline lanes greater_32(lanes a, lanes b) { return _mm512_maskz_set1_epi32(_mm512_cmpgt_epi32_mask(a, b), -1); }
static inline lanes pack(const lanes a[4]) { return _mm512_packus_epi16(_mm512_packs_epi32(a[0], a[1]), _mm512_packs_epi32(a[2], a[3])); }
static inline uint64_t pack_mask(const lanes a[4]) {
    lanes bytes = _mm512_packs_epi16(_mm512_packs_epi32(a[0], a[1]), _mm512_packs_epi32(a[2], a[3]));
    return _mm512_movepi8_mask(bytes);
}
static inline lanes sub_8(lanes a, lanes b) { return _mm512_sub_epi8(a, b); }
static inline lanes sink(lanes a, lanes limit) { return _mm512_mask_sub_epi8(a, _mm512_cmpgt_epi8_mask(limit, a), a, _mm512_set1_epi8(1)); }

#include "lanes_template.h"

#include "target_end.h"

#endif
