/* Shuffles of the decks of many games in one call, on any path. */
#ifndef MK_DECKS_H
#define MK_DECKS_H

#include "rules.h"
#include "simd/lanes.h"

void mk_make_plan(mk_plan *plan, size_t n);

/* Shuffles the deck of each of n lanes: rows as `mk_shuffle` makes them from the stream alone. */
void mk_shuffle_many(int path, const mk_rows *rows, const mk_lane *lanes, size_t n);

/* The first `count` <= MK_BLOCK_WORDS words of the stream of each of n lanes, a row each. */
void mk_words_many(int path, const uint32_t *key, uint32_t purpose, const mk_lane *lanes, size_t n, uint32_t *words, size_t count);

/* How whole decks of a game are shuffled: the main deck, and what follows it. */
typedef struct mk_deck_plan {
    mk_plan main;
    mk_plan extra;
} mk_deck_plan;

void mk_plan_decks(mk_deck_plan *plan, const mk_config *c, const mk_rules *r);

/* Whole decks of n lanes, `stride` bytes from one to the next; the main deck's cards as `items` has them. */
void mk_shuffle_decks_of(const mk_deck_plan *plan, const mk_config *c, const uint8_t *items, const mk_lane *lanes, size_t n, uint8_t *decks,
                         size_t stride);

/* Decks and keys of the games at some tables, made together before they are needed. */
enum { MK_AT_ONCE = 32 };

typedef struct mk_ahead {
    mk_deck_plan plan;
    uint32_t first; /* index of the batch's first game */
    uint8_t deck[MK_AT_ONCE][MK_MAX_ITEMS];
    uint32_t words[MK_AT_ONCE][2 * MK_MAX_PLAYERS]; /* of the keys of as many games */
} mk_ahead;

void mk_look_ahead(mk_ahead *a, const mk_config *c, const mk_rules *r);
void mk_decks_ahead(mk_ahead *a, const mk_config *c, const uint8_t *items, const mk_lane *lanes, size_t n);

/* Keys of the seats' policies in a game of a batch of n: as `mk_policy_keys`, asked for game by game, in order. */
void mk_keys_ahead(mk_ahead *a, const mk_config *c, size_t game, size_t n, uint64_t key[MK_MAX_PLAYERS]);

/* The main deck of a round, and the Mood cards that follow `offset` other cards: as they were shuffled ahead, or now. */
void mk_shuffle_round(const mk_config *c, uint32_t round, uint8_t *deck, const uint8_t *items, size_t n);
void mk_shuffle_moods(const mk_config *c, uint32_t round, uint8_t *moods, size_t offset, size_t n);

#endif
