/* The generator: ChaCha20 (RFC 8439) streams for all that touches cards, and a fast mixer for the
 * dice of policies. A stream is named by key, game, purpose, round and number, so any game of a
 * batch can be computed alone. */
#ifndef MK_RNG_H
#define MK_RNG_H

#include <stdint.h>

#define MK_KEY_WORDS 8
#define MK_BLOCK_WORDS 16
#define MK_BLOCK_BYTES 64

/* Words of the block's input. */
enum { MK_AT_KEY = 4, MK_AT_BLOCK = 12, MK_AT_PURPOSE_ROUND, MK_AT_NUMBER, MK_AT_GAME };

/* What a stream is for. Frozen: never reused, never renumbered. */
enum mk_purpose {
    MK_PURPOSE_SHUFFLE = 1,
    MK_PURPOSE_MOOD = 2,
    MK_PURPOSE_RESHUFFLE = 3,
    MK_PURPOSE_REDEAL = 4,
    MK_PURPOSE_LOT = 5,
    MK_PURPOSE_RACE = 6,
    MK_PURPOSE_POLICY = 16, /* seat p takes words 2p and 2p + 1 of block 0 */
    MK_PURPOSE_PLAYOUT = 17,
    MK_PURPOSE_WORLD = 32,
    MK_PURPOSE_CHILD = 33 /* the first 32 bytes of the block are the child's key */
};

/* Purpose and round share a word of the block's input; past these a name would repeat another. */
#define MK_ROUND_SHIFT 8
#define MK_LAST_PURPOSE 0xFFu
#define MK_LAST_ROUND 0xFFFFFFu

typedef struct mk_stream {
    uint32_t input[MK_BLOCK_WORDS]; /* of the last block made */
    uint32_t words[MK_BLOCK_WORDS];
    uint64_t next_block; /* 64 bits, because the block number is never carried */
    uint32_t used;       /* words taken of the block in `words` */
    uint32_t spent;
} mk_stream;

/* The key's words, little-endian as in RFC 8439. */
void mk_load_key(uint32_t key[MK_KEY_WORDS], const uint8_t bytes[4 * MK_KEY_WORDS]);

/* Opens a stream at its first word; a block is made when a word of it is first asked for.
 * A purpose or round past its last gives a stream without words. */
void mk_stream_open(mk_stream *s, const uint32_t key[MK_KEY_WORDS], uint32_t game, uint32_t purpose, uint32_t round, uint32_t number);

/* Makes the next block and returns its first word: `mk_stream_word` when `words` is used up. */
uint32_t mk_stream_refill(mk_stream *s);

/* The next word; 0 from a stream that has none left, which is then spent. */
static inline uint32_t mk_stream_word(mk_stream *s) { return s->used < MK_BLOCK_WORDS ? s->words[s->used++] : mk_stream_refill(s); }

/* Whether a word was asked for past the last one. A loop that redraws must end on it. */
static inline int mk_stream_spent(const mk_stream *s) { return s->spent != 0; }

/* The block function of RFC 8439, section 2.3, on words. */
void mk_chacha_block(uint32_t out[MK_BLOCK_WORDS], const uint32_t in[MK_BLOCK_WORDS]);

/* Dice of policies: a function of key, ply and k alone, so that clones, chunks and replays agree.
 * For one key, different (ply, k) give different values. Never for cards. */
static inline uint64_t mk_mix(uint64_t key, uint32_t ply, uint32_t k) {
    /* A Weyl step spreads the counter; the rest is Stafford's variant 13 of the MurmurHash3 mixer,
     * entered through one more shift because keys and counters are both structured. */
    uint64_t x = (((uint64_t)ply << 32) | k) * UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 32)) + key;
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

/* 0..bound-1, uniform within bound / 2^32. */
static inline uint32_t mk_die(uint64_t random, uint32_t bound) { return (uint32_t)(((random >> 32) * bound) >> 32); }

#endif
