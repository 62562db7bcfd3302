/* Exactly uniform dice and shuffles from a stream. How words become cards is frozen. */
#ifndef MK_DECK_H
#define MK_DECK_H

#include <stddef.h>
#include <stdint.h>

#include "rng.h"

#define MK_MAX_ITEMS 255

/* The numbers 0..255: what a game shuffles whose cards are numbers. */
extern const uint8_t mk_numbers[MK_MAX_ITEMS + 1];

/* How many bounds b, b-1, ... share a word. */
size_t mk_group_size(size_t bound);

/* A lot: 0..bound-1, exactly uniform. A bound of 0 or 1 leaves no choice: 0, and no word drawn. */
uint32_t mk_bounded(mk_stream *s, uint32_t bound);

/* Puts `n` <= MK_MAX_ITEMS items, given in canonical order, into a uniformly random order, to be
 * read from the top = index 0. A spent stream gives some order; ask `mk_stream_spent`. */
void mk_shuffle(mk_stream *s, uint8_t *items, size_t n);

/* The second half of a shuffle, apart for its proof: item i goes to index dice[i], 0..i, among
 * the items 0..i-1 (dice[0] is 0). One order for each choice of dice. The room for dice is whole
 * vectors, the unused rest defined. Both functions give the same order. */
#define MK_DICE_ROOM 256
void mk_insert(uint8_t *items, const uint8_t dice[MK_DICE_ROOM], size_t n);
void mk_insert_portable(uint8_t *items, const uint8_t dice[MK_DICE_ROOM], size_t n);

#endif
