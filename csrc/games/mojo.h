/* The state of a game of Mojo and the numbers of its codes, for the rules and for the policies. */
#ifndef MK_MOJO_H
#define MK_MOJO_H

#include "../rules.h"

enum {
    DECK = 78, /* J1 */
    VALUES = 13,
    COLOURS = 5,
    DEALT = 8,     /* J2 */
    PILES = 2,     /* J14 */
    MALUS = 10,    /* J10, and the side of the Mojo card that shows it */
    MOJO_AT = 3,   /* J6 */
    MOJO_AT_2 = 2, /* with two players */
    NO_SEAT = 255,
    NO_PILE = 255
};

enum { PHASE_TURN, PHASE_CHAIN, PHASE_OWED, PHASE_MOJO, PHASE_OVER };

/* Codes: so few that one span holds them all. */
enum { PLAY = 0, DRAW = PLAY + VALUES * PILES, TAKE, TURN_UP = TAKE + PILES, CODES = TURN_UP + VALUES };

/* Words of the options, in the order of the table. */
enum { OPTION_TARGET, OPTION_TARGET_REACHED, OPTION_HOLDER_LOWEST_SCORES_ZERO, OPTION_MOJO_AT, OPTION_DISCARDS };

enum { ENDED_TURNED_UP, ENDED_NO_CARD };

/* How many cards of each value, four bits a value: there are eight of one at most. */
typedef uint64_t mk_bag;

#define BAG_BITS 4
#define BAG_ONE(value) (1ULL << (BAG_BITS * (value)))

static inline uint32_t bag_count(mk_bag bag, int value) { return (uint32_t)(bag >> (BAG_BITS * value)) & 15; }

static inline uint32_t bag_size(mk_bag bag) {
    uint64_t pairs = (bag & 0x0F0F0F0F0F0F0F0F) + (bag >> BAG_BITS & 0x0F0F0F0F0F0F0F0F);
    return (uint32_t)(pairs * 0x0101010101010101 >> 56);
}

/* One bit a value that the bag holds. */
static inline uint32_t bag_values(mk_bag bag) {
    bag |= bag >> 1;
    bag |= bag >> 2;
    bag &= 0x1111111111111111;
    bag = (bag | bag >> 3) & 0x0303030303030303;
    bag = (bag | bag >> 6) & 0x000F000F000F000F;
    bag = (bag | bag >> 12) & 0x000000FF000000FF;
    return (uint32_t)(bag | bag >> 24) & 0xFFFF;
}

/* Notes since the last reshuffle: seat << 4, and a value that was hidden until it was played or turned up, or DREW.
 * A card is hidden once and drawn once between two reshuffles. */
enum { NOTE_SHIFT = 4, NOTE_DREW = 15, NOTES = 2 * DECK };

/* Cards are their values: of equal ones nothing tells which is which. A seat's cards are in its hand until Mojo time, and face
 * down from then on. */
typedef struct mojo_state {
    mk_head head;
    mk_bag hand[MK_MAX_PLAYERS];
    mk_bag turned_up[MK_MAX_PLAYERS];
    mk_bag known[MK_MAX_PLAYERS]; /* J13: those of the hand that were taken from a discard */
    mk_bag drawn[MK_MAX_PLAYERS]; /* since the last reshuffle */
    mk_bag reshuffled;            /* J12: the draw pile of the last reshuffle when it was new */
    uint32_t held[MK_MAX_PLAYERS]; /* the bit PILES * value for each value of the hand, as the codes have it */
    uint32_t reshuffles;           /* in this round */
    uint8_t hand_size[MK_MAX_PLAYERS];
    uint8_t down; /* J6: one bit a seat whose cards lie face down */
    uint8_t side; /* of the Mojo card: 0 or 10 */
    uint8_t used; /* the discard in use, in the phases chain and owed */
    uint8_t pile_next;
    uint8_t pile_end;
    uint8_t discard_size[PILES];
    uint8_t note_size;
    uint8_t pile[DECK]; /* from the top; what lies before `pile_next` has left it */
    uint8_t discard[PILES][DECK];
    uint8_t note[NOTES + 1]; /* the last is never kept */
} mojo_state;

static const int8_t mojo_faces[DECK] = {0,  0,  0,  0,  1,  1,  1,  1,  2,  2,  2,  2,  2,  3,  3,  3,  3,  3,  4,  4,
                                        4,  4,  4,  5,  5,  5,  5,  5,  5,  6,  6,  6,  6,  6,  6,  7,  7,  7,  7,  7,
                                        7,  8,  8,  8,  8,  8,  8,  8,  9,  9,  9,  9,  9,  9,  9,  10, 10, 10, 10, 10,
                                        10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 12, 12};

/* J1: how many of each value there are, and the values of each colour. */
static const mk_bag mojo_deck_bag = 0x8877766655544;
static const uint32_t mojo_colours[COLOURS] = {0x0003, 0x001C, 0x00E0, 0x0700, 0x1800};

/* J9: of each colour only the highest value, once. */
static inline int points_of(uint32_t values) {
    int points = 0;
    for (int i = 0; i < COLOURS; i++) {
        uint32_t colour = (values & mojo_colours[i]) << 1 | 1; /* nothing counts as the value 0 */
        points += colour > 1 ? 30 - __builtin_clz(colour) : 0;
    }
    return points;
}

static inline uint32_t pile_size(const mojo_state *s) { return (uint32_t)s->pile_end - s->pile_next; }

static inline int top_of(const mojo_state *s, int pile) { return s->discard[pile][s->discard_size[pile] - 1]; }

static inline bool is_down(const mojo_state *s, int seat) { return s->down >> seat & 1; }

/* J6. */
static inline int mojo_at(const mk_config *c) {
    int32_t at = c->option[OPTION_MOJO_AT];
    return at != MK_NONE ? at : c->players == 2 ? MOJO_AT_2 : MOJO_AT;
}

/* J9: hand, face down and face up. */
static inline int points_of_seat(const mojo_state *s, int seat) { return points_of(bag_values(s->hand[seat] | s->turned_up[seat])); }

#endif
