/* What a seat of Skyjo may see (S13). Included by skyjo.c. */

static void put_cards(mk_writer *w, const int8_t *cards, uint32_t n) {
    mk_put(w, n);
    for (uint32_t i = 0; i < n; i++) {
        mk_put(w, cards[i]);
    }
}

static void put_held(mk_writer *w, const skyjo_state *s) {
    mk_put(w, holds_card(s));
    if (!holds_card(s)) {
        return;
    }
    mk_put(w, s->head.turn);
    mk_put_if(w, mk_sees_all(w) || sees_held(s, w->viewer), s->held);
    mk_put(w, s->head.phase == PHASE_TAKEN);
}

static void skyjo_observe(const mk_config *c, const void *state, mk_writer *w) {
    const skyjo_state *s = state;
    mk_put_if(w, s->head.starter != NO_SEAT, s->head.starter);
    mk_put_totals(w, c, &s->head);
    put_grids(w, c, s, mk_sees_all(w));
    mk_put(w, pile_size(s));
    mk_put_if(w, s->discard_size > 0, s->discard_size > 0 ? s->discard[s->discard_size - 1] : 0);
    mk_put(w, s->discard_size);
    put_cards(w, s->discard, s->discard_size);
    put_cards(w, s->aside, s->aside_size);
    put_held(w, s);
    mk_put_if(w, s->closer != NO_SEAT, s->closer);
    if (mk_sees_all(w)) {
        put_cards(w, s->pile + s->pile_next, pile_size(s));
    }
}

static void count_cards(uint8_t *count, const int8_t *cards, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        count[cards[i] - LOWEST]++;
    }
}

static void count_slots(uint8_t *count, const skyjo_state *s, int seat, uint32_t slots) {
    for (; slots; slots &= slots - 1) {
        count[s->grid[seat][mk_lowest_bit(slots)] - LOWEST]++;
    }
}

/* S13: pairs of face and count, for the faces that the seat can no longer meet hidden. */
static void skyjo_memory(const mk_config *c, const void *state, int seat, mk_writer *w) {
    const skyjo_state *s = state;
    uint8_t count[FACES] = {0};
    for (int p = 0; p < c->players; p++) {
        count_slots(count, s, p, open_slots(s, p));
    }
    count_cards(count, s->discard, s->discard_size);
    count_cards(count, s->aside, s->aside_size);
    count_cards(count, &s->held, holds_card(s) && sees_held(s, seat));
    for (int i = 0; i < FACES; i++) {
        if (count[i] > 0) {
            mk_put(w, LOWEST + i);
            mk_put(w, count[i]);
        }
    }
}

/* What the referee's view does not show and play depends on: which cards are hidden, who is due first in the setup, and
 * the number of the next reshuffle's stream, which tells also where the draw pile comes from. */
static void skyjo_digest(const mk_config *c, const void *state, mk_writer *w) {
    const skyjo_state *s = state;
    for (int p = 0; p < c->players; p++) {
        mk_put(w, s->hidden[p]);
    }
    mk_put_if(w, s->head.phase == PHASE_SETUP, s->dealt_first);
    mk_put(w, (int64_t)s->reshuffles);
}
