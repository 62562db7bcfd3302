/* Scores of many hands in one call, on any path. */
#include "include/masko_sdk.h"

#include "rules.h"
#include "simd/score.h"
#include "simd/x86.h"

enum { WORTH = 32 }; /* fewer hands are scored faster than a table is filled */

/* The wide part of a path. */
static size_t score_wide(const mk_config *c, const mk_rules *r, const mk_hands *hands, int16_t *scores) {
#if MK_X86
    if (c->path != MK_PATH_PORTABLE) {
        return mk_score_avx2(c, r, hands, scores);
    }
#endif
    (void)c;
    (void)r;
    (void)hands;
    (void)scores;
    return 0;
}

/* What each byte counts as a card; no sum of a hand reaches what is no card. */
enum { BYTES = 256, NO_CARD_COUNTS = 1 << 20 };

static void fill_counts(int32_t counts[BYTES], const mk_config *c, const mk_rules *r) {
    for (int byte = 0; byte < BYTES; byte++) {
        int8_t card = (int8_t)(byte - 128);
        size_t wrong = 0;
        int score = r->score_hand(c, &(mk_hand){&card, 1, 1}, &wrong);
        counts[(uint8_t)card] = score == MK_NONE ? NO_CARD_COUNTS : score;
    }
}

/* Sums, a look-up a card; up to a hand that holds what is no card. */
static size_t score_sums(const mk_config *c, const mk_rules *r, const mk_hands *hands, size_t first, int16_t *scores) {
    int32_t counts[BYTES];
    size_t step = mk_card_step(hands);
    fill_counts(counts, c, r);
    for (size_t i = first; i < hands->n; i++) {
        const int8_t *card = hands->card + i * mk_hand_step(hands);
        int32_t sum = 0;
        for (size_t k = 0; k < hands->cards; k++, card += step) {
            sum += counts[(uint8_t)*card];
        }
        if (sum >= NO_CARD_COUNTS) {
            return i;
        }
        scores[i] = (int16_t)sum;
    }
    return hands->n;
}

/* As many hands as there is a fast way for. */
static size_t score_fast(const mk_config *c, const mk_rules *r, const mk_hands *hands, int16_t *scores) {
    size_t done = score_wide(c, r, hands, scores);
    bool sums = r->scoring->kind == MK_SCORE_SUM && hands->cards <= r->card_words && hands->n - done > WORTH;
    return sums ? score_sums(c, r, hands, done, scores) : done;
}

static int score_all(const mk_config *c, const mk_rules *r, const mk_hands *hands, int16_t *scores, mk_fault *fault) {
    for (size_t i = score_fast(c, r, hands, scores); i < hands->n; i++) {
        size_t wrong = 0;
        int score = r->score_hand(c, &(mk_hand){hands->card + i * mk_hand_step(hands), hands->cards, mk_card_step(hands)}, &wrong);
        if (score == MK_NONE) {
            *fault = (mk_fault){(int32_t)i, (int32_t)wrong};
            return MK_BAD_CARD;
        }
        scores[i] = (int16_t)score;
    }
    return MK_OK;
}

int mk_score_hands(int game, const int32_t *options, size_t option_words, const int8_t *hands, size_t n, size_t cards, int layout, int path,
                   int16_t *scores, mk_fault *fault) {
    const mk_rules *r = mk_rules_of(game);
    mk_config c;
    if (!r) {
        return MK_BAD_GAME;
    }
    mk_setup setup = {.game = game, .players = r->fewest_players, .options = options, .option_words = option_words, .path = path};
    int status = mk_configure(&c, &setup, fault);
    if (status != MK_OK) {
        return status;
    }
    const mk_hands all = {hands, n, cards, layout};
    return score_all(&c, r, &all, scores, fault);
}
