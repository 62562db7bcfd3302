/* The generator against RFC 8439, its naming of streams, their end, and the mixer for policies. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../csrc/include/masko_sdk.h"
#include "../../csrc/rng.h"

static int failures = 0;

static void check(int holds, const char *fact) {
    printf("%s %s\n", holds ? "ok  " : "FAIL", fact);
    failures += !holds;
}

static void from_hex(uint8_t *bytes, const char *hex) {
    for (size_t i = 0; hex[2 * i] != 0; i++) {
        char pair[3] = {hex[2 * i], hex[2 * i + 1], 0};
        bytes[i] = (uint8_t)strtoul(pair, NULL, 16);
    }
}

#define ZEROES_16 "00000000000000000000000000000000"

/* Published values: RFC 8439, section 2.3.2 and appendix A.1. A nonce is words 13, 14, 15. */
static const struct vector {
    const char *name, *key;
    uint32_t block, nonce[3];
    const char *keystream;
} vectors[] = {
    {"RFC 8439, 2.3.2",
     "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
     1,
     {0x09000000, 0x4A000000, 0},
     "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
     "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"},
    {"RFC 8439, A.1, 1",
     ZEROES_16 ZEROES_16,
     0,
     {0, 0, 0},
     "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
     "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"},
    {"RFC 8439, A.1, 2",
     ZEROES_16 ZEROES_16,
     1,
     {0, 0, 0},
     "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
     "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"},
    {"RFC 8439, A.1, 3",
     ZEROES_16 "00000000000000000000000000000001",
     1,
     {0, 0, 0},
     "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
     "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"},
    {"RFC 8439, A.1, 4",
     "00ff0000000000000000000000000000" ZEROES_16,
     2,
     {0, 0, 0},
     "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
     "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"},
    {"RFC 8439, A.1, 5",
     ZEROES_16 ZEROES_16,
     0,
     {0, 0, 0x02000000},
     "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
     "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d"},
};

static void check_vectors(void) {
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        const struct vector *v = &vectors[i];
        uint8_t key[MK_KEY_BYTES], expected[MK_BLOCK_BYTES], block[MK_BLOCK_BYTES];
        from_hex(key, v->key);
        from_hex(expected, v->keystream);
        mk_stream_block(key, v->block, v->nonce[0], v->nonce[1], v->nonce[2], block);
        check(memcmp(block, expected, sizeof block) == 0, v->name);
    }
}

static const uint8_t key_bytes[MK_KEY_BYTES] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
                                                17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32};

/* A name whose parts are large and all different: a mistaken shift or order shows. */
enum { PURPOSE = MK_PURPOSE_CHILD, ROUND = 0xFEDCBA };
#define NUMBER 0x87654321u
#define GAME 0xCAFE1234u
#define PURPOSE_ROUND 0xFEDCBA21u

static void open_named(mk_stream *s) {
    uint32_t key[MK_KEY_WORDS];
    mk_load_key(key, key_bytes);
    mk_stream_open(s, key, GAME, PURPOSE, ROUND, NUMBER);
}

/* Whether the next words are those of `block`. */
static int gives_block(mk_stream *s, uint32_t block) {
    uint8_t bytes[MK_BLOCK_BYTES];
    int equal = 1;
    mk_stream_block(key_bytes, block, PURPOSE_ROUND, NUMBER, GAME, bytes);
    for (int i = 0; i < MK_BLOCK_WORDS; i++) {
        uint32_t word = mk_stream_word(s);
        for (int b = 0; b < 4; b++) {
            equal &= bytes[4 * i + b] == (uint8_t)(word >> (8 * b));
        }
    }
    return equal;
}

static void check_stream(void) {
    uint32_t key[MK_KEY_WORDS];
    mk_stream s;
    mk_load_key(key, key_bytes);
    check(key[0] == 0x04030201 && key[7] == 0x201F1E1D, "a key's words are little-endian");
    open_named(&s);
    check(s.next_block == 0, "no block is made before a word is asked for");
    check(gives_block(&s, 0) && gives_block(&s, 1) && gives_block(&s, 2), "a stream is its blocks 0, 1, 2 in order");
}

static void check_end(void) {
    mk_stream s;
    int zeroes = 1;
    open_named(&s);
    s.next_block = 0xFFFFFFFE;
    check(gives_block(&s, 0xFFFFFFFE) && gives_block(&s, 0xFFFFFFFF), "the last block is 2^32 - 1");
    check(!mk_stream_spent(&s), "a stream whose last word was taken is not yet spent");
    for (int i = 0; i < 3 * MK_BLOCK_WORDS; i++) {
        zeroes &= mk_stream_word(&s) == 0;
    }
    check(zeroes && mk_stream_spent(&s), "past its last word a stream is spent and gives 0");
    check(s.input[13] == PURPOSE_ROUND, "the block number is not carried into the name");
}

static int has_words(uint32_t purpose, uint32_t round) {
    uint32_t key[MK_KEY_WORDS] = {0};
    mk_stream s;
    mk_stream_open(&s, key, 0, purpose, round, 0);
    (void)mk_stream_word(&s);
    return !mk_stream_spent(&s);
}

static void check_names(void) {
    check(has_words(MK_LAST_PURPOSE, MK_LAST_ROUND), "the last purpose and round have words");
    check(!has_words(MK_LAST_PURPOSE + 1, 0), "a purpose past the last has none");
    check(!has_words(0, MK_LAST_ROUND + 1), "a round past the last has none");
}

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void check_mix_is_injective(void) {
    enum { PLIES = 512, DICE = 256, ALL = PLIES * DICE };
    uint64_t *values = malloc(ALL * sizeof *values);
    int distinct = values != NULL;
    for (uint32_t i = 0; values != NULL && i < ALL; i++) {
        values[i] = mk_mix(77, i / DICE, i % DICE);
    }
    if (values != NULL) {
        qsort(values, ALL, sizeof *values, compare);
        for (int i = 1; i < ALL; i++) {
            distinct &= values[i - 1] != values[i];
        }
    }
    free(values);
    check(distinct, "the mixer gives no value twice for one key");
}

/* Flipping one bit of (ply, k) or of the key flips each bit of the value in half the cases. */
static void check_mix_avalanches(void) {
    enum { CASES = 4096, INPUTS = 128, SIX_SIGMA = 6 * 32 }; /* sigma = sqrt(CASES) / 2 */
    int good = 1;
    for (int input = 0; input < INPUTS; input++) {
        uint32_t flips[64] = {0};
        for (uint32_t i = 0; i < CASES; i++) {
            uint64_t key = mk_mix(1, i, 0), at = mk_mix(2, i, 0);
            uint64_t other_key = input < 64 ? key ^ (UINT64_C(1) << input) : key;
            uint64_t other_at = input < 64 ? at : at ^ (UINT64_C(1) << (input - 64));
            uint64_t changed =
                mk_mix(key, (uint32_t)(at >> 32), (uint32_t)at) ^ mk_mix(other_key, (uint32_t)(other_at >> 32), (uint32_t)other_at);
            for (int bit = 0; bit < 64; bit++) {
                flips[bit] += (uint32_t)(changed >> bit & 1);
            }
        }
        for (int bit = 0; bit < 64; bit++) {
            good &= abs((int)flips[bit] - CASES / 2) < SIX_SIGMA;
        }
    }
    check(good, "every input bit of the mixer flips every output bit half the time");
}

static void check_die(void) {
    enum { BOUND = 6, ROLLS = 60000, SIX_SIGMA = 6 * 92 };
    uint32_t counts[BOUND] = {0};
    int good = 1;
    for (uint32_t ply = 0; ply < ROLLS; ply++) {
        counts[mk_die(mk_mix(5, ply, 1), BOUND)]++;
    }
    for (int face = 0; face < BOUND; face++) {
        good &= abs((int)counts[face] - ROLLS / BOUND) < SIX_SIGMA;
    }
    check(good, "a policy's die shows its six faces equally often");
    check(mk_die(UINT64_MAX, 7) == 6 && mk_die(0, 7) == 0 && mk_die(UINT64_MAX, UINT32_MAX) == UINT32_MAX - 1,
          "a policy's die stays below its bound");
}

int main(void) {
    check_vectors();
    check_stream();
    check_end();
    check_names();
    check_mix_is_injective();
    check_mix_avalanches();
    check_die();
    return failures != 0;
}
