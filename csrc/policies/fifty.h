/* The policy `prudent` for Fifty Fifty: sees only what its seat knows.
 *
 * Of each card it estimates how likely it is to be the highest or the lowest of the trick, as if the others played unseen cards at random,
 * and what the half masks would then leave it with. Of cards that promise much the same it plays one that is far from the middle.
 */

enum { SQUARE, CLEAN, SHED }; /* parameters, in the order of the table */

enum { TENTHS = 10, CERTAIN = 1024 };

typedef struct seat_eyes {
    const mk_config *c;
    const fifty_state *s;
    int seat;
    const int32_t *parameters;
} seat_eyes;

/* Half masks held, in tenths: few can still be cancelled, many hardly; none at the end erases a round (F8). */
static int64_t cost_of_masks(const seat_eyes *e, int32_t masks) {
    int64_t left = masks_left(masks);
    int64_t cost = TENTHS * left + e->parameters[SQUARE] * left * left / TENTHS;
    if (left == 0) {
        cost -= (int64_t)e->parameters[CLEAN] * e->s->count[e->seat][round_to_erase(e->s, e->seat)] / TENTHS;
    }
    return cost;
}

/* In CERTAIN-ths, that all seats still to play after this one play one of `wanted` of the `unseen` cards. */
static int64_t chance_of_all(const seat_eyes *e, uint32_t wanted, uint32_t unseen) {
    int64_t chance = CERTAIN;
    for (int i = e->s->trick_size + 1; i < e->c->players; i++) {
        chance = chance * wanted / unseen;
    }
    return chance;
}

static int64_t cost_of_card(const seat_eyes *e, uint32_t card, uint64_t unseen) {
    const fifty_state *s = e->s;
    bool first = s->trick_size == 0;
    uint32_t n = mk_count_bits(unseen);
    uint32_t below = mk_count_bits(unseen & ((1ULL << card) - 1));
    int64_t highest = first || card > s->highest ? chance_of_all(e, below, n) : 0;
    int64_t lowest = first || card < s->lowest ? chance_of_all(e, n - below, n) : 0;
    int32_t masks = s->mask[e->seat];
    int64_t from_middle = card < DECK / 2 ? DECK / 2 - 1 - card : card - DECK / 2;
    return highest * cost_of_masks(e, masks - s->blue) + lowest * cost_of_masks(e, masks + s->yellow) +
           (CERTAIN - highest - lowest) * cost_of_masks(e, masks) - from_middle * e->parameters[SHED];
}

static int fifty_choose_well(const mk_config *c, const void *state, int seat, const mk_spans *legal, const int32_t *parameters,
                             uint64_t dice) {
    const fifty_state *s = state;
    const seat_eyes eyes = {c, s, seat, parameters};
    uint64_t unseen = ((1ULL << DECK) - 1) & ~(s->hand[seat] | s->gone);
    int64_t lowest = INT64_MAX;
    int best = -1;
    (void)legal;
    (void)dice;
    for (uint64_t cards = s->hand[seat]; cards; cards &= cards - 1) {
        uint32_t card = mk_lowest_bit(cards);
        int64_t cost = cost_of_card(&eyes, card, unseen);
        if (cost < lowest) {
            lowest = cost;
            best = PLAY + (int)card;
        }
    }
    return best;
}
