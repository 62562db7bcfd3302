/* Scoring of many hands at once. */
#ifndef MK_SCORE_H
#define MK_SCORE_H

#include "../rules.h"

/* n hands of as many cards each, in a layout of the public header. */
typedef struct mk_hands {
    const int8_t *card;
    size_t n;
    size_t cards;
    int layout;
} mk_hands;

/* From one card of a hand to the next, and from a hand's card to the next hand's. */
static inline size_t mk_card_step(const mk_hands *hands) { return hands->layout == MK_ROWS ? 1 : hands->n; }

static inline size_t mk_hand_step(const mk_hands *hands) { return hands->layout == MK_ROWS ? hands->cards : 1; }

/* Scores hands from the first on; stops before one that holds no card, before the last few, or at once where a game's way
 * of scoring is not known here. Returns how many were scored. */
size_t mk_score_avx2(const mk_config *c, const mk_rules *r, const mk_hands *hands, int16_t *scores);

#endif
