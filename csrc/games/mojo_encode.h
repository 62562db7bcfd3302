/* What a seat of Mojo is given to learn from (J13). Included by mojo.c. */

#include "../encode.h"

static const mk_field layout[] = {
    MK_FIELD("phase", 1, 0, 0, "index of the phase"),
    MK_FIELD("round", 1, 0, 0, "number of the round, from 0"),
    MK_FIELD("starter", 1, 0, 0, "who began the round"),
    MK_FIELD("side", 1, 0, 0, "of the Mojo card: 0 clockwise, 10 counter-clockwise"),
    MK_FIELD("draw_size", 1, 0, 0, "cards in the draw pile"),
    MK_FIELD("used", 1, 0, 0, "the discard in use, or -1"),
    MK_FIELD("discard_tops", 2, 0, 0, "top of each discard: a card"),
    MK_FIELD("discard_sizes", 2, 0, 0, "cards in each discard"),
    MK_FIELD("hand", 13, 0, 0, "for each value from 0 to 12, how many cards the seat holds"),
    MK_FIELD("unseen", 13, 0, 0, "for each value, how many cards lie where the seat can't know them"),
    MK_FIELD("totals", 0, 1, 0, "totals of the finished rounds"),
    MK_FIELD("hand_sizes", 0, 1, 0, "cards held, in hand or face down"),
    MK_FIELD("face_down", 0, 1, 0, "whether they lie face down"),
    MK_FIELD("known", 0, 13, 0, "for each seat and value, cards held that all know: taken from a discard"),
    MK_FIELD("turned_up", 0, 13, 0, "for each seat and value, cards turned up"),
    {0},
};

static inline int16_t *mojo_encode_bag(mk_bag bag, int16_t *out) {
    for (int value = 0; value < VALUES; value++) {
        out[value] = (int16_t)bag_count(bag, value);
    }
    return out + VALUES;
}

/* All that a seat can't know. */
static inline mk_bag mojo_unseen(const mk_config *c, const mojo_state *s, int seat) {
    mk_bag seen = s->hand[seat] - s->known[seat];
    for (int p = 0; p < c->players; p++) {
        seen += s->known[p] + s->turned_up[p];
    }
    for (int i = 0; i < c->option[OPTION_DISCARDS]; i++) {
        seen += bag_of(s->discard[i], s->discard_size[i]);
    }
    return mojo_deck_bag - seen;
}

static inline int16_t *mojo_encode_discards(const mk_config *c, const mojo_state *s, int16_t *out) {
    for (int i = 0; i < PILES; i++) {
        bool there = i < c->option[OPTION_DISCARDS];
        out[i] = there ? (int16_t)(top_of(s, i) + 1) : (int16_t)MK_CARD_NONE;
        out[PILES + i] = there ? s->discard_size[i] : (int16_t)0;
    }
    return out + 2 * PILES;
}

/* A card: its value plus 1, 0 for none. */
static inline void mojo_encode(const mk_config *c, const void *state, int seat, int16_t *out) {
    const mojo_state *s = state;
    int n = c->players;
    *out++ = s->head.phase;
    *out++ = mk_narrow(s->head.round);
    *out++ = mk_seen_from(c, seat, s->head.starter);
    *out++ = s->side;
    *out++ = (int16_t)pile_size(s);
    *out++ = s->used != NO_PILE ? s->used : (int16_t)-1;
    out = mojo_encode_discards(c, s, out);
    out = mojo_encode_bag(s->hand[seat], out);
    out = mojo_encode_bag(mojo_unseen(c, s, seat), out);
    out = mk_encode_totals(c, &s->head, seat, out);
    for (int i = 0, p = seat; i < n; i++, p = mk_left_of(c, p)) {
        out[i] = s->hand_size[p];
        out[n + i] = is_down(s, p);
        mojo_encode_bag(s->known[p], out + 2 * n + i * VALUES);
        mojo_encode_bag(s->turned_up[p], out + (2 + VALUES) * n + i * VALUES);
    }
}
