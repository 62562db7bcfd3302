/* Batched Fisher-Yates shuffles with wyrand: what is compared with. From N. Brackett-Rozinsky and D. Lemire, "Batched
 * Ranged Random Integer Generation" (2024), algorithm 5: up to six dice from 64 random bits. Its generator is no
 * cryptographic one. */
#include <stddef.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 wide;

static inline uint64_t wyrand(uint64_t *state) {
    *state += UINT64_C(0xa0761d6478bd642f);
    wide product = (wide)*state * (*state ^ UINT64_C(0xe7037ed1a0b428db));
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

/* Swaps the last k of n items, the dice of n, n-1, ... from one word; 2^64 is large beside `bound`, at least their product. */
static inline uint64_t swap_last(uint8_t *items, uint64_t n, uint64_t k, uint64_t bound, uint64_t *state) {
    uint64_t die[6];
    uint64_t rest = wyrand(state);
    for (uint64_t i = 0; i < k; i++) {
        wide scaled = (wide)rest * (n - i);
        die[i] = (uint64_t)(scaled >> 64);
        rest = (uint64_t)scaled;
    }
    if (rest < bound) {
        bound = 1;
        for (uint64_t i = 0; i < k; i++) {
            bound *= n - i;
        }
        uint64_t least = -bound % bound;
        while (rest < least) {
            rest = wyrand(state);
            for (uint64_t i = 0; i < k; i++) {
                wide scaled = (wide)rest * (n - i);
                die[i] = (uint64_t)(scaled >> 64);
                rest = (uint64_t)scaled;
            }
        }
    }
    for (uint64_t i = 0; i < k; i++) {
        uint8_t item = items[n - i - 1];
        items[n - i - 1] = items[die[i]];
        items[die[i]] = item;
    }
    return bound;
}

/* Rows of n <= 255 items: 0..n-1, shuffled. */
void batched_shuffle(uint64_t seed, size_t rows, uint64_t n, uint8_t *items) {
    for (size_t row = 0; row < rows; row++, items += n) {
        uint64_t bound = UINT64_C(1) << 54;
        uint64_t left = n;
        for (uint64_t i = 0; i < n; i++) {
            items[i] = (uint8_t)i;
        }
        for (; left > 6; left -= 6) {
            bound = swap_last(items, left, 6, bound, &seed);
        }
        if (left > 1) {
            swap_last(items, left, left - 1, 720, &seed);
        }
    }
}
