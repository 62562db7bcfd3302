/* What a seat of Skyjo is given to learn from: what is open (S13), and a drawn card to its drawer. Included by skyjo.c. */

#include "../encode.h"

static const mk_field layout[] = {
    MK_FIELD("phase", 1, 0, 0, "index of the phase"),
    MK_FIELD("round", 1, 0, 0, "number of the round, from 0"),
    MK_FIELD("turn", 1, 0, 0, "whose turn it is; -1 in the setup"),
    MK_FIELD("starter", 1, 0, 0, "who started the round; -1 in the setup"),
    MK_FIELD("closer", 1, 0, 0, "who closed the round, or -1"),
    MK_FIELD("draw_size", 1, 0, 0, "cards in the draw pile"),
    MK_FIELD("discard_size", 1, 0, 0, "cards in the discard"),
    MK_FIELD("discard_top", 1, 0, 0, "its top: a card"),
    MK_FIELD("held", 1, 0, 0, "the card drawn or taken: a card"),
    MK_FIELD("held_taken", 1, 0, 0, "whether it was taken from the discard"),
    MK_FIELD("totals", 0, 1, 0, "totals of the finished rounds"),
    MK_FIELD("unseen", 15, 0, 0, "for each face from -2 to 12, how many cards the seat can't see"),
    MK_FIELD("grids", 0, 12, 0, "each seat's slots from 0 to 11: a card"),
    {0},
};

/* A card: its face plus 3, 0 for none, -1 for a hidden one. */
static inline int16_t skyjo_card(int8_t face) { return (int16_t)(face - LOWEST + 1); }

/* How many of each face, four bits a face: there are fifteen of one at most. */
static inline uint64_t skyjo_count(uint64_t bag, const int8_t *cards, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        bag += 1ULL << 4 * (cards[i] - LOWEST);
    }
    return bag;
}

static const uint64_t skyjo_deck_bag = 0xAAAAAAAAAAAAFA5;

static inline void skyjo_encode(const mk_config *c, const void *state, int seat, int16_t *out) {
    const skyjo_state *s = state;
    bool holding = holds_card(s);
    bool known = holding && sees_held(s, seat);
    uint64_t seen = skyjo_count(0, s->discard, s->discard_size);
    seen = skyjo_count(seen, s->aside, s->aside_size);
    seen = skyjo_count(seen, &s->held, known);
    *out++ = s->head.phase;
    *out++ = mk_narrow(s->head.round);
    *out++ = mk_seen_from_if(s->head.turn >= 0, c, seat, s->head.turn);
    *out++ = mk_seen_from_if(s->head.starter != NO_SEAT, c, seat, s->head.starter);
    *out++ = mk_seen_from_if(s->closer != NO_SEAT, c, seat, s->closer);
    *out++ = (int16_t)pile_size(s);
    *out++ = s->discard_size;
    *out++ = s->discard_size > 0 ? skyjo_card(s->discard[s->discard_size - 1]) : (int16_t)MK_CARD_NONE;
    *out++ = known ? skyjo_card(s->held) : (int16_t)-holding;
    *out++ = s->head.phase == PHASE_TAKEN;
    out = mk_encode_totals(c, &s->head, seat, out);
    int16_t *unseen = out;
    out += FACES;
    for (int i = 0, p = seat; i < c->players; i++, p = mk_left_of(c, p)) {
        uint32_t open = open_slots(s, p);
        for (int slot = 0; slot < SLOTS; slot++) {
            int shown = -(int)(open >> slot & 1);
            int hidden = -(int)(s->hidden[p] >> slot & s->present[p] >> slot & 1);
            *out++ = (int16_t)((skyjo_card(s->grid[p][slot]) & shown) | hidden);
            seen += (uint64_t)(open >> slot & 1) << 4 * (s->grid[p][slot] - LOWEST);
        }
    }
    for (int i = 0; i < FACES; i++) {
        unseen[i] = (int16_t)((skyjo_deck_bag - seen) >> 4 * i & 15);
    }
}
