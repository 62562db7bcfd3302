/* What a seat of Masko is given to learn from: what lies open, and the faces that it has seen (M36, M37). Included by masko.c. */

#include "../encode.h"

static const mk_field layout[] = {
    MK_FIELD("phase", 1, 0, 0, "index of the phase"),
    MK_FIELD("round", 1, 0, 0, "number of the round, from 0"),
    MK_FIELD("turn", 1, 0, 0, "whose turn it is; -1 in the setup"),
    MK_FIELD("starter", 1, 0, 0, "who started the round"),
    MK_FIELD("draw_size", 1, 0, 0, "cards in the draw pile"),
    MK_FIELD("discard_size", 1, 0, 0, "cards in the discard"),
    MK_FIELD("discard_top", 1, 0, 0, "its top: a card"),
    MK_FIELD("held", 1, 0, 0, "the card drawn or taken: a card"),
    MK_FIELD("held_taken", 1, 0, 0, "whether it was taken from the discard"),
    MK_FIELD("window_card", 1, 0, 0, "what may be intercepted: a card; 0 while no window is open"),
    MK_FIELD("window_seat", 1, 0, 0, "whose card opened the window, or -1"),
    MK_FIELD("power", 1, 0, 0, "the running power: a card, or 0"),
    MK_FIELD("power_user", 1, 0, 0, "who uses it, or -1"),
    MK_FIELD("power_owner", 1, 0, 0, "whose card was chosen first, or -1"),
    MK_FIELD("power_slot", 1, 0, 0, "... and its slot, or -1"),
    MK_FIELD("waiting_cards", 2, 0, 0, "powers that wait, in order: a card, or 0"),
    MK_FIELD("waiting_seats", 2, 0, 0, "who will use them, or -1"),
    MK_FIELD("used_specials", 1, 0, 0, "specials out of the round"),
    MK_FIELD("maskoman", 1, 0, 0, "who is Maskoman, or -1"),
    MK_FIELD("automatic", 1, 0, 0, "whether MASKO was declared automatically"),
    MK_FIELD("unseen", 17, 0, 0, "for each face from 1 to 17, how many cards the seat has not seen since they were shuffled"),
    MK_FIELD("totals", 0, 1, 0, "totals of the finished rounds"),
    MK_FIELD("due", 0, 1, 0, "place in the line of those due in the window, from 1; 0: not due"),
    MK_FIELD("attempts", 0, 1, 0, "attempts used in the window"),
    MK_FIELD("hands", 0, 56, -4, "each seat's slots from 0 to 55 - 4 n: a card"),
    MK_FIELD("seen_by", 0, 56, -4, "for each slot, who has seen its card: bit i for the seat i to the left, bit 0 for oneself"),
    {0},
};

/* Of four, two or one cards of each face. */
static inline int16_t *masko_encode_unseen(const masko_state *s, int seat, int16_t *out) {
    uint8_t unseen[DECK];
    for (int card = 0; card < DECK; card++) {
        unseen[card] = (uint8_t)(~(uint32_t)s->seen[card] >> seat & 1);
    }
    const uint8_t *at = unseen;
    for (int face = 1; face < NINJA; face++, at += 4) {
        *out++ = (int16_t)(at[0] + at[1] + at[2] + at[3]);
    }
    for (int face = NINJA; face < GATHER; face++, at += 2) {
        *out++ = (int16_t)(at[0] + at[1]);
    }
    *out++ = *at;
    return out;
}

static inline int16_t *masko_encode_power(const mk_config *c, const masko_state *s, int seat, int16_t *out) {
    bool running = s->power != NO_CARD;
    *out++ = running ? (int16_t)face_of(s->power) : (int16_t)MK_CARD_NONE;
    *out++ = mk_seen_from_if(running, c, seat, s->power_user);
    *out++ = mk_seen_from_if(running && s->power_owner != NO_SEAT, c, seat, s->power_owner);
    *out++ = running && s->power_slot != NO_SLOT ? s->power_slot : (int16_t)-1;
    for (int i = 0; i < POWERS; i++) {
        bool waits = i < s->waiting;
        out[i] = waits ? (int16_t)face_of(s->waiting_card[i]) : (int16_t)MK_CARD_NONE;
        out[POWERS + i] = mk_seen_from_if(waits, c, seat, s->waiting_seat[i]);
    }
    return out + 2 * POWERS;
}

static inline int16_t *masko_encode_window(const mk_config *c, const masko_state *s, int seat, int16_t *out) {
    bool open = s->head.window != 0;
    memset(out, 0, c->players * sizeof *out);
    for (int i = 0; i < s->due_size; i++) {
        out[mk_seen_from(c, seat, s->due[i])] = (int16_t)(i + 1);
    }
    out += c->players;
    for (int i = 0, p = seat; i < c->players; i++, p = mk_left_of(c, p)) {
        *out++ = (int16_t)(s->attempts[p] & -open);
    }
    return out;
}

/* Marks of the seats, turned so that bit 0 is `seat`. */
static inline int16_t masko_marks_from(const mk_config *c, uint32_t seen, int seat) {
    uint32_t all = (1U << c->players) - 1;
    seen &= all;
    return (int16_t)((seen >> seat | seen << (c->players - seat)) & all);
}

static inline void masko_encode_hands(const mk_config *c, const masko_state *s, int seat, int16_t *out) {
    int slots = 56 - 4 * c->players;
    int16_t *marks = out + slots * c->players;
    memset(out, 0, (size_t)(2 * slots * c->players) * sizeof *out);
    for (int i = 0, p = seat; i < c->players; i++, p = mk_left_of(c, p)) {
        for (uint64_t left = s->occupied[p]; left; left &= left - 1) {
            int slot = (int)mk_lowest_bit(left);
            uint8_t card = s->hand[p][slot];
            int veil = has_seen(s, seat, card) - 1; /* all bits, or none */
            out[slot] = (int16_t)(face_of(card) | veil);
            marks[slot] = masko_marks_from(c, s->seen[card], seat);
        }
        out += slots;
        marks += slots;
    }
}

/* A card: its face, 0 for none, -1 for one that the seat has not seen. */
static inline void masko_encode(const mk_config *c, const void *state, int seat, int16_t *out) {
    const masko_state *s = state;
    bool holding = s->held != NO_CARD;
    bool known = holding && (s->taken || seat == s->head.turn);
    bool open = s->head.window != 0;
    *out++ = s->head.phase;
    *out++ = mk_narrow(s->head.round);
    *out++ = mk_seen_from_if(s->head.turn >= 0, c, seat, s->head.turn);
    *out++ = mk_seen_from(c, seat, s->head.starter);
    *out++ = (int16_t)pile_size(s);
    *out++ = s->discard_size;
    *out++ = s->discard_size > 0 ? (int16_t)face_of(s->discard[s->discard_size - 1]) : (int16_t)MK_CARD_NONE;
    *out++ = known ? (int16_t)face_of(s->held) : (int16_t)-holding;
    *out++ = holding && s->taken;
    *out++ = open ? (int16_t)face_of(s->window_card) : (int16_t)MK_CARD_NONE;
    *out++ = mk_seen_from_if(open, c, seat, s->window_seat);
    out = masko_encode_power(c, s, seat, out);
    *out++ = s->used_specials;
    *out++ = mk_seen_from_if(s->maskoman != NO_SEAT, c, seat, s->maskoman);
    *out++ = s->automatic;
    out = masko_encode_unseen(s, seat, out);
    out = mk_encode_totals(c, &s->head, seat, out);
    out = masko_encode_window(c, s, seat, out);
    masko_encode_hands(c, s, seat, out);
}
