/* What a seat of Mojo may see (J13). Included by mojo.c. */

static void put_bags(mk_writer *w, const mk_config *c, const mk_bag *bag) {
    mk_put(w, c->players);
    for (int p = 0; p < c->players; p++) {
        put_bag(w, bag[p]);
    }
}

/* J13: of another's cards the known ones first, then those that nobody else has seen. */
static void put_hand(mk_writer *w, const mojo_state *s, int seat) {
    if (mk_sees_all(w) || w->viewer == seat) {
        put_bag(w, s->hand[seat]);
        return;
    }
    mk_put(w, s->hand_size[seat]);
    put_values(w, s->known[seat]);
    for (uint32_t i = bag_size(s->known[seat]); i < s->hand_size[seat]; i++) {
        mk_put(w, MK_NONE);
    }
}

/* The cards of the seats in `seats`; none of the others. */
static void put_hands(mk_writer *w, const mk_config *c, const mojo_state *s, uint32_t seats) {
    mk_put(w, c->players);
    for (int p = 0; p < c->players; p++) {
        if (seats >> p & 1) {
            put_hand(w, s, p);
        } else {
            mk_put(w, 0);
        }
    }
}

static void put_discards(mk_writer *w, const mk_config *c, const mojo_state *s) {
    int32_t discards = c->option[OPTION_DISCARDS];
    mk_put(w, discards);
    for (int i = 0; i < discards; i++) {
        mk_put(w, top_of(s, i));
    }
    mk_put(w, discards);
    for (int i = 0; i < discards; i++) {
        mk_put(w, s->discard_size[i]);
    }
}

static void put_cards(mk_writer *w, const uint8_t *card, uint32_t n) {
    mk_put(w, n);
    for (uint32_t i = 0; i < n; i++) {
        mk_put(w, card[i]);
    }
}

static void put_piles(mk_writer *w, const mk_config *c, const mojo_state *s) {
    put_cards(w, s->pile + s->pile_next, pile_size(s));
    mk_put(w, c->option[OPTION_DISCARDS]);
    for (int i = 0; i < c->option[OPTION_DISCARDS]; i++) {
        put_cards(w, s->discard[i], s->discard_size[i]);
    }
}

static void mojo_observe(const mk_config *c, const void *state, mk_writer *w) {
    const mojo_state *s = state;
    mk_put(w, s->head.starter);
    mk_put_totals(w, c, &s->head);
    put_hands(w, c, s, ~(uint32_t)s->down);
    put_hands(w, c, s, s->down);
    put_bags(w, c, s->turned_up);
    put_bags(w, c, s->known);
    mk_put(w, pile_size(s));
    put_discards(w, c, s);
    mk_put_if(w, s->used != NO_PILE, s->used);
    mk_put(w, s->side);
    mk_put(w, s->side == 0 ? 1 : -1); /* J3 */
    if (mk_sees_all(w)) {
        put_piles(w, c, s);
    }
}

/* J13: pairs of value and count. */
static void mojo_memory(const mk_config *c, const void *state, int seat, mk_writer *w) {
    const mojo_state *s = state;
    mk_bag bag = s->hand[seat] - s->known[seat];
    for (int p = 0; p < c->players; p++) {
        bag += s->known[p] + s->turned_up[p];
    }
    for (int i = 0; i < c->option[OPTION_DISCARDS]; i++) {
        bag += bag_of(s->discard[i], s->discard_size[i]);
    }
    for (int value = 0; value < VALUES; value++) {
        if (bag_count(bag, value) > 0) {
            mk_put(w, value);
            mk_put(w, bag_count(bag, value));
        }
    }
}

/* What the referee's view does not show and play, or what a seat knows, depends on. */
static void mojo_digest(const mk_config *c, const void *state, mk_writer *w) {
    const mojo_state *s = state;
    mk_put(w, (int64_t)s->reshuffles);
    if (s->reshuffles == 0) {
        return;
    }
    put_bag(w, s->reshuffled);
    put_bags(w, c, s->drawn);
    put_cards(w, s->note, s->note_size);
}
