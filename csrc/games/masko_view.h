/* What a seat of Masko may see (M36, M37). Included by masko.c. */

/* M37: what lies open. */

static void put_held(mk_writer *w, const masko_state *s) {
    bool holding = s->held != NO_CARD;
    mk_put(w, holding);
    if (!holding) {
        return;
    }
    mk_put(w, s->head.turn);
    mk_put_if(w, mk_sees_all(w) || s->taken || w->viewer == s->head.turn, face_of(s->held));
    mk_put(w, s->taken);
}

static void put_attempts_left(mk_writer *w, const mk_config *c, const masko_state *s) {
    int32_t attempts = c->option[OPTION_ATTEMPTS];
    mk_put(w, c->players);
    for (int p = 0; p < c->players; p++) {
        mk_put_if(w, attempts != MK_NONE, attempts - (attempts == MK_NONE ? 0 : s->attempts[p]));
    }
}

static void put_window(mk_writer *w, const mk_config *c, const masko_state *s) {
    bool open = s->head.window != 0;
    mk_put(w, open);
    if (!open) {
        return;
    }
    mk_put(w, (int64_t)s->head.window);
    mk_put(w, face_of(s->window_card));
    mk_put(w, s->window_seat);
    mk_put(w, s->due_size);
    for (int i = 0; i < s->due_size; i++) {
        mk_put(w, s->due[i]);
    }
    put_attempts_left(w, c, s);
}

static void put_power(mk_writer *w, const masko_state *s) {
    bool running = s->power != NO_CARD;
    mk_put(w, running);
    if (!running) {
        return;
    }
    mk_put(w, face_of(s->power));
    mk_put(w, s->power_user);
    mk_put_if(w, s->power_owner != NO_SEAT, s->power_owner);
    mk_put_if(w, s->power_slot != NO_SLOT, s->power_slot);
}

static void put_waiting(mk_writer *w, const masko_state *s) {
    mk_put(w, s->waiting);
    for (int i = 0; i < s->waiting; i++) {
        mk_put(w, s->waiting_seat[i]);
        mk_put(w, face_of(s->waiting_card[i]));
    }
}

static void put_masko(mk_writer *w, const masko_state *s) {
    bool stands = s->maskoman != NO_SEAT;
    mk_put(w, stands);
    if (stands) {
        mk_put(w, s->maskoman);
        mk_put(w, s->automatic);
    }
}

static void put_piles(mk_writer *w, const masko_state *s) {
    mk_put(w, pile_size(s));
    for (int i = s->pile_next; i < DECK; i++) {
        mk_put(w, face_of(s->pile[i]));
    }
    mk_put(w, s->discard_size);
    for (int i = 0; i < s->discard_size; i++) {
        mk_put(w, face_of(s->discard[i]));
    }
}

static void masko_observe(const mk_config *c, const void *state, mk_writer *w) {
    const masko_state *s = state;
    mk_put(w, s->head.starter);
    mk_put_totals(w, c, &s->head);
    put_hands(w, c, s, mk_sees_all(w));
    mk_put(w, pile_size(s));
    mk_put_if(w, s->discard_size > 0, s->discard_size > 0 ? face_of(s->discard[s->discard_size - 1]) : 0);
    mk_put(w, s->discard_size);
    put_held(w, s);
    put_window(w, c, s);
    put_power(w, s);
    put_waiting(w, s);
    mk_put(w, s->used_specials);
    put_masko(w, s);
    if (mk_sees_all(w)) {
        put_piles(w, s);
    }
}

/* M36, M37: triples of seat, slot and face. */
static void masko_memory(const mk_config *c, const void *state, int seat, mk_writer *w) {
    const masko_state *s = state;
    for (int p = 0; p < c->players; p++) {
        for (uint64_t slots = s->occupied[p]; slots; slots &= slots - 1) {
            int slot = (int)mk_lowest_bit(slots);
            uint8_t card = card_at(s, p, slot);
            if (has_seen(s, seat, card)) {
                mk_put(w, p);
                mk_put(w, slot);
                mk_put(w, face_of(card));
            }
        }
    }
}

/* What the referee's view does not show and play depends on. */
static void masko_digest(const mk_config *c, const void *state, mk_writer *w) {
    const masko_state *s = state;
    for (int p = 0; p < c->players; p++) {
        mk_put(w, s->next_slot[p]);
        mk_put(w, s->looked[p]);
        for (uint64_t slots = s->occupied[p]; slots; slots &= slots - 1) {
            uint8_t card = card_at(s, p, (int)mk_lowest_bit(slots));
            mk_put(w, s->seen[card]);
            mk_put(w, s->gathered >> card & 1);
        }
        for (int face = 1; face < FACES; face++) {
            mk_put(w, s->knew[p][face]);
        }
    }
    mk_put(w, (int64_t)s->windows);
    mk_put(w, (int64_t)s->races);
}
