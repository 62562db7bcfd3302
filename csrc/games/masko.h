/* The state of a game of Masko and the numbers of its codes, for the rules and for the policies. */
#ifndef MK_MASKO_H
#define MK_MASKO_H

#include "../rules.h"

enum {
    DECK = 53,  /* M1 */
    DEALT = 4,  /* M4 */
    LOOKS = 2,  /* M5 */
    SLOTS = 48, /* with n players a slot number is at most 55 - 4n */
    POWERS = 2, /* at most two powers wait at once: each special is there twice */
    NO_CARD = 255,
    NO_SEAT = 255,
    NO_SLOT = 255
};

/* Faces: 1..10 are the numbers. */
enum { NINJA = 11, EXCHANGE, VISION, SPY, REVEAL, DRAW_ONE, GATHER, FACES };

enum {
    PHASE_SETUP,
    PHASE_TURN,
    PHASE_HOLD,
    PHASE_WINDOW,
    PHASE_VISION,
    PHASE_SPY,
    PHASE_NINJA,
    PHASE_SWAP,
    PHASE_EXCHANGE,
    PHASE_EXCHANGE_SECOND,
    PHASE_REVEAL,
    PHASE_SHOW,
    PHASE_DRAW_ONE,
    PHASE_OVER
};

/* Codes. DISCARD follows KEEP, PASS follows INTERCEPT and DECLINE follows SWAP, so that one span holds both. */
enum {
    LOOK = 0,
    DRAW = LOOK + MK_MAX_PLAYERS * SLOTS,
    TAKE,
    ANNOUNCE,
    SKIP,
    KEEP,
    DISCARD = KEEP + SLOTS,
    INTERCEPT,
    PASS = INTERCEPT + SLOTS,
    CLOSE,
    SWAP,
    DECLINE = SWAP + SLOTS,
    PICK,
    CHOOSE = PICK + MK_MAX_PLAYERS * SLOTS,
    SHOW = CHOOSE + MK_MAX_PLAYERS,
    CODES = SHOW + SLOTS
};

/* Words of the options, in the order of the table. */
enum {
    OPTION_TARGET,
    OPTION_SPECIAL_POINTS,
    OPTION_NEXT_STARTER = OPTION_SPECIAL_POINTS + 7,
    OPTION_MAY_RETURN_TAKEN,
    OPTION_CHAIN,
    OPTION_ATTEMPTS,
    OPTION_RACE,
    OPTION_REVEAL_CHOICE
};

enum { STARTER_ROTATE, STARTER_SAME, STARTER_MASKOMAN, STARTER_HIGHEST };

#define SEATS_MASK 0xFFU
#define PUBLIC_BIT 0x100U /* set when everybody is shown a card at once, never by adding up seats */

/* Cards are indices into the sorted deck; they have no identity outside of this state. */
typedef struct masko_state {
    mk_head head;
    uint64_t occupied[MK_MAX_PLAYERS]; /* one bit a slot that holds a card */
    uint64_t gathered;                 /* M29: cards dealt anew by the Ramassage of this round */
    uint8_t hand[MK_MAX_PLAYERS][SLOTS];
    uint8_t pile[DECK]; /* from the top; what lies before `pile_next` has left it */
    uint8_t discard[DECK];
    uint16_t seen[DECK]; /* M36: one bit a seat, and PUBLIC_BIT */
    uint8_t knew[MK_MAX_PLAYERS][FACES]; /* cards of each face that a seat knew when they were gathered */
    uint8_t next_slot[MK_MAX_PLAYERS]; /* M12 */
    uint8_t looked[MK_MAX_PLAYERS];    /* M5: one bit a slot looked at in the setup */
    uint8_t looks;                     /* M5: by all seats together */
    uint8_t pile_next;
    uint8_t discard_size;
    uint8_t used_specials;
    uint8_t held;
    bool taken;
    uint8_t maskoman;
    bool automatic;
    uint32_t windows; /* opened so far in the game (M18) */
    uint32_t races;   /* orders drawn so far in the round */
    uint8_t window_card;
    uint8_t window_seat;
    uint8_t due_size;
    uint8_t due[MK_MAX_PLAYERS];
    uint8_t attempts[MK_MAX_PLAYERS]; /* used in the open window */
    uint8_t power;                    /* running: card, its user, and the first choice */
    uint8_t power_user;
    uint8_t power_owner;
    uint8_t power_slot;
    uint8_t waiting;
    uint8_t waiting_card[POWERS];
    uint8_t waiting_seat[POWERS];
} masko_state;

static const int8_t masko_faces[DECK] = {1, 1, 1, 1, 2, 2, 2, 2, 3, 3,  3,  3,  4,  4,  4,  4,  5,  5,  5,  5,  6,  6,  6,  6,  7,  7, 7,
                                         7, 8, 8, 8, 8, 9, 9, 9, 9, 10, 10, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15, 16, 16, 17};

static inline int face_of(uint8_t card) { return masko_faces[card]; }

static inline bool is_special(uint8_t card) { return face_of(card) >= NINJA; }

/* M3. */
static inline int points_of_face(const mk_config *c, int face) {
    return face < NINJA ? face : c->option[OPTION_SPECIAL_POINTS + face - NINJA];
}

static inline bool has_seen(const masko_state *s, int seat, uint8_t card) { return s->seen[card] >> seat & 1; }

static inline uint32_t pile_size(const masko_state *s) { return DECK - (uint32_t)s->pile_next; }

static inline bool holds_cards(const masko_state *s, int seat) { return s->occupied[seat] != 0; }

/* Seats with a card, one bit each, but for those in `without`. */
static inline uint32_t holders(const mk_config *c, const masko_state *s, uint32_t without) {
    uint32_t seats = 0;
    for (int p = 0; p < c->players; p++) {
        seats |= (uint32_t)holds_cards(s, p) << p;
    }
    return seats & ~without;
}

#endif
