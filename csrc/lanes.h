/* What games in lockstep have in common: where a lane's legal codes are kept, and how they are handed out. */
#ifndef MK_LANES_H
#define MK_LANES_H

#include "rules.h"

enum { MK_WORD_BITS = 64 };

static inline size_t mk_mask_words(size_t codes) { return (codes + MK_WORD_BITS - 1) / MK_WORD_BITS; }

/* One bit a code; `words` has room for one more than they need. */
static inline void mk_spread_spans(const mk_spans *spans, uint64_t *words) {
    for (uint32_t i = 0; i < spans->n; i++) {
        uint32_t shift = spans->span[i].base % MK_WORD_BITS;
        uint64_t *word = words + spans->span[i].base / MK_WORD_BITS;
        word[0] |= spans->span[i].bits << shift;
        word[1] |= spans->span[i].bits >> 1 >> (MK_WORD_BITS - 1 - shift);
    }
}

static inline bool mk_any(const uint64_t *words, size_t n) {
    uint64_t all = 0;
    for (size_t i = 0; i < n; i++) {
        all |= words[i];
    }
    return all != 0;
}

static inline void mk_put_bits(const uint64_t *words, size_t bytes, uint8_t *out) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (size_t i = 0; i < bytes; i++) {
        out[i] = (uint8_t)(words[i / 8] >> 8 * (i % 8));
    }
#else
    memcpy(out, words, bytes);
#endif
}

static inline void mk_put_bytes(const uint64_t *words, size_t codes, uint8_t *out) {
    memset(out, 0, codes);
    for (size_t i = 0; i < mk_mask_words(codes); i++) {
        for (uint64_t bits = words[i]; bits; bits &= bits - 1) {
            out[i * MK_WORD_BITS + mk_lowest_bit(bits)] = 1;
        }
    }
}

#endif
