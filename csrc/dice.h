/* Template: exactly uniform dice from words of a source, several from one word (Brackett-Rozinsky
 * and Lemire, Batched Ranged Random Integer Generation). Included by deck.c for the 32-bit words
 * of a stream, and by tests for words so small that all of them can be tried.
 *
 * Before each inclusion define
 *   MK_WORD_BITS     bits of a word, at most 32
 *   MK_GROUP_BITS    a group's product is at most 2^this; at most MK_WORD_BITS
 *   MK_GROUP_SIZE(b) how many bounds b, b-1, ... the greedy group that starts with b takes
 *   MK_SOURCE        type of the source of words
 *   MK_DRAW(source)  the next word, below 2^MK_WORD_BITS
 *   MK_DRY(source)   whether the source has failed; every loop ends on it
 *   MK_DICE(name)    the name of a function made here
 * The inclusion ends all seven. */
#include <stddef.h>
#include <stdint.h>

#define MK_WORDS (UINT64_C(1) << MK_WORD_BITS)
#define MK_GROUP_LIMIT (UINT64_C(1) << MK_GROUP_BITS)

/* Whether the rest of a word that was scaled by `product` lets its dice stand: of all words,
 * exactly 2^MK_WORD_BITS mod product, those with the smallest rests, are too many. */
static inline int MK_DICE(accepts)(uint64_t rest, uint64_t product) { return rest >= product || rest >= MK_WORDS % product; }

static inline uint64_t MK_DICE(product)(size_t bound, size_t size) {
    uint64_t product = 1;
    for (size_t last = bound - size; bound > last; bound--) {
        product *= bound;
    }
    return product;
}

/* Rolls the `size` dice of bounds `bound`, bound-1, ... from one word and tells whether they may
 * stand. The die of bound b goes to dice[b-1]. The product is rarely needed: most rests are above
 * any product. */
static inline int MK_DICE(roll_group)(uint32_t word, size_t bound, size_t size, uint8_t *dice) {
    uint64_t rest = word;
    for (size_t b = bound; b > bound - size; b--) {
        uint64_t scaled = rest * b;
        dice[b - 1] = (uint8_t)(scaled >> MK_WORD_BITS);
        rest = scaled & (MK_WORDS - 1);
    }
    return rest >= MK_GROUP_LIMIT || MK_DICE(accepts)(rest, MK_DICE(product)(bound, size));
}

/* Draws on until the group of `bound` is accepted. */
static inline void MK_DICE(redraw)(MK_SOURCE *source, size_t bound, uint8_t *dice) {
    int accepted;
    do {
        accepted = MK_DICE(roll_group)(MK_DRAW(source), bound, MK_GROUP_SIZE(bound), dice);
    } while (!accepted && !MK_DRY(source));
}

/* Dice of the bounds n, n-1, ..., 2 (n at most 255 and 2^MK_GROUP_BITS) in dice[n-1] .. dice[1].
 * Every group first tries a word of its own, which lets many decks be rolled side by side; then
 * those refused, in order, each draw on until accepted. */
static inline void MK_DICE(roll_all)(MK_SOURCE *source, size_t n, uint8_t *dice) {
    uint8_t refused[256];
    size_t refusals = 0;
    for (size_t bound = n; bound >= 2;) {
        size_t size = MK_GROUP_SIZE(bound);
        refused[refusals] = (uint8_t)bound;
        refusals += !MK_DICE(roll_group)(MK_DRAW(source), bound, size, dice);
        bound -= size;
    }
    for (size_t i = 0; i < refusals; i++) {
        MK_DICE(redraw)(source, refused[i], dice);
    }
}

/* A group of one bound, at most 2^MK_WORD_BITS - 1. */
static inline uint32_t MK_DICE(roll_one)(MK_SOURCE *source, uint32_t bound) {
    uint64_t scaled;
    if (bound < 2) {
        return 0;
    }
    do {
        scaled = (uint64_t)MK_DRAW(source) * bound;
    } while (!MK_DICE(accepts)(scaled & (MK_WORDS - 1), bound) && !MK_DRY(source));
    return (uint32_t)(scaled >> MK_WORD_BITS);
}

#undef MK_WORDS
#undef MK_GROUP_LIMIT
#undef MK_WORD_BITS
#undef MK_GROUP_BITS
#undef MK_GROUP_SIZE
#undef MK_SOURCE
#undef MK_DRAW
#undef MK_DRY
#undef MK_DICE
