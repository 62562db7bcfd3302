/* C12: a world that agrees with all that one seat of Skyjo knows.
 *
 * Nobody has seen a hidden card (S13), so before the first reshuffle of a round the hidden grid cards, the draw pile and
 * a card drawn by another are one pool. A reshuffle needs an empty draw pile (S12): after the last one, the draw pile and
 * a card drawn by another are what is left of a discard that everybody saw, while the hidden grid cards have lain there
 * since the deal. The faces of both pools are then public, and each is in any order with equal chances.
 */

typedef struct hidden_pool {
    int8_t *place[DECK];
    uint32_t n;
} hidden_pool;

static void add_hidden(hidden_pool *h, int8_t *place) { h->place[h->n++] = place; }

static void add_grids(hidden_pool *h, const mk_config *c, skyjo_state *s) {
    for (int p = 0; p < c->players; p++) {
        for (uint32_t slots = s->hidden[p]; slots; slots &= slots - 1) {
            add_hidden(h, &s->grid[p][mk_lowest_bit(slots)]);
        }
    }
}

static void add_drawn(hidden_pool *h, skyjo_state *s, int seat) {
    if (holds_card(s) && !sees_held(s, seat)) {
        add_hidden(h, &s->held);
    }
    for (int i = s->pile_next; i < DECK; i++) {
        add_hidden(h, &s->pile[i]);
    }
}

/* Sorted first, so that nothing of the true order is left. */
static void place_anew(hidden_pool *h, mk_stream *dice) {
    uint8_t count[FACES] = {0};
    uint8_t face[DECK];
    for (uint32_t i = 0; i < h->n; i++) {
        count[*h->place[i] - LOWEST]++;
    }
    for (uint8_t i = 0, n = 0; i < FACES; i++) {
        memset(face + n, i, count[i]);
        n = (uint8_t)(n + count[i]);
    }
    mk_shuffle(dice, face, h->n);
    for (uint32_t i = 0; i < h->n; i++) {
        *h->place[i] = (int8_t)(face[i] + LOWEST);
    }
    h->n = 0;
}

static void skyjo_sample_world(const mk_config *c, void *state, int seat, const uint32_t key[8]) {
    skyjo_state *s = state;
    hidden_pool hidden;
    mk_stream dice;
    mk_stream_open(&dice, key, 0, MK_PURPOSE_WORLD, 0, 0);
    hidden.n = 0;
    add_grids(&hidden, c, s);
    if (s->reshuffles > 0) {
        place_anew(&hidden, &dice);
    }
    add_drawn(&hidden, s, seat);
    place_anew(&hidden, &dice);
}
