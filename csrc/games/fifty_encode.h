/* What a seat of Fifty Fifty is given to learn from (F11). Included by fifty.c. */

#include "../encode.h"

static const mk_field layout[] = {
    MK_FIELD("round", 1, 0, 0, "number of the round, from 0"),
    MK_FIELD("trick", 1, 0, 0, "number of the trick, from 0"),
    MK_FIELD("leader", 1, 0, 0, "who leads it"),
    MK_FIELD("starter", 1, 0, 0, "who led the first trick of the round"),
    MK_FIELD("mood", 2, 0, 0, "what the lowest card takes, and what the highest does"),
    MK_FIELD("mood_left", 1, 0, 0, "Mood cards not yet turned"),
    MK_FIELD("mood_used", 32, 0, 0, "the Mood cards turned in this round, in order: yellow and blue, -1 for no number; then 0"),
    MK_FIELD("cards", 50, 0, 0, "for each card from 1 to 50: 1 in the own hand, 2 played in this round, 0 elsewhere"),
    MK_FIELD("totals", 0, 1, 0, "totals of the finished rounds"),
    MK_FIELD("masks", 0, 1, 0, "half masks: laughing ones, or furious ones below 0"),
    MK_FIELD("trick_cards", 0, 1, 0, "the number of each seat's card in the trick, or 0"),
    MK_FIELD("played", 0, 9, 0, "the number of each seat's card in each trick of the round, or 0"),
    MK_FIELD("standing", 0, 0, 1, "for each seat, what still stands of each round, or 0"),
    {0},
};

static inline int16_t fifty_mood_number(const mk_config *c, int mood, int colour) {
    int32_t number = mood_number(c, mood, colour);
    return number == MK_NONE ? (int16_t)-1 : (int16_t)number;
}

static inline int16_t *fifty_encode_moods(const mk_config *c, const fifty_state *s, int16_t *out) {
    memset(out, 0, COLOURS * MOST_MOODS * sizeof *out);
    for (int i = 0; i < s->mood_next; i++) {
        out[COLOURS * i + LAUGHING] = fifty_mood_number(c, s->mood[i], LAUGHING);
        out[COLOURS * i + FURIOUS] = fifty_mood_number(c, s->mood[i], FURIOUS);
    }
    return out + COLOURS * MOST_MOODS;
}

static inline int16_t *fifty_encode_cards(const fifty_state *s, int seat, int16_t *out) {
    for (int card = 0; card < DECK; card++) {
        out[card] = (int16_t)((s->hand[seat] >> card & 1) | (s->gone >> card & 1) << 1);
    }
    return out + DECK;
}

static inline void fifty_encode(const mk_config *c, const void *state, int seat, int16_t *out) {
    const fifty_state *s = state;
    int n = c->players;
    *out++ = mk_narrow(s->head.round);
    *out++ = s->trick;
    *out++ = mk_seen_from(c, seat, s->leader);
    *out++ = mk_seen_from(c, seat, s->head.starter);
    *out++ = (int16_t)s->yellow;
    *out++ = (int16_t)s->blue;
    *out++ = (int16_t)(moods_of(c) - s->mood_next);
    out = fifty_encode_moods(c, s, out);
    out = fifty_encode_cards(s, seat, out);
    out = mk_encode_totals(c, &s->head, seat, out);
    int16_t *played = out + 2 * n;
    int16_t *standing = played + TRICKS * n;
    for (int i = 0, p = seat; i < n; i++, p = mk_left_of(c, p)) {
        int count = (int)played_by(s, p);
        out[i] = s->mask[p];
        for (int trick = 0; trick < TRICKS; trick++) {
            played[i * TRICKS + trick] = (int16_t)(face_of(s->played[p][trick]) & -(trick < count));
        }
        out[n + i] = count > s->trick ? (int16_t)face_of(s->played[p][s->trick]) : (int16_t)0;
        for (int round = 0; round < n; round++) {
            standing[i * n + round] = s->count[p][round];
        }
    }
}
