/* ChaCha20 streams: block layout and numbering are frozen (RFC 8439, section 2.3). */
#include "rng.h"

#include <string.h>

#include "include/masko_sdk.h"

#define DOUBLE_ROUNDS 10
#define BLOCKS (UINT64_C(1) << 32)

static const uint32_t constants[MK_AT_KEY] = {0x61707865, 0x3320646E, 0x79622D32, 0x6B206574};

static inline uint32_t rotate(uint32_t x, unsigned bits) { return (x << bits) | (x >> (32 - bits)); }

static inline void quarter_round(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d) {
    *a += *b;
    *d = rotate(*d ^ *a, 16);
    *c += *d;
    *b = rotate(*b ^ *c, 12);
    *a += *b;
    *d = rotate(*d ^ *a, 8);
    *c += *d;
    *b = rotate(*b ^ *c, 7);
}

/* Words in variables of their own, not an array, because then compilers keep them in registers: so
 * written, one block is faster than with SSE2, whose single quarter round is all waiting. */
void mk_chacha_block(uint32_t out[MK_BLOCK_WORDS], const uint32_t in[MK_BLOCK_WORDS]) {
    uint32_t a0 = in[0], a1 = in[1], a2 = in[2], a3 = in[3];
    uint32_t b0 = in[4], b1 = in[5], b2 = in[6], b3 = in[7];
    uint32_t c0 = in[8], c1 = in[9], c2 = in[10], c3 = in[11];
    uint32_t d0 = in[12], d1 = in[13], d2 = in[14], d3 = in[15];
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
    const uint32_t x[MK_BLOCK_WORDS] = {a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3};
    for (int i = 0; i < MK_BLOCK_WORDS; i++) {
        out[i] = x[i] + in[i];
    }
}

static uint32_t load_word(const uint8_t bytes[4]) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void store_word(uint8_t bytes[4], uint32_t word) {
    for (int i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(word >> (8 * i));
    }
}

void mk_load_key(uint32_t key[MK_KEY_WORDS], const uint8_t bytes[4 * MK_KEY_WORDS]) {
    for (int i = 0; i < MK_KEY_WORDS; i++) {
        key[i] = load_word(bytes + 4 * i);
    }
}

void mk_stream_open(mk_stream *s, const uint32_t key[MK_KEY_WORDS], uint32_t game, uint32_t purpose, uint32_t round, uint32_t number) {
    int named = purpose <= MK_LAST_PURPOSE && round <= MK_LAST_ROUND;
    memcpy(s->input, constants, sizeof constants);
    memcpy(s->input + MK_AT_KEY, key, MK_KEY_WORDS * sizeof key[0]);
    s->input[MK_AT_BLOCK] = 0;
    s->input[MK_AT_PURPOSE_ROUND] = purpose | round << MK_ROUND_SHIFT;
    s->input[MK_AT_NUMBER] = number;
    s->input[MK_AT_GAME] = game;
    s->next_block = named ? 0 : BLOCKS;
    s->used = MK_BLOCK_WORDS;
    s->spent = 0;
}

uint32_t mk_stream_refill(mk_stream *s) {
    if (s->next_block >= BLOCKS) {
        s->spent = 1;
        return 0;
    }
    s->input[MK_AT_BLOCK] = (uint32_t)s->next_block;
    s->next_block++;
    mk_chacha_block(s->words, s->input);
    s->used = 1;
    return s->words[0];
}

void mk_stream_block(const uint8_t key[MK_KEY_BYTES], uint32_t block, uint32_t purpose_round, uint32_t number, uint32_t game,
                     uint8_t out[MK_BLOCK_BYTES]) {
    uint32_t in[MK_BLOCK_WORDS];
    uint32_t words[MK_BLOCK_WORDS];
    memcpy(in, constants, sizeof constants);
    mk_load_key(in + MK_AT_KEY, key);
    in[MK_AT_BLOCK] = block;
    in[MK_AT_PURPOSE_ROUND] = purpose_round;
    in[MK_AT_NUMBER] = number;
    in[MK_AT_GAME] = game;
    mk_chacha_block(words, in);
    for (int i = 0; i < MK_BLOCK_WORDS; i++) {
        store_word(out + 4 * i, words[i]);
    }
}
