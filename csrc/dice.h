/* Template: exactly uniform dice from words of a source, several from one word (Brackett-Rozinsky
 * and Lemire, Batched Ranged Random Integer Generation). Included by deck.c for the 32-bit words
 * of a stream, and by tests for words so small that all of them can be tried.
 *
 * Before each inclusion define
 *   MK_WORD_BITS     bits of a word, at most 32
 *   MK_GROUP_BITS    a group's product is at most 2^this; at most MK_WORD_BITS
 *   MK_SOURCE        type of the source of words
 *   MK_DRAW(source)  the next word, below 2^MK_WORD_BITS
 *   MK_DRY(source)   whether the source has failed; every loop ends on it
 *   MK_DICE(name)    the name of a function made here
 * The inclusion ends all six. */
#include <stddef.h>
#include <stdint.h>

#define MK_WORDS (UINT64_C(1) << MK_WORD_BITS)
#define MK_GROUP_LIMIT (UINT64_C(1) << MK_GROUP_BITS)

/* How a group of dice came out: the next bound after it, and whether its dice may stand. */
typedef struct MK_DICE(group) {
    size_t rest;
    int accepted;
} MK_DICE(group);

/* Whether what a word left over may stand. The threshold is a division, and rarely needed. */
static inline int MK_DICE(accepts)(uint64_t left, uint64_t product) {
    return left >= product || left >= MK_WORDS % product;
}

/* Rolls the group that starts with the bound `most`: bounds most, most-1, ... down to 2, as many as
 * fit. The die of bound b goes to dice[b-1]. */
static inline MK_DICE(group) MK_DICE(roll_group)(uint32_t word, size_t most, uint8_t *dice) {
    uint64_t left = word;
    uint64_t product = 1;
    size_t bound = most;
    do {
        left *= bound;
        product *= bound;
        dice[bound - 1] = (uint8_t)(left >> MK_WORD_BITS);
        left &= MK_WORDS - 1;
        bound--;
    } while (bound >= 2 && product * bound <= MK_GROUP_LIMIT);
    MK_DICE(group) group = {bound, MK_DICE(accepts)(left, product)};
    return group;
}

/* Dice of the bounds n, n-1, ..., 2 (n <= 255) in dice[n-1] .. dice[1]. Every group first tries a
 * word of its own, which is what lets many decks be rolled side by side; then those refused, the
 * earliest first, each draw on until accepted. */
static inline void MK_DICE(roll_all)(MK_SOURCE *source, size_t n, uint8_t *dice) {
    uint8_t refused[256];
    size_t refusals = 0;
    for (size_t bound = n; bound >= 2;) {
        MK_DICE(group) group = MK_DICE(roll_group)(MK_DRAW(source), bound, dice);
        refused[refusals] = (uint8_t)bound;
        refusals += !group.accepted;
        bound = group.rest;
    }
    for (size_t i = 0; i < refusals; i++) {
        while (!MK_DRY(source) &&
               !MK_DICE(roll_group)(MK_DRAW(source), refused[i], dice).accepted) {
        }
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
#undef MK_SOURCE
#undef MK_DRAW
#undef MK_DRY
#undef MK_DICE
