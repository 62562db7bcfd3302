/* ChaCha20 streams: block layout and numbering are frozen (RFC 8439, section 2.3). */
#include "rng.h"

#include <string.h>

#include "include/masko_sdk.h"

#if MK_HAVE_SSE2
#include <emmintrin.h>
#endif

#define DOUBLE_ROUNDS 10
#define BLOCKS (UINT64_C(1) << 32)

/* Words of the block's input. */
#define AT_KEY 4
#define AT_BLOCK 12
#define AT_PURPOSE_ROUND 13
#define AT_NUMBER 14
#define AT_GAME 15

static const uint32_t constants[AT_KEY] = {0x61707865, 0x3320646E, 0x79622D32, 0x6B206574};

static inline uint32_t rotate(uint32_t x, unsigned bits) { return (x << bits) | (x >> (32 - bits)); }

static inline void quarter_round(uint32_t x[MK_BLOCK_WORDS], int a, int b, int c, int d) {
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 7);
}

void mk_chacha_block_portable(uint32_t out[MK_BLOCK_WORDS], const uint32_t in[MK_BLOCK_WORDS]) {
    uint32_t x[MK_BLOCK_WORDS];
    memcpy(x, in, sizeof x);
    for (int i = 0; i < DOUBLE_ROUNDS; i++) {
        quarter_round(x, 0, 4, 8, 12);
        quarter_round(x, 1, 5, 9, 13);
        quarter_round(x, 2, 6, 10, 14);
        quarter_round(x, 3, 7, 11, 15);
        quarter_round(x, 0, 5, 10, 15);
        quarter_round(x, 1, 6, 11, 12);
        quarter_round(x, 2, 7, 8, 13);
        quarter_round(x, 3, 4, 9, 14);
    }
    for (int i = 0; i < MK_BLOCK_WORDS; i++) {
        out[i] = x[i] + in[i];
    }
}

#if MK_HAVE_SSE2

/* A register holds a row of the 4 x 4 state, so that one quarter round works on four columns. */
typedef struct state {
    __m128i a, b, c, d;
} state;

/* A macro, because the shift instructions need constants even where nothing is inlined. */
#define ROTATE_LANES(x, bits) _mm_or_si128(_mm_slli_epi32(x, bits), _mm_srli_epi32(x, 32 - (bits)))

/* Turns of a row by one, two and three places, as immediates of the shuffle. */
#define TURN_1 0x39
#define TURN_2 0x4E
#define TURN_3 0x93

static inline void quarter_rounds(state *x) {
    x->a = _mm_add_epi32(x->a, x->b);
    x->d = _mm_xor_si128(x->d, x->a);
    x->d = ROTATE_LANES(x->d, 16);
    x->c = _mm_add_epi32(x->c, x->d);
    x->b = _mm_xor_si128(x->b, x->c);
    x->b = ROTATE_LANES(x->b, 12);
    x->a = _mm_add_epi32(x->a, x->b);
    x->d = _mm_xor_si128(x->d, x->a);
    x->d = ROTATE_LANES(x->d, 8);
    x->c = _mm_add_epi32(x->c, x->d);
    x->b = _mm_xor_si128(x->b, x->c);
    x->b = ROTATE_LANES(x->b, 7);
}

/* Diagonals become columns by turning the rows against each other. Row b is ready last and stands
 * still, so that the turns of the others cost no time. */
static inline void double_round(state *x) {
    quarter_rounds(x);
    x->a = _mm_shuffle_epi32(x->a, TURN_3);
    x->c = _mm_shuffle_epi32(x->c, TURN_1);
    x->d = _mm_shuffle_epi32(x->d, TURN_2);
    quarter_rounds(x);
    x->a = _mm_shuffle_epi32(x->a, TURN_1);
    x->c = _mm_shuffle_epi32(x->c, TURN_3);
    x->d = _mm_shuffle_epi32(x->d, TURN_2);
}

void mk_chacha_block(uint32_t out[MK_BLOCK_WORDS], const uint32_t in[MK_BLOCK_WORDS]) {
    const __m128i *from = (const __m128i *)(const void *)in;
    __m128i *to = (__m128i *)(void *)out;
    state start = {_mm_loadu_si128(from), _mm_loadu_si128(from + 1), _mm_loadu_si128(from + 2), _mm_loadu_si128(from + 3)};
    state x = start;
    for (int i = 0; i < DOUBLE_ROUNDS; i++) {
        double_round(&x);
    }
    _mm_storeu_si128(to, _mm_add_epi32(x.a, start.a));
    _mm_storeu_si128(to + 1, _mm_add_epi32(x.b, start.b));
    _mm_storeu_si128(to + 2, _mm_add_epi32(x.c, start.c));
    _mm_storeu_si128(to + 3, _mm_add_epi32(x.d, start.d));
}

#else

void mk_chacha_block(uint32_t out[MK_BLOCK_WORDS], const uint32_t in[MK_BLOCK_WORDS]) { mk_chacha_block_portable(out, in); }

#endif

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
    memcpy(s->input + AT_KEY, key, MK_KEY_WORDS * sizeof key[0]);
    s->input[AT_BLOCK] = 0;
    s->input[AT_PURPOSE_ROUND] = purpose | round << MK_ROUND_SHIFT;
    s->input[AT_NUMBER] = number;
    s->input[AT_GAME] = game;
    s->next_block = named ? 0 : BLOCKS;
    s->used = MK_BLOCK_WORDS;
    s->spent = 0;
}

uint32_t mk_stream_refill(mk_stream *s) {
    if (s->next_block >= BLOCKS) {
        s->spent = 1;
        return 0;
    }
    s->input[AT_BLOCK] = (uint32_t)s->next_block;
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
    mk_load_key(in + AT_KEY, key);
    in[AT_BLOCK] = block;
    in[AT_PURPOSE_ROUND] = purpose_round;
    in[AT_NUMBER] = number;
    in[AT_GAME] = game;
    mk_chacha_block(words, in);
    for (int i = 0; i < MK_BLOCK_WORDS; i++) {
        store_word(out + 4 * i, words[i]);
    }
}
