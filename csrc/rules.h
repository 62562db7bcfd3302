/* What a game is to the core: one constant table `mk_rules`, and the few shapes that its functions speak in.
 *
 * A game's source defines a state that begins with `mk_head`, static functions over it, and the table.
 * All that is equal for every game (checks of seats and codes, refusals, the log, redaction, cloning) is in core.c.
 */
#ifndef MK_RULES_H
#define MK_RULES_H

#include <stdbool.h>
#include <string.h>

#include "include/masko_sdk.h"

enum {
    MK_OPTION_WORDS = 48,
    MK_STATE_WORDS = 200, /* of 8 bytes; each game asserts that its state fits */
    MK_MAX_SPANS = 10,
    MK_EVERYONE = 0xFFFF /* audience of a public field */
};

#define MK_SEAT_BIT(seat) (1U << (seat))

/* The configuration: constant for the whole game. */
typedef struct mk_config {
    int32_t option[MK_OPTION_WORDS];
    uint32_t key[8];
    uint32_t index;
    uint32_t rounds; /* how many decks are given */
    const int8_t *decks;
    const uint8_t *shuffled; /* in batches: the deck of the round that is dealt next; else null */
    uint8_t path;
    uint8_t game;
    uint8_t players;
    uint8_t first;
} mk_config;

/* What every state begins with. */
typedef struct mk_head {
    int32_t total[MK_MAX_PLAYERS];
    uint32_t ply;
    uint32_t round;
    uint32_t window; /* number of the open window, 0 when none is */
    uint8_t phase;
    int8_t turn; /* -1: nobody's */
    uint8_t starter;
    uint8_t winners; /* one bit a seat */
    bool over;
    bool undealt; /* a round has ended, the next is to be dealt: a batch deals those of many games together */
} mk_head;

struct mk_game {
    mk_config config;
    uint64_t state[MK_STATE_WORDS];
};

/* Legal codes: `base + i` for each bit i of `bits`. */
typedef struct mk_span {
    uint16_t base;
    uint64_t bits;
} mk_span;

typedef struct mk_spans {
    uint32_t n;
    mk_span span[MK_MAX_SPANS];
} mk_spans;

/* Events of one call. A null log (batch play) keeps nothing. */
typedef struct mk_log {
    int32_t *words;
    size_t used;
    uint32_t ply;
} mk_log;

/* Words of a view, written for one viewer. */
typedef struct mk_writer {
    int32_t *words;
    size_t used;
    int viewer;
} mk_writer;

/* One option: `words` values, each in lowest..highest, or MK_NONE where the text says `?`. */
typedef struct mk_option {
    const char *text;
    int32_t words;
    int32_t lowest;
    int32_t highest;
    bool optional;
} mk_option;

#define MK_OPTION(name, type, low, high, standard) {name " " type " " #low " " #high " " #standard, 1, low, high, false}
#define MK_OPTION_OR_NONE(name, type, low, high, standard) {name " " type "? " #low " " #high " " #standard, 1, low, high, true}
#define MK_OPTION_EACH(name, type, n, low, high, standard) {name " " type "*" #n " " #low " " #high " " #standard, n, low, high, false}

typedef struct mk_action {
    const char *text;
    uint16_t first; /* code of its first value */
} mk_action;

/* A field of an observation: of length[0] + length[1] n + length[2] n^2 numbers with n players. */
typedef struct mk_field {
    const char *text;
    int16_t length[3];
} mk_field;

#define MK_FIELD(name, one, each, pair, meaning)                                                                                           \
    {                                                                                                                                      \
        name " " #one " " #each " " #pair " " meaning, { one, each, pair }                                                                 \
    }

/* Lanes first..end-1 of games in lockstep. */
typedef struct mk_lanes {
    const mk_vector *arrays;
    uint64_t *legal;    /* of all lanes: the legal codes, in whole words */
    size_t first;
    size_t end;
    size_t observation; /* numbers in one */
    uint32_t base;      /* index of game 0 */
} mk_lanes;

/* One hand in an array of hands. */
typedef struct mk_hand {
    const int8_t *card;
    size_t n;
    size_t step; /* from one card to the next */
} mk_hand;

static inline int8_t mk_card(const mk_hand *hand, size_t i) { return hand->card[i * hand->step]; }

/* How a game scores a hand, in words that suit code which scores many at once: the numbers it asks `score_hand`. */
enum {
    MK_SCORE_SUM,       /* of what each card counts, 0..99 */
    MK_SCORE_GRID,      /* of the cards in three rows of four, but for columns that are equal and leave */
    MK_SCORE_HIGHEST,   /* of sets of cards that count alone */
    MK_SCORE_DIFFERENCE /* of two numbers, neither below 0 */
};

typedef struct mk_scoring {
    uint8_t kind;
    int8_t lowest; /* card */
    int8_t highest;
    uint8_t cards;   /* of a hand */
    bool any_number; /* ... or of any other number */
    int8_t part[5];  /* MK_SCORE_HIGHEST: where four sets of at most four cards begin; cards below count nothing */
} mk_scoring;

/* Games that are played one after the other: how many, and how. */
typedef struct mk_sitting {
    size_t n;
    const uint8_t *policies;
    const int32_t *parameters;
    uint32_t max_plies;
    const mk_results *results;
} mk_sitting;

typedef struct mk_rules {
    const char *const *about;
    const mk_option *options;
    const mk_action *actions; /* the last row has no text and holds the number of codes */
    const char *const *events;
    const char *const *view;
    const char *const *referee;
    const char *const *structs;
    const char *const *choices;
    const char *const *policies;
    uint8_t fewest_players;
    uint8_t most_players;
    uint8_t card_words;   /* faces in a given deck that are cards of the main deck */
    const int8_t *faces;  /* the main deck, sorted */
    const uint8_t *items; /* what stands for them in a state: faces, or numbers 0, 1, ... */

    bool (*options_ok)(const mk_config *c, mk_fault *fault);   /* beyond the ranges; may be null */
    bool (*extra_deck_ok)(const mk_config *c, const int8_t *deck); /* faces past the main deck; may be null */
    size_t (*extra_words)(const mk_config *c);                  /* their number; may be null */
    size_t (*player_cards)(const mk_config *c);
    void (*deal)(const mk_config *c, void *state, mk_log *log); /* the round of the head, from its starter */
    uint32_t (*due)(const mk_config *c, const void *state, int8_t *seats); /* in order */
    bool (*is_due)(const mk_config *c, const void *state, int who);         /* MK_HOST too */
    void (*legal)(const mk_config *c, const void *state, int who, mk_spans *out); /* who is due */
    int (*reason)(const mk_config *c, const void *state, int who, int code); /* why a due seat may not */
    void (*apply)(const mk_config *c, void *state, int who, int code, mk_log *log); /* a legal code */
    void (*observe)(const mk_config *c, const void *state, mk_writer *w);
    void (*memory)(const mk_config *c, const void *state, int seat, mk_writer *w);
    void (*digest)(const mk_config *c, const void *state, mk_writer *w);
    void (*sample_world)(const mk_config *c, void *state, int seat, const uint32_t key[8]);
    int (*choose)(const mk_config *c, const void *state, int seat, int policy, const int32_t *parameters, uint64_t dice);
    void (*end_scores)(const mk_config *c, int32_t *score, int ender, bool declared); /* may be null */
    int (*score_hand)(const mk_config *c, const mk_hand *hand, size_t *wrong); /* MK_NONE: see *wrong */
    const mk_scoring *scoring;
    void (*play_on)(const mk_config *c, void *state, const uint64_t *key, const uint8_t *policies, const int32_t *parameters,
                    uint32_t max_plies); /* to the end of the round */
    int (*simulate)(const mk_config *c, const mk_sitting *sitting);

    const mk_field *layout; /* of an observation; the last row has no text */
    void (*encode)(const mk_config *c, const void *state, int seat, int16_t *out);
    size_t lane_bytes;
    void (*vector_reset)(mk_config *c, const mk_lanes *lanes, bool onward);
    void (*vector_step)(mk_config *c, const mk_lanes *lanes, const int64_t *actions); /* legal ones */
    void (*vector_choose)(mk_config *c, const mk_lanes *lanes, const uint8_t *policies, const int32_t *parameters, int64_t *actions);
} mk_rules;

/* registry.c: null when there is none; as it is compiled for a path of this processor. */
const mk_rules *mk_rules_of(int game);
const mk_rules *mk_rules_on(int game, int path);

/* Spans. */
static inline void mk_span_add(mk_spans *s, uint32_t base, uint64_t bits) {
    if (bits != 0 && s->n < MK_MAX_SPANS) {
        s->span[s->n++] = (mk_span){(uint16_t)base, bits};
    }
}

/* Inline where the target has no instruction for it: the compiler would call a function. */
static inline uint32_t mk_count_bits(uint64_t bits) {
#ifdef MK_TARGET_V3
    return (uint32_t)__builtin_popcountll(bits);
#else
    bits -= bits >> 1 & 0x5555555555555555ULL;
    bits = (bits & 0x3333333333333333ULL) + (bits >> 2 & 0x3333333333333333ULL);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
    return (uint32_t)(bits * 0x0101010101010101ULL >> 56);
#endif
}

static inline uint32_t mk_lowest_bit(uint64_t bits) { return (uint32_t)__builtin_ctzll(bits); }

static inline uint32_t mk_span_count(const mk_spans *s) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        count += mk_count_bits(s->span[i].bits);
    }
    return count;
}

/* The place of the k-th bit, k < count. */
static inline uint32_t mk_select_bit(uint64_t bits, uint32_t k) {
#ifdef MK_TARGET_V3
    return mk_lowest_bit(_pdep_u64(1ULL << k, bits));
#else
    while (k-- > 0) {
        bits &= bits - 1;
    }
    return mk_lowest_bit(bits);
#endif
}

/* The k-th legal code, k < count. */
static inline int mk_span_select(const mk_spans *s, uint32_t k) {
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t here = mk_count_bits(s->span[i].bits);
        if (k < here) {
            return (int)(s->span[i].base + mk_select_bit(s->span[i].bits, k));
        }
        k -= here;
    }
    return -1;
}

static inline bool mk_span_has(const mk_spans *s, uint32_t code) {
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t offset = code - s->span[i].base; /* wraps to a large number below the base */
        if (offset < 64 && (s->span[i].bits >> offset & 1)) {
            return true;
        }
    }
    return false;
}

/* Events: [ply, kind | audience << 16, number of fields, fields...]. */
static inline void mk_append(mk_log *log, uint32_t kind, uint32_t audience, const int32_t *fields, size_t n) {
    if (log->used + 3 + n > MK_LOG_WORDS) {
        return; /* never: MK_LOG_WORDS holds the longest action of every game, and a test counts */
    }
    int32_t *word = log->words + log->used;
    word[0] = (int32_t)log->ply;
    word[1] = (int32_t)(kind | audience << 16);
    word[2] = (int32_t)n;
    memcpy(word + 3, fields, n * sizeof *fields);
    log->used += 3 + n;
}

#define MK_TELL(log, kind, audience, ...)                                                                                                  \
    do {                                                                                                                                   \
        if (log) {                                                                                                                         \
            const int32_t fields_[] = {__VA_ARGS__};                                                                                       \
            mk_append(log, kind, audience, fields_, sizeof fields_ / sizeof fields_[0]);                                                   \
        }                                                                                                                                  \
    } while (0)

/* Views: written by permission, a hidden value is MK_NONE. */
static inline void mk_put(mk_writer *w, int64_t value) {
    if (w->used < MK_VIEW_WORDS) {
        w->words[w->used++] = (int32_t)value;
    }
}

static inline bool mk_sees_all(const mk_writer *w) { return w->viewer == MK_HOST; }

static inline void mk_put_if(mk_writer *w, bool allowed, int32_t value) { mk_put(w, allowed ? value : MK_NONE); }

/* A list with one number a seat. */
static inline void mk_put_each(mk_writer *w, const mk_config *c, const int32_t *number) {
    mk_put(w, c->players);
    for (int p = 0; p < c->players; p++) {
        mk_put(w, number[p]);
    }
}

static inline void mk_put_totals(mk_writer *w, const mk_config *c, const mk_head *h) { mk_put_each(w, c, h->total); }

/* C1. */
static inline int mk_left_of(const mk_config *c, int seat) { return seat + 1 == c->players ? 0 : seat + 1; }

/* C8: by whoever called. */
static inline void mk_end_round(mk_head *h, int next_starter) {
    h->round++;
    h->starter = (uint8_t)next_starter;
    h->undealt = true;
}

/* C9: totals, ranks, winners, truncated. */
void mk_put_outcome(mk_writer *w, const mk_config *c, const mk_head *h);
void mk_tell_outcome(const mk_config *c, const mk_head *h, uint32_t event, mk_log *log);

/* Keys of the seats' policies: one block of the stream, two words a seat. Their dice are stateless, so that clones,
 * chunks and replays agree. */
void mk_policy_keys(const mk_config *c, uint64_t key[MK_MAX_PLAYERS]);

static inline void mk_read_policy_keys(const uint32_t words[2 * MK_MAX_PLAYERS], uint64_t key[MK_MAX_PLAYERS]) {
    for (int p = 0; p < MK_MAX_PLAYERS; p++) {
        key[p] = (uint64_t)words[2 * p + 1] << 32 | words[2 * p];
    }
}

/* Whether each seat has a policy with parameters in their ranges; `some`: or MK_NO_POLICY. */
bool mk_policies_ok(const mk_config *c, const uint8_t *policies, const int32_t *parameters, bool some, mk_fault *fault);

/* Row `i` of a batch's results. */
void mk_put_result(const mk_results *out, size_t i, const mk_config *c, const mk_head *h);

/* The round that game `i` has just finished, given the totals before it. */
void mk_put_round(const mk_results *out, size_t i, const mk_config *c, const int32_t *before, const mk_head *h);

int32_t mk_rank_of(const mk_config *c, const int32_t *total, int seat);

int mk_configure(mk_config *c, const mk_setup *setup, mk_fault *fault);

/* C9: one bit for each seat ranked first. */
uint8_t mk_lowest_totals(const mk_config *c, const int32_t *total);

#endif
