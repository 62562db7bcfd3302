/* Shuffles: dice from a stream, then insertion. The order in which words become cards is frozen. */
#include "deck.h"

#include <string.h>

#include "include/masko_sdk.h"

#define MK_WORD_BITS 32
#define MK_GROUP_BITS 22
#define MK_SOURCE mk_stream
#define MK_DRAW(source) mk_stream_word(source)
#define MK_DRY(source) mk_stream_spent(source)
#define MK_DICE(name) dice_##name
#include "dice.h"

uint32_t mk_bounded(mk_stream *s, uint32_t bound) { return dice_roll_one(s, bound); }

void mk_insert(uint8_t *items, const uint8_t *dice, size_t n) {
    for (size_t i = 1; i < n; i++) {
        uint8_t item = items[i];
        memmove(items + dice[i] + 1, items + dice[i], i - dice[i]);
        items[dice[i]] = item;
    }
}

void mk_shuffle(mk_stream *s, uint8_t *items, size_t n) {
    uint8_t dice[MK_MAX_ITEMS];
    dice_roll_all(s, n, dice);
    mk_insert(items, dice, n);
}

int mk_shuffle_items(const uint8_t key[MK_KEY_BYTES], uint32_t purpose, uint32_t round,
                     uint32_t number, uint32_t game, uint8_t *items, size_t n) {
    mk_stream s;
    uint32_t words[MK_KEY_WORDS];
    if (n > MK_MAX_ITEMS) {
        return MK_NO_ROOM;
    }
    for (size_t i = 0; i < n; i++) {
        items[i] = (uint8_t)i;
    }
    mk_load_key(words, key);
    mk_stream_open(&s, words, game, purpose, round, number);
    mk_shuffle(&s, items, n);
    return mk_stream_spent(&s) ? MK_NO_ROOM : MK_OK;
}
