/* Many decks, hands and games in one call. C starts no threads: callers split the indices. */
#include "include/masko_sdk.h"

#include "decks.h"
#include "rules.h"

enum { BLOCK = 256 }; /* decks that are shuffled at once */

static size_t words_of_deck(const mk_config *c, const mk_rules *r) { return r->card_words + (r->extra_words ? r->extra_words(c) : 0); }

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* The decks of round 0 of n <= BLOCK games, as the games themselves shuffle them. */
static void shuffle_block(const mk_deck_plan *plan, const mk_config *c, const mk_rules *r, uint32_t first, size_t n, int8_t *decks) {
    mk_lane lanes[BLOCK];
    for (size_t i = 0; i < n; i++) {
        lanes[i] = (mk_lane){first + (uint32_t)i, 0};
    }
    mk_shuffle_decks_of(plan, c, (const uint8_t *)r->faces, lanes, n, (uint8_t *)decks, words_of_deck(c, r));
}

int mk_shuffle_decks(const mk_setup *setup, size_t n, int8_t *decks) {
    mk_config c;
    mk_fault fault;
    mk_deck_plan plan;
    int status = mk_configure(&c, setup, &fault);
    if (status != MK_OK) {
        return status;
    }
    const mk_rules *r = mk_rules_on(c.game, c.path);
    mk_plan_decks(&plan, &c, r);
    for (size_t i = 0; i < n; i += BLOCK) {
        shuffle_block(&plan, &c, r, c.index + (uint32_t)i, smaller(n - i, BLOCK), decks + i * words_of_deck(&c, r));
    }
    return MK_OK;
}

/* C4: one at a time clockwise from the first player. */
static void deal_faces(const mk_config *c, const int8_t *deck, size_t each, int8_t *hands) {
    size_t seat = c->first;
    for (size_t i = 0; i < each * c->players; i++) {
        hands[seat * each + i / c->players] = deck[i];
        seat = seat + 1 == c->players ? 0 : seat + 1;
    }
}

int mk_deal_hands(const mk_setup *setup, size_t n, int8_t *hands, int8_t *rest) {
    mk_config c;
    mk_fault fault;
    mk_deck_plan plan;
    int8_t decks[BLOCK * MK_MAX_ITEMS];
    int status = mk_configure(&c, setup, &fault);
    if (status != MK_OK) {
        return status;
    }
    const mk_rules *r = mk_rules_on(c.game, c.path);
    size_t size = words_of_deck(&c, r);
    size_t each = r->player_cards(&c);
    size_t dealt = each * c.players;
    mk_plan_decks(&plan, &c, r);
    for (size_t i = 0; i < n; i++) {
        const int8_t *deck = decks + i % BLOCK * size;
        if (i % BLOCK == 0) {
            shuffle_block(&plan, &c, r, c.index + (uint32_t)i, smaller(n - i, BLOCK), decks);
        }
        deal_faces(&c, deck, each, hands + i * dealt);
        memcpy(rest + i * (size - dealt), deck + dealt, size - dealt);
    }
    return MK_OK;
}

int mk_score_rounds(const mk_setup *setup, int32_t *scores, size_t n, const int8_t *enders, const uint8_t *declared, mk_fault *fault) {
    mk_config c;
    int status = mk_configure(&c, setup, fault);
    if (status != MK_OK) {
        return status;
    }
    const mk_rules *r = mk_rules_of(c.game);
    for (size_t i = 0; i < n; i++) {
        if (enders[i] < 0 || enders[i] >= c.players) {
            *fault = (mk_fault){(int32_t)i, enders[i]};
            return MK_BAD_SEAT;
        }
    }
    for (size_t i = 0; i < n && r->end_scores; i++) {
        r->end_scores(&c, scores + i * c.players, enders[i], declared[i] != 0);
    }
    return MK_OK;
}

void mk_put_result(const mk_results *out, size_t i, const mk_config *c, const mk_head *h) {
    for (int p = 0; p < c->players; p++) {
        size_t at = i * c->players + (size_t)p;
        out->totals[at] = h->total[p];
        out->ranks[at] = (uint8_t)mk_rank_of(c, h->total, p);
        out->winners[at] = h->winners >> p & 1;
    }
    out->rounds[i] = (int32_t)(h->round + h->over);
    out->plies[i] = (int32_t)h->ply;
    out->truncated[i] = !h->over;
}

void mk_put_round(const mk_results *out, size_t i, const mk_config *c, const int32_t *before, const mk_head *h) {
    size_t round = h->over ? h->round : h->round - 1;
    if (round < out->most_rounds) {
        int32_t *scores = out->scores + (i * out->most_rounds + round) * c->players;
        for (int p = 0; p < c->players; p++) {
            scores[p] = h->total[p] - before[p];
        }
    }
}

bool mk_policies_ok(const mk_config *c, const uint8_t *policies, const int32_t *parameters, bool some, mk_fault *fault) {
    for (int p = 0; p < c->players; p++) {
        if (some && policies[p] == MK_NO_POLICY) {
            continue;
        }
        if (mk_check_policy(c->game, policies[p], parameters + p * MK_MAX_POLICY_PARAMETERS) != MK_OK) {
            *fault = (mk_fault){p, policies[p]};
            return false;
        }
    }
    return true;
}

int mk_simulate(const mk_setup *setup, size_t n, const uint8_t *policies, const int32_t *parameters, uint32_t max_plies,
                const mk_results *results, mk_fault *fault) {
    mk_config c;
    int status = mk_configure(&c, setup, fault);
    if (status != MK_OK) {
        return status;
    }
    if (!mk_policies_ok(&c, policies, parameters, false, fault)) {
        return MK_BAD_POLICY;
    }
    const mk_sitting sitting = {n, policies, parameters, max_plies, results};
    return mk_rules_on(c.game, c.path)->simulate(&c, &sitting);
}
