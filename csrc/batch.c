/* Many decks, hands and games in one call. C starts no threads: callers split the indices. */
#include "include/masko_sdk.h"

#include "deck.h"
#include "rng.h"
#include "rules.h"

/* The deck of round 0, as the game itself shuffles it. */
static void shuffle_faces(const mk_config *c, const mk_rules *r, int8_t *deck) {
    uint8_t cards[MK_MAX_ITEMS];
    for (uint32_t i = 0; i < r->card_words; i++) {
        cards[i] = (uint8_t)i;
    }
    mk_stream s;
    mk_stream_open(&s, c->key, c->index, MK_PURPOSE_SHUFFLE, 0, 0);
    mk_shuffle(&s, cards, r->card_words);
    for (uint32_t i = 0; i < r->card_words; i++) {
        deck[i] = r->faces[cards[i]];
    }
    if (r->shuffle_extra) {
        r->shuffle_extra(c, deck + r->card_words);
    }
}

static size_t words_of_deck(const mk_config *c, const mk_rules *r) { return r->card_words + (r->extra_words ? r->extra_words(c) : 0); }

int mk_shuffle_decks(const mk_setup *setup, size_t n, int8_t *decks) {
    mk_config c;
    mk_fault fault;
    int status = mk_configure(&c, setup, &fault);
    if (status != MK_OK) {
        return status;
    }
    const mk_rules *r = mk_rules_of(c.game);
    for (size_t i = 0; i < n; i++, c.index++) {
        shuffle_faces(&c, r, decks + i * words_of_deck(&c, r));
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
    int8_t deck[MK_MAX_ITEMS];
    int status = mk_configure(&c, setup, &fault);
    if (status != MK_OK) {
        return status;
    }
    const mk_rules *r = mk_rules_of(c.game);
    size_t each = r->player_cards(&c);
    size_t dealt = each * c.players;
    size_t left = words_of_deck(&c, r) - dealt;
    for (size_t i = 0; i < n; i++, c.index++) {
        shuffle_faces(&c, r, deck);
        deal_faces(&c, deck, each, hands + i * dealt);
        memcpy(rest + i * left, deck + dealt, left);
    }
    return MK_OK;
}

int mk_score_hands(int game, const int32_t *options, size_t option_words, const int8_t *hands, size_t n, size_t cards, int16_t *scores,
                   mk_fault *fault) {
    const mk_rules *r = mk_rules_of(game);
    mk_config c;
    if (!r) {
        return MK_BAD_GAME;
    }
    mk_setup setup = {.game = game, .players = r->fewest_players, .options = options, .option_words = option_words};
    int status = mk_configure(&c, &setup, fault);
    if (status != MK_OK) {
        return status;
    }
    for (size_t i = 0; i < n; i++) {
        size_t wrong = 0;
        int score = r->score_hand(&c, hands + i * cards, cards, &wrong);
        if (score == MK_NONE) {
            *fault = (mk_fault){(int32_t)i, (int32_t)wrong};
            return MK_BAD_CARD;
        }
        scores[i] = (int16_t)score;
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

static bool policies_ok(const mk_config *c, const uint8_t *policies, const int32_t *parameters, mk_fault *fault) {
    for (int p = 0; p < c->players; p++) {
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
    if (!policies_ok(&c, policies, parameters, fault)) {
        return MK_BAD_POLICY;
    }
    return mk_rules_of(c.game)->simulate(&c, n, policies, parameters, max_plies, results);
}
