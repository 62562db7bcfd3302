/* masko_sdk: rules of card games of hidden information.
 *
 * This header is the whole contract between the C core and its bindings.
 * The library allocates nothing, keeps no global state, reads no clock and never ends the process.
 * A caller owns every buffer; a `mk_game` is a block of `mk_game_bytes()` bytes, aligned as malloc aligns,
 * and copying that block copies the game.
 */
#ifndef MASKO_SDK_H
#define MASKO_SDK_H

#include <stddef.h>
#include <stdint.h>

/* Sizes that a caller's buffers must have. */
#define MK_MAX_PLAYERS 8
#define MK_MAX_CODES 1024  /* action codes of one game */
#define MK_MAX_POLICY_PARAMETERS 8
#define MK_KEY_BYTES 32
#define MK_LOG_WORDS 2048  /* events of one action */
#define MK_VIEW_WORDS 1024 /* one view, memory, digest or outcome */
#define MK_TEXT_BYTES 65536 /* one view, memory or event as text */

/* Who acts or looks on: a seat 0..7, or one of these. */
#define MK_ONLOOKER 8
#define MK_HOST 9

/* No value, or a value that the observer may not see. */
#define MK_NONE (-2147483647 - 1)
/* No card, in card arrays of the batch calls. */
#define MK_EMPTY (-128)

/* What a call answers. */
#define MK_OK 0
#define MK_GAME_OVER 1
#define MK_NOT_DUE 2
#define MK_ILLEGAL 3      /* `mk_reason` tells why */
#define MK_BAD_GAME 4
#define MK_BAD_PLAYERS 5
#define MK_BAD_FIRST 6
#define MK_BAD_OPTION 7   /* fault: where = option row, value = index of the offending word in it */
#define MK_BAD_DECK 8     /* fault: where = round */
#define MK_BAD_POLICY 9   /* fault: where = seat */
#define MK_BAD_CARD 10    /* fault: where = index of the hand, value = index of the card in it */
#define MK_NO_ROOM 11     /* a buffer is too small */
#define MK_BAD_SEAT 12    /* fault: where = index of the round */
#define MK_BAD_PATH 13    /* this processor lacks it */

/* Code paths of the batch calls: the same answers by other instructions. */
#define MK_PATH_PORTABLE 0
#define MK_PATH_AVX2 1   /* x86-64-v3: AVX2, BMI and POPCNT */
#define MK_PATH_AVX512 2 /* ... and AVX-512 F and BW */

/* Arrays of hands: how the cards of n hands of k cards lie. */
#define MK_ROWS 0    /* (n, k): a hand after the other */
#define MK_COLUMNS 1 /* (k, n): all first cards, then all second ones */

/* Tables of a game, read row by row with `mk_row`. */
#define MK_TABLE_ABOUT 0    /* "name masko", "revision 1", "players 2 8", "deck 53", ... */
#define MK_TABLE_OPTIONS 1  /* "target int 1 10000 100" */
#define MK_TABLE_ACTIONS 2  /* "look seat:8 slot:48": kind, then its fields with their counts */
#define MK_TABLE_EVENTS 3   /* "drew seat:seat card:card!": kind, then its fields with their types */
#define MK_TABLE_VIEW 4     /* "turn seat?": a field and its type */
#define MK_TABLE_REFEREE 5  /* fields that the referee's view adds */
#define MK_TABLE_STRUCTS 6  /* "held seat:seat card:card? taken:bool" */
#define MK_TABLE_CHOICES 7  /* "phase setup turn ...": names of the values of a type */
#define MK_TABLE_POLICIES 8 /* "prudent announce_at:0:200:8 ...": name, parameters with lowest, highest, default */
#define MK_TABLE_LAYOUT 9   /* "totals 0 1 0 meaning": a field of an observation, of a + b n + c n^2 numbers with n players */
#define MK_TABLES 10

typedef struct mk_game mk_game;

/* Where a refused configuration is wrong. */
typedef struct mk_fault {
    int32_t where;
    int32_t value;
} mk_fault;

/* What defines a game before its first action. */
typedef struct mk_setup {
    int32_t game;
    int32_t players;
    int32_t first_player;
    uint32_t index;         /* number of the game under its key: word 15 of the stream */
    uint8_t key[32];
    const int32_t *options; /* all words of all options, in the order of the table */
    size_t option_words;
    const int8_t *decks;    /* faces of the given rounds' decks, from the top; the caller keeps them while the game lives */
    size_t deck_bytes;      /* whole decks */
    int32_t path;           /* MK_PATH_...: how its batches are computed */
} mk_setup;

int mk_best_path(void); /* the fastest one that this processor has */

/* Tables. */
int mk_game_count(void);
size_t mk_game_bytes(void);
const char *mk_row(int game, int table, int row); /* NULL past the last row */
int mk_first_code(int game, int action);          /* code of the action row's first value; past the last row: the number of codes */
size_t mk_option_words(int game);
size_t mk_deck_bytes(const mk_setup *setup);      /* faces in one given deck; 0 for a wrong setup */
size_t mk_player_cards(const mk_setup *setup);    /* cards dealt to one player; 0 for a wrong setup */

/* Life of a game. `log` receives the events of the call in `*used` words (MK_LOG_WORDS suffice). */
int mk_check_setup(const mk_setup *setup, mk_fault *fault);
int mk_begin(mk_game *g, const mk_setup *setup, int32_t *log, size_t *used, mk_fault *fault);
int mk_check(const mk_game *g, int who, int code);
int mk_apply(mk_game *g, int who, int code, int32_t *log, size_t *used);
int mk_reason(const mk_game *g, int who, int code); /* row in the choices "reason" */

/* Questions. They fill a buffer of the size named above and return how much they wrote. */
size_t mk_due(const mk_game *g, int8_t *seats);
size_t mk_legal(const mk_game *g, int who, uint16_t *codes);
size_t mk_observe(const mk_game *g, int viewer, int32_t *words);
size_t mk_memory(const mk_game *g, int seat, int32_t *words);
size_t mk_outcome(const mk_game *g, int32_t *words);
size_t mk_digest(const mk_game *g, int32_t *words); /* equal for games that play on alike, but for their seeds */
int mk_kind(const mk_game *g);
int mk_players(const mk_game *g);
int mk_is_over(const mk_game *g);
int mk_turn(const mk_game *g);                /* seat, or -1 */
uint32_t mk_ply(const mk_game *g);
uint32_t mk_window(const mk_game *g);         /* number of the open window, or 0 */

/* One event of a log as `viewer` may know it: fills `event` with [kind, fields...], moves `*at` on and returns the
 * number of words; `*ply` receives its ply. Returns 0 at the end of the log. */
size_t mk_next_event(int game, const int32_t *log, size_t used, size_t *at, int viewer, int32_t *event, uint32_t *ply);

/* The same as JSON in ASCII, by the types of the tables. They return the number of bytes; nothing ends them. */
size_t mk_observe_text(const mk_game *g, int viewer, char *text);
size_t mk_memory_text(const mk_game *g, int seat, char *text);
size_t mk_event_text(int game, const int32_t *event, char *text); /* one that `mk_next_event` filled */

/* Policies and worlds. */
int mk_check_policy(int game, int policy, const int32_t *parameters);
int mk_choose(const mk_game *g, int seat, int policy, const int32_t *parameters); /* a legal code, or -1 if not due */
int mk_sample_world(const mk_game *g, int seat, const uint8_t key[32], mk_game *world);

/* Batches. `first` is the index of the first game; game i has index first + i under the setup's key. */
typedef struct mk_results {
    int32_t *totals;    /* n * players */
    uint8_t *ranks;     /* n * players */
    uint8_t *winners;   /* n * players, 0 or 1 */
    int32_t *rounds;    /* n: rounds finished */
    int32_t *plies;     /* n */
    uint8_t *truncated; /* n */
    int32_t *scores;    /* n * most_rounds * players: what each round added to the totals; later ones are left out */
    size_t most_rounds; /* 0: no scores */
} mk_results;

int mk_shuffle_decks(const mk_setup *setup, size_t n, int8_t *decks);
int mk_deal_hands(const mk_setup *setup, size_t n, int8_t *hands, int8_t *rest);
int mk_score_hands(int game, const int32_t *options, size_t option_words, const int8_t *hands, size_t n, size_t cards, int layout, int path,
                   int16_t *scores, mk_fault *fault);
/* What the end of a round adds to the hands' own points: `enders` holds the seat that ended each round (Maskoman, closer,
 * holder of the Mojo card), `declared` whether it said so (Masko: announced, not automatic). `scores` is n * players. */
int mk_score_rounds(const mk_setup *setup, int32_t *scores, size_t n, const int8_t *enders, const uint8_t *declared, mk_fault *fault);
int mk_simulate(const mk_setup *setup, size_t n, const uint8_t *policies, const int32_t *parameters, uint32_t max_plies,
                const mk_results *results, mk_fault *fault);

/* Games in lockstep. Lane i plays game i, then i + lanes, i + 2 lanes, ... (all modulo 2^32), each of index first + its number
 * under the setup's key, and begins the next one in the step that ends or truncates the one before. The seat that acts is the
 * first of those due. Nothing is allocated; calls on separate ranges of lanes may run at the same time. */
typedef struct mk_vector {
    void *block;           /* mk_vector_bytes, on a multiple of 64: the games */
    size_t lanes;
    uint32_t max_plies;    /* at which a game is truncated */
    int32_t wide;          /* masks have a byte a code, not a bit */
    int16_t *observations; /* lanes * mk_observation_size: of the seat that acts next */
    uint8_t *masks;        /* lanes * mk_mask_size: what it may do; bits from the lowest of the first byte on */
    int8_t *seats;
    int32_t *rewards;      /* lanes * players: how much less the total is after this step */
    uint8_t *winners;      /* lanes * players: 0 or 1; none but in a step that ends the game */
    uint8_t *done;
    uint8_t *truncated;
    uint32_t *games;       /* number of the game that the lane now plays */
    size_t wanted;         /* results of games 0..wanted-1 are kept */
    mk_results results;
} mk_vector;

size_t mk_vector_bytes(const mk_setup *setup, size_t lanes);  /* 0 for a wrong setup */
size_t mk_observation_size(int game, int players);            /* numbers in one observation */
size_t mk_mask_size(int game, int wide);                      /* bytes of one mask */
size_t mk_encode(const mk_game *g, int seat, int16_t *words); /* the observation of a seat; at most MK_VIEW_WORDS */
int mk_vector_reset(const mk_setup *setup, const mk_vector *v, size_t first, size_t count, int onward); /* or from game i of lane i */
/* Whether all actions of a range are legal: MK_OK, or MK_ILLEGAL with where = lane. A step that they are not changes nothing. */
int mk_vector_check(const mk_setup *setup, const mk_vector *v, size_t first, size_t count, const int64_t *actions, mk_fault *fault);
int mk_vector_step(const mk_setup *setup, const mk_vector *v, size_t first, size_t count, const int64_t *actions, mk_fault *fault);
/* The actions that policies choose, as `mk_simulate` would. Lanes whose seat has MK_NO_POLICY are left as they are; with `wanted`,
 * those that are past it are moved on by any legal action. */
#define MK_NO_POLICY 255
int mk_vector_choose(const mk_setup *setup, const mk_vector *v, size_t first, size_t count, const uint8_t *policies,
                     const int32_t *parameters, int64_t *actions, mk_fault *fault);
/* Odds: what follows each legal action of a due seat, in worlds that agree with all it knows. World i of a call is that of
 * `mk_sample_world` under child key `first + i`, and every action is played out in it by the policies, with the same dice.
 * Sums and products are over the worlds of the call: those of several calls add up. */
#define MK_MAX_LEGAL 64     /* legal actions of one seat */
#define MK_WHOLE_WIN 840    /* divides by every number of winners */
#define MK_ODDS_POINTS 0    /* what the present round adds to the seat's total */
#define MK_ODDS_LOWEST 1    /* 1: it adds less to nobody's */
#define MK_ODDS_TOTAL 2     /* of the seat when the playout ends */
#define MK_ODDS_WINS 3      /* MK_WHOLE_WIN over the number of winners, if the seat is one */
#define MK_ODDS_VALUES 4    /* those above have products too */
#define MK_ODDS_TRUNCATED 4 /* 1: the playout was stopped by `max_plies` */
#define MK_ODDS_PLIES 5     /* of the playout */
#define MK_ODDS_SUMS 6

typedef struct mk_trial {
    int32_t seat;
    int32_t to_end;            /* 0: to the end of the present round; else of the game */
    uint8_t key[32];
    uint32_t index;            /* word 15 of the child keys' streams */
    uint32_t first;            /* number of the first child key */
    uint32_t max_plies;        /* of the game, as in a batch */
    const uint8_t *policies;   /* one a seat */
    const int32_t *parameters; /* MK_MAX_POLICY_PARAMETERS a seat */
} mk_trial;

typedef struct mk_tally {
    int64_t *sums;     /* [MK_ODDS_SUMS][actions], actions in the order of `mk_legal` */
    int64_t *products; /* [MK_ODDS_VALUES][a triangle]: of actions a and b <= a at a * (a + 1) / 2 + b */
    int32_t *points;   /* [n][actions]: MK_ODDS_POINTS of each playout */
} mk_tally;

int mk_odds(const mk_game *g, const mk_trial *trial, size_t n, const mk_tally *tally, mk_fault *fault);

/* The generator, for tests: one block of the stream as core tables lay it down, and a shuffle of 0..n-1. */
void mk_stream_block(const uint8_t key[32], uint32_t block, uint32_t purpose_round, uint32_t number, uint32_t game, uint8_t out[64]);
int mk_shuffle_items(const uint8_t key[32], uint32_t purpose, uint32_t round, uint32_t number, uint32_t game, uint8_t *items, size_t n);

#endif
