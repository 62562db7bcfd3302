/* The state of a game of Fifty Fifty and the numbers of its codes, for the rules and for the policies. */
#ifndef MK_FIFTY_H
#define MK_FIFTY_H

#include "../rules.h"

enum {
    DECK = 50, /* F1 */
    TRICKS = 9, /* F2: as many as cards in a hand */
    MOST_PLAYERS = 5,
    FEWEST_MOODS = TRICKS, /* F10 */
    MOST_MOODS = 16,
    LAUGHING = 0, /* a mood's numbers, and the parameters of a hand to score */
    FURIOUS = 1,
    COLOURS = 2
};

enum { PHASE_TRICK, PHASE_OVER };

/* Codes: a card's number less one. */
enum { PLAY = 0, CODES = PLAY + DECK };

/* Words of the one option: how many moods, then their pairs. */
enum { OPTION_MOODS, OPTION_MOOD, OPTION_END = OPTION_MOOD + MOST_MOODS * COLOURS };

/* Cards are bits: the card c is bit c - 1. */
typedef struct fifty_state {
    mk_head head;
    uint64_t hand[MOST_PLAYERS];
    uint64_t gone; /* F6: played in this round */
    int32_t yellow; /* in force: what the lowest card takes */
    int32_t blue;
    int16_t mask[MOST_PLAYERS]; /* F5: laughing half masks, or furious ones below 0 */
    uint8_t trick;              /* number of the present one */
    uint8_t trick_size;
    uint8_t leader; /* of the trick */
    uint8_t highest_seat;
    uint8_t lowest_seat;
    uint8_t highest;
    uint8_t lowest;
    uint8_t mood_next;
    uint8_t mood[MOST_MOODS]; /* from the top; what lies before `mood_next` was turned */
    uint8_t pile[DECK];       /* from the top, numbers less one; the undealt cards follow the dealt ones */
    uint8_t played[MOST_PLAYERS][TRICKS];
    uint8_t count[MOST_PLAYERS][MOST_PLAYERS]; /* F8: what still stands, by seat and round */
} fifty_state;

static const int8_t fifty_faces[DECK] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17,
                                         18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34,
                                         35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50};

static inline int32_t moods_of(const mk_config *c) { return c->option[OPTION_MOODS]; }

/* F1. */
static inline int32_t mood_number(const mk_config *c, int mood, int colour) { return c->option[OPTION_MOOD + mood * COLOURS + colour]; }

/* F10: a card without one of its numbers. */
static inline bool is_cover(const mk_config *c, int mood) {
    return mood_number(c, mood, LAUGHING) == MK_NONE || mood_number(c, mood, FURIOUS) == MK_NONE;
}

/* F5, F7: what remains after cancelling. */
static inline int32_t masks_left(int32_t masks) { return masks < 0 ? -masks : masks; }

/* F8: the largest of the own earlier rounds that still stands, the earliest of equal ones. */
static inline uint32_t round_to_erase(const fifty_state *s, int seat) {
    uint32_t worst = 0;
    for (uint32_t i = 1; i < s->head.round; i++) {
        worst = s->count[seat][i] > s->count[seat][worst] ? i : worst;
    }
    return worst;
}

#endif
