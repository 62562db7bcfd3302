/* Many decks in one call for the statistical tests, the faults that these must find, and first
 * words of many streams. Compiled with the core's rng.c and deck.c. */
#include "deck.h"

enum fault {
    NONE,
    SWAP_ANY,            /* every card swaps with any position */
    OFF_BY_ONE,          /* the exchange leaves out the card's own place */
    NEVER_LAST,          /* the last card is left out */
    SAME_SEED,           /* the game's number is not used */
    SEED_OF_TWO_GAMES,   /* ... or only half of it */
    LOST_SEAT_ROTATION   /* the first seat is not drawn */
};

static void swap(uint8_t *items, uint32_t a, uint32_t b) {
    uint8_t item = items[a];
    items[a] = items[b];
    items[b] = item;
}

static void swap_any(mk_stream *s, uint8_t *items, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        swap(items, i, mk_bounded(s, n));
    }
}

static void exchange_off_by_one(mk_stream *s, uint8_t *items, uint32_t n) {
    for (uint32_t i = n - 1; i > 0; i--) {
        swap(items, i, mk_bounded(s, i));
    }
}

static uint32_t game_of(uint32_t game, int fault) { return fault == SAME_SEED ? 0 : fault == SEED_OF_TWO_GAMES ? game / 2 : game; }

void deck_make(const uint8_t key[32], uint32_t first, size_t games, uint32_t n, int fault, uint8_t *decks) {
    uint32_t words[MK_KEY_WORDS];
    mk_load_key(words, key);
    for (size_t i = 0; i < games; i++) {
        uint8_t *deck = decks + i * n;
        mk_stream s;
        for (uint32_t card = 0; card < n; card++) {
            deck[card] = (uint8_t)card;
        }
        mk_stream_open(&s, words, game_of(first + (uint32_t)i, fault), MK_PURPOSE_SHUFFLE, 0, 0);
        if (fault == SWAP_ANY) {
            swap_any(&s, deck, n);
        } else if (fault == OFF_BY_ONE) {
            exchange_off_by_one(&s, deck, n);
        } else {
            mk_shuffle(&s, deck, fault == NEVER_LAST ? n - 1 : n);
        }
    }
}

/* The seat of each game that is dealt the first card. */
void first_seats(const uint8_t key[32], uint32_t first, size_t games, uint32_t players, int fault, uint8_t *seats) {
    uint32_t words[MK_KEY_WORDS];
    mk_load_key(words, key);
    for (size_t i = 0; i < games; i++) {
        mk_stream s;
        mk_stream_open(&s, words, first + (uint32_t)i, MK_PURPOSE_LOT, 0, 0);
        seats[i] = fault == LOST_SEAT_ROTATION ? 0 : (uint8_t)mk_bounded(&s, players);
    }
}

/* The first two words of each named stream; a name is game, purpose, round, number. */
void first_words(const uint8_t key[32], const uint32_t (*names)[4], size_t n, uint32_t (*out)[2]) {
    uint32_t words[MK_KEY_WORDS];
    mk_load_key(words, key);
    for (size_t i = 0; i < n; i++) {
        mk_stream s;
        mk_stream_open(&s, words, names[i][0], names[i][1], names[i][2], names[i][3]);
        out[i][0] = mk_stream_word(&s);
        out[i][1] = mk_stream_word(&s);
    }
}

/* Bounded numbers one after the other from one stream. */
void lots(const uint8_t key[32], const uint32_t *bounds, size_t n, uint32_t *out) {
    uint32_t words[MK_KEY_WORDS];
    mk_stream s;
    mk_load_key(words, key);
    mk_stream_open(&s, words, 0, MK_PURPOSE_LOT, 0, 0);
    for (size_t i = 0; i < n; i++) {
        out[i] = mk_bounded(&s, bounds[i]);
    }
}
