/* The state of a game of Skyjo and the numbers of its codes, for the rules and for the policies. */
#ifndef MK_SKYJO_H
#define MK_SKYJO_H

#include "../rules.h"

enum {
    DECK = 150, /* S1 */
    COLUMNS = 4,
    ROWS = 3,
    SLOTS = ROWS * COLUMNS, /* S2 */
    FLIPS = 2,              /* S3 */
    LOWEST = -2,
    HIGHEST = 12,
    FACES = HIGHEST - LOWEST + 1,
    NO_SEAT = 255
};

/* S2: one bit a slot; column c is COLUMN_BITS << c. */
#define GRID_BITS 0xFFFU
#define COLUMN_BITS 0x111U

enum { PHASE_SETUP, PHASE_TURN, PHASE_DRAWN, PHASE_TAKEN, PHASE_FLIP, PHASE_OVER };

/* Codes: so few that one span holds them all. */
enum { FLIP = 0, DRAW = FLIP + SLOTS, TAKE, REPLACE, DISCARD = REPLACE + SLOTS, CODES };

/* Words of the options, in the order of the table. */
enum {
    OPTION_TARGET,
    OPTION_TIE_START,
    OPTION_NEXT_STARTER,
    OPTION_COLUMN_TO,
    OPTION_TIE_DOUBLES,
    OPTION_CLEAR_AT_REVEAL,
    OPTION_DOUBLE_ONLY_POSITIVE
};

enum { TIE_SEAT, TIE_RANDOM, TIE_HIGHEST_CARD };

enum { STARTER_HIGHEST_SUM, STARTER_CLOSER };

enum { COLUMN_ASIDE, COLUMN_DISCARD };

/* Cards are their faces: nobody has looked at a hidden one (S13), so nothing tells two of a face apart. */
typedef struct skyjo_state {
    mk_head head;
    uint16_t present[MK_MAX_PLAYERS]; /* one bit a slot that holds a card */
    uint16_t hidden[MK_MAX_PLAYERS];  /* one bit a slot whose card is face down */
    int8_t grid[MK_MAX_PLAYERS][SLOTS];
    int8_t pile[DECK]; /* from the top; what lies before `pile_next` has left it */
    int8_t discard[DECK];
    int8_t aside[DECK]; /* S7 */
    uint8_t pile_next;
    uint8_t discard_size;
    uint8_t aside_size;
    int8_t held; /* in the phases drawn and taken */
    uint8_t dealt_first;
    uint8_t closer;
    uint32_t reshuffles; /* in this round */
} skyjo_state;

static const int8_t skyjo_faces[DECK] = {
    -2, -2, -2, -2, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
    1,  1,  1,  1,  1,  1,  1,  1,  1,  1,  2,  2,  2,  2,  2,  2,  2,  2,  2,  2,  3,  3,  3,  3,  3,  3,  3,  3,  3,  3,
    4,  4,  4,  4,  4,  4,  4,  4,  4,  4,  5,  5,  5,  5,  5,  5,  5,  5,  5,  5,  6,  6,  6,  6,  6,  6,  6,  6,  6,  6,
    7,  7,  7,  7,  7,  7,  7,  7,  7,  7,  8,  8,  8,  8,  8,  8,  8,  8,  8,  8,  9,  9,  9,  9,  9,  9,  9,  9,  9,  9,
    10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12};

static inline uint32_t pile_size(const skyjo_state *s) { return DECK - (uint32_t)s->pile_next; }

static inline uint32_t open_slots(const skyjo_state *s, int seat) { return s->present[seat] & ~(uint32_t)s->hidden[seat]; }

static inline bool holds_card(const skyjo_state *s) { return s->head.phase == PHASE_DRAWN || s->head.phase == PHASE_TAKEN; }

/* S13: a drawn card is seen by the drawer alone, a taken one by all. */
static inline bool sees_held(const skyjo_state *s, int seat) { return s->head.phase == PHASE_TAKEN || seat == s->head.turn; }

#endif
