/* Shuffles of many games: full vectors of them side by side, what is left over alone. */
#include "decks.h"

#include "simd/x86.h"

#define WORTH 8 /* fewer decks are shuffled faster one by one */

/* A way to shuffle `lanes` decks at once. */
typedef struct engine {
    size_t lanes;
    uint64_t (*shuffle)(const mk_rows *rows, const mk_lane *lanes);
    void (*words)(const uint32_t *key, uint32_t purpose, const mk_lane *lanes, uint32_t *words, size_t count);
    const struct engine *narrower; /* for what is left over */
} engine;

/* Null where decks are shuffled one by one. */
static const engine *engine_of(int path) {
#if MK_SSE2
    static const engine sse2 = {16, mk_shuffle_sse2, mk_words_sse2, NULL};
#if MK_X86
    static const engine avx2 = {32, mk_shuffle_avx2, mk_words_avx2, NULL};
    static const engine avx512 = {64, mk_shuffle_avx512, mk_words_avx512, &avx2};
    if (path != MK_PATH_PORTABLE) {
        return path == MK_PATH_AVX512 ? &avx512 : &avx2;
    }
#endif
    (void)path;
    return &sse2;
#else
    (void)path;
    return NULL;
#endif
}

/* In all but the powers of two, 2^32 mod product of the words that a group tries are too many. */
static uint32_t refused_below(size_t bound, size_t size) {
    uint64_t product = 1;
    for (size_t last = bound - size; bound > last; bound--) {
        product *= bound;
    }
    return (uint32_t)((UINT64_C(1) << 32) % product);
}

void mk_make_plan(mk_plan *plan, size_t n) {
    plan->n = n;
    plan->groups = 0;
    for (size_t bound = n; bound >= 2;) {
        size_t size = mk_group_size(bound);
        plan->group[plan->groups++] = (mk_group){(uint8_t)bound, (uint8_t)size, refused_below(bound, size)};
        bound -= size;
    }
}

static void shuffle_alone(const mk_rows *rows, const mk_lane *lane, uint8_t *row) {
    mk_stream stream;
    memcpy(row, rows->items, rows->plan->n);
    mk_stream_open(&stream, rows->key, lane->game, rows->purpose, lane->round, 0);
    mk_shuffle(&stream, row, rows->plan->n);
}

static void shuffle_lanes(const engine *e, const mk_rows *rows, const mk_lane *lanes) {
    uint64_t refused = e->shuffle(rows, lanes);
    for (size_t i = 0; refused != 0; i++, refused >>= 1) {
        if (refused & 1) {
            shuffle_alone(rows, lanes + i, rows->row + i * rows->stride);
        }
    }
}

static mk_rows from_row(const mk_rows *rows, size_t row) {
    mk_rows rest = *rows;
    rest.row += row * rows->stride;
    return rest;
}

/* Lanes that nobody needs repeat the last. */
static void fill_lanes(mk_lane *all, size_t room, const mk_lane *lanes, size_t n) {
    for (size_t i = 0; i < room; i++) {
        all[i] = lanes[i < n ? i : n - 1];
    }
}

static void shuffle_some_lanes(const engine *e, const mk_rows *rows, const mk_lane *lanes, size_t n) {
    mk_lane all[MK_MAX_LANES] = {0};
    uint8_t decks[MK_MAX_LANES * MK_MAX_ITEMS];
    mk_rows apart = *rows;
    apart.row = decks;
    apart.stride = rows->plan->n;
    fill_lanes(all, e->lanes, lanes, n);
    shuffle_lanes(e, &apart, all);
    for (size_t i = 0; i < n; i++) {
        memcpy(rows->row + i * rows->stride, decks + i * apart.stride, apart.stride);
    }
}

void mk_shuffle_many(int path, const mk_rows *rows, const mk_lane *lanes, size_t n) {
    size_t done = 0;
    for (const engine *e = engine_of(path); e; e = e->narrower) {
        for (; n - done >= e->lanes; done += e->lanes) {
            mk_rows rest = from_row(rows, done);
            shuffle_lanes(e, &rest, lanes + done);
        }
        if (!e->narrower && n - done >= WORTH) {
            mk_rows rest = from_row(rows, done);
            shuffle_some_lanes(e, &rest, lanes + done, n - done);
            return;
        }
    }
    for (; done < n; done++) {
        shuffle_alone(rows, lanes + done, rows->row + done * rows->stride);
    }
}

static void words_alone(const uint32_t *key, uint32_t purpose, const mk_lane *lane, uint32_t *words, size_t count) {
    mk_stream stream;
    mk_stream_open(&stream, key, lane->game, purpose, lane->round, 0);
    for (size_t i = 0; i < count; i++) {
        words[i] = mk_stream_word(&stream);
    }
}

void mk_words_many(int path, const uint32_t *key, uint32_t purpose, const mk_lane *lanes, size_t n, uint32_t *words, size_t count) {
    size_t done = 0;
    for (const engine *e = engine_of(path); e; e = e->narrower) {
        for (; n - done >= e->lanes; done += e->lanes) {
            e->words(key, purpose, lanes + done, words + done * count, count);
        }
    }
    for (; done < n; done++) {
        words_alone(key, purpose, lanes + done, words + done * count, count);
    }
}

void mk_plan_decks(mk_deck_plan *plan, const mk_config *c, const mk_rules *r) {
    mk_make_plan(&plan->main, r->card_words);
    mk_make_plan(&plan->extra, r->extra_words ? r->extra_words(c) : 0);
}

void mk_shuffle_decks_of(const mk_deck_plan *plan, const mk_config *c, const uint8_t *items, const mk_lane *lanes, size_t n, uint8_t *decks,
                         size_t stride) {
    const mk_rows main = {&plan->main, c->key, MK_PURPOSE_SHUFFLE, items, decks, stride};
    mk_shuffle_many(c->path, &main, lanes, n);
    if (plan->extra.n > 0) {
        const mk_rows extra = {&plan->extra, c->key, MK_PURPOSE_MOOD, mk_numbers, decks + plan->main.n, stride};
        mk_shuffle_many(c->path, &extra, lanes, n);
    }
}

static void shuffle_now(const mk_config *c, uint32_t purpose, uint32_t round, uint8_t *cards, const uint8_t *items, size_t n) {
    mk_stream stream;
    memcpy(cards, items, n);
    mk_stream_open(&stream, c->key, c->index, purpose, round, 0);
    mk_shuffle(&stream, cards, n);
}

void mk_shuffle_round(const mk_config *c, uint32_t round, uint8_t *deck, const uint8_t *items, size_t n) {
    if (c->shuffled) {
        memcpy(deck, c->shuffled, n);
        return;
    }
    shuffle_now(c, MK_PURPOSE_SHUFFLE, round, deck, items, n);
}

void mk_shuffle_moods(const mk_config *c, uint32_t round, uint8_t *moods, size_t offset, size_t n) {
    if (c->shuffled) {
        memcpy(moods, c->shuffled + offset, n);
        return;
    }
    shuffle_now(c, MK_PURPOSE_MOOD, round, moods, mk_numbers, n);
}

void mk_look_ahead(mk_ahead *a, const mk_config *c, const mk_rules *r) {
    mk_plan_decks(&a->plan, c, r);
    a->first = c->index;
}

void mk_decks_ahead(mk_ahead *a, const mk_config *c, const uint8_t *items, const mk_lane *lanes, size_t n) {
    mk_shuffle_decks_of(&a->plan, c, items, lanes, n, a->deck[0], sizeof a->deck[0]);
}

void mk_keys_ahead(mk_ahead *a, const mk_config *c, size_t game, size_t n, uint64_t key[MK_MAX_PLAYERS]) {
    if (game % MK_AT_ONCE == 0) {
        mk_lane lanes[MK_AT_ONCE];
        size_t left = n - game < MK_AT_ONCE ? n - game : MK_AT_ONCE;
        for (size_t i = 0; i < left; i++) {
            lanes[i] = (mk_lane){a->first + (uint32_t)(game + i), 0};
        }
        mk_words_many(c->path, c->key, MK_PURPOSE_POLICY, lanes, left, a->words[0], 2 * MK_MAX_PLAYERS);
    }
    mk_read_policy_keys(a->words[game % MK_AT_ONCE], key);
}
