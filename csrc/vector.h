/* Games in lockstep, for one game's rules: included at the end of its source, so that the compiler sees them.
 *
 * Expects STATE (the type), CODES, and NAME(function) for deal, deal_if_due, first_due, legal, apply and encode; leaves NAME(lane),
 * NAME(vector_reset), NAME(vector_step) and NAME(vector_choose).
 */

#include "lanes.h"

#define LANE NAME(lane)

typedef struct LANE {
    _Alignas(64) STATE state;
    uint32_t game; /* its number; the index under the key is `base` more */
    int8_t seat;   /* that acts next */
} LANE;

static inline void NAME(lane_begin)(mk_config *c, const mk_lanes *l, LANE *lane, uint32_t game) {
    lane->game = game;
    c->index = l->base + game;
    memset(&lane->state, 0, sizeof lane->state);
    lane->state.head.starter = c->first; /* C2 */
    NAME(deal)(c, &lane->state, NULL);
}

/* Who acts, what it knows and what it may do. */
static inline void NAME(lane_show)(const mk_config *c, const mk_lanes *l, LANE *lane, size_t i) {
    enum { WORDS = (CODES + MK_WORD_BITS - 1) / MK_WORD_BITS };
    const mk_vector *v = l->arrays;
    uint64_t words[WORDS + 1] = {0};
    mk_spans spans;
    spans.n = 0;
    int seat = NAME(first_due)(c, &lane->state);
    NAME(legal)(c, &lane->state, seat, &spans);
    mk_spread_spans(&spans, words);
    memcpy(l->legal + i * WORDS, words, WORDS * sizeof *words);
    lane->seat = (int8_t)seat;
    v->seats[i] = (int8_t)seat;
    v->games[i] = lane->game;
    if (v->wide) {
        mk_put_bytes(words, CODES, v->masks + i * CODES);
    } else {
        mk_put_bits(words, (CODES + 7) / 8, v->masks + i * ((CODES + 7) / 8));
    }
    NAME(encode)(c, &lane->state, seat, v->observations + i * l->observation);
}

static void NAME(vector_reset)(mk_config *c, const mk_lanes *l, bool onward) {
    LANE *lanes = l->arrays->block;
    for (size_t i = l->first; i < l->end; i++) {
        NAME(lane_begin)(c, l, &lanes[i], onward ? lanes[i].game + (uint32_t)l->arrays->lanes : (uint32_t)i);
        NAME(lane_show)(c, l, &lanes[i], i);
    }
}

static inline void NAME(lane_keep)(const mk_config *c, const mk_vector *v, const LANE *lane, const mk_head *before, bool ended) {
    const mk_head *h = &lane->state.head;
    if (lane->game >= v->wanted) {
        return;
    }
    if (h->over || h->round != before->round) {
        mk_put_round(&v->results, lane->game, c, before->total, h);
    }
    if (ended) {
        mk_put_result(&v->results, lane->game, c, h);
    }
}

/* C8, C10: rewards of a round that was scored, and the next game after one that is over or truncated. */
static inline void NAME(lane_settle)(mk_config *c, const mk_lanes *l, LANE *lane, size_t i, const mk_head *before) {
    const mk_vector *v = l->arrays;
    const mk_head *h = &lane->state.head;
    bool truncated = !h->over && h->ply >= v->max_plies;
    v->done[i] = h->over;
    v->truncated[i] = truncated;
    for (int p = 0; p < c->players; p++) {
        v->rewards[i * c->players + (size_t)p] = before->total[p] - h->total[p];
        v->winners[i * c->players + (size_t)p] = h->winners >> p & 1;
    }
    NAME(lane_keep)(c, v, lane, before, h->over || truncated);
    if (h->over || truncated) {
        NAME(lane_begin)(c, l, lane, lane->game + (uint32_t)v->lanes);
    }
}

static void NAME(vector_step)(mk_config *c, const mk_lanes *l, const int64_t *codes) {
    LANE *lanes = l->arrays->block;
    for (size_t i = l->first; i < l->end; i++) {
        LANE *lane = &lanes[i];
        mk_head before = lane->state.head;
        c->index = l->base + lane->game;
        lane->state.head.ply++;
        NAME(apply)(c, &lane->state, lane->seat, (int)codes[i], NULL);
        NAME(deal_if_due)(c, &lane->state);
        NAME(lane_settle)(c, l, lane, i, &before);
        NAME(lane_show)(c, l, lane, i);
    }
}

static void NAME(vector_choose)(mk_config *c, const mk_lanes *l, const uint8_t *policy, const int32_t *parameters, int64_t *codes) {
    const LANE *lanes = l->arrays->block;
    for (size_t i = l->first; i < l->end; i++) {
        const LANE *lane = &lanes[i];
        uint64_t key[MK_MAX_PLAYERS];
        int seat = lane->seat;
        bool spare = l->arrays->wanted && lane->game >= l->arrays->wanted;
        bool asked = spare || policy[seat] != MK_NO_POLICY;
        if (!asked || !mk_any(l->legal + i * mk_mask_words(CODES), mk_mask_words(CODES))) { /* nothing is, before the first reset */
            continue;
        }
        c->index = l->base + lane->game;
        mk_policy_keys(c, key);
        codes[i] = NAME(choose)(c, &lane->state, seat, spare ? POLICY_RANDOM : policy[seat], parameters + seat * MK_MAX_POLICY_PARAMETERS,
                                mk_mix(key[seat], lane->state.head.ply, 0));
    }
}
