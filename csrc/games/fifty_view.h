/* What a seat of Fifty Fifty may see (F11). Included by fifty.c. */

static void put_hands(mk_writer *w, const mk_config *c, const fifty_state *s) {
    mk_put(w, c->players);
    for (int p = 0; p < c->players; p++) {
        mk_put(w, mk_count_bits(s->hand[p]));
        for (uint64_t cards = s->hand[p]; cards; cards &= cards - 1) {
            mk_put_if(w, mk_sees_all(w) || w->viewer == p, face_of(mk_lowest_bit(cards)));
        }
    }
}

static void put_moods(mk_writer *w, const mk_config *c, const uint8_t *mood, int n) {
    mk_put(w, n);
    for (int i = 0; i < n; i++) {
        mk_put(w, mood_number(c, mood[i], LAUGHING));
        mk_put(w, mood_number(c, mood[i], FURIOUS));
    }
}

/* F4: in the order played. */
static void put_trick(mk_writer *w, const mk_config *c, const fifty_state *s) {
    int seat = s->leader;
    mk_put(w, s->trick_size);
    for (int i = 0; i < s->trick_size; i++, seat = mk_left_of(c, seat)) {
        mk_put(w, seat);
        mk_put(w, face_of(s->played[seat][s->trick]));
    }
}

static uint32_t played_by(const fifty_state *s, int seat) { return TRICKS - mk_count_bits(s->hand[seat]); }

static void put_played(mk_writer *w, const mk_config *c, const fifty_state *s) {
    mk_put(w, c->players);
    for (int p = 0; p < c->players; p++) {
        mk_put(w, played_by(s, p));
        for (uint32_t i = 0; i < played_by(s, p); i++) {
            mk_put(w, face_of(s->played[p][i]));
        }
    }
}

static void put_pile(mk_writer *w, const mk_config *c, const fifty_state *s) {
    int dealt = c->players * TRICKS;
    mk_put(w, DECK - dealt);
    for (int i = dealt; i < DECK; i++) {
        mk_put(w, face_of(s->pile[i]));
    }
}

static void fifty_observe(const mk_config *c, const void *state, mk_writer *w) {
    const fifty_state *s = state;
    int moods_left = moods_of(c) - s->mood_next;
    mk_put(w, s->head.starter);
    mk_put_totals(w, c, &s->head);
    put_hands(w, c, s);
    mk_put(w, s->yellow);
    mk_put(w, s->blue);
    put_moods(w, c, s->mood, s->mood_next);
    mk_put(w, moods_left);
    mk_put(w, s->trick);
    put_trick(w, c, s);
    put_played(w, c, s);
    put_masks(w, c, s);
    if (mk_sees_all(w)) {
        put_pile(w, c, s);
        put_moods(w, c, s->mood + s->mood_next, moods_left);
    }
}

/* F11: pairs of card and count. */
static void fifty_memory(const mk_config *c, const void *state, int seat, mk_writer *w) {
    const fifty_state *s = state;
    (void)c;
    for (uint64_t cards = s->hand[seat] | s->gone; cards; cards &= cards - 1) {
        mk_put(w, face_of(mk_lowest_bit(cards)));
        mk_put(w, 1);
    }
}

/* What the referee's view does not show and play depends on: F8. */
static void fifty_digest(const mk_config *c, const void *state, mk_writer *w) {
    const fifty_state *s = state;
    for (int p = 0; p < c->players; p++) {
        for (uint32_t i = 0; i < s->head.round + s->head.over; i++) {
            mk_put(w, s->count[p][i]);
        }
    }
}
