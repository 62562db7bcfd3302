/* C12: a world that agrees with all that one seat of Mojo knows.
 *
 * Before the first reshuffle of a round all cards that the seat can't see are one pool: they lie in any order in others' hands and in
 * the draw pile, but for J13's known ones. The law is the exact one.
 *
 * After a reshuffle a hidden card is *new* (it lay in the draw pile of the last reshuffle, whose cards are public) or *old* (somebody
 * held it then). The draw pile holds new cards alone; a seat's new cards, those still hidden and those that it has played or turned up
 * since, are as many as it has drawn. So each play of a hidden card since is first called new or old at random, so that
 *   - of no value more are new than were reshuffled and not drawn by the seat itself, and enough to leave no more than lie hidden;
 *   - no seat has at any moment shown more new ones than it had drawn, and in the end not so few that its hand can't hold the rest.
 * These are bounds of a flow: from the source through a seat's plays, latest first, to their values. A first flow that keeps them is
 * found by augmenting cycles; then one play after another is set as the dice would have it, if some flow agrees. Each outcome
 * that keeps the bounds can so come up, and no other: the support is exact, the law near. Then what is left of the new cards is
 * drawn for the seats and the pile, and the old ones for the seats. What an earlier reshuffle of the round told is not used.
 */

enum {
    NO_ARC = 255,
    FIRST_ARC = 254,
    MAX_ARCS = 2 * DECK + VALUES,
    NODE_SOURCE = 0,
    NODE_VALUE,
    NODE_SHOWN = NODE_VALUE + VALUES,
    NODES = NODE_SHOWN + DECK
};

typedef struct arc {
    uint8_t from;
    uint8_t to;
    uint8_t low;
    uint8_t high;
    uint8_t flow;
} arc;

typedef struct shown {
    uint8_t seat;
    uint8_t value;
    uint8_t arc;
} shown;

typedef struct hidden {
    mk_bag bag;                        /* all that is hidden */
    mk_bag new_bag;                    /* new ones: hidden, or shown by others since */
    uint8_t unknown[MK_MAX_PLAYERS];   /* hidden cards of a seat */
    uint8_t drew[MK_MAX_PLAYERS];      /* by a seat since the reshuffle */
    uint8_t new_held[MK_MAX_PLAYERS];  /* of those, how many are still hidden */
    uint8_t shows[MK_MAX_PLAYERS];     /* hidden cards that a seat has played or turned up since */
    shown show[DECK];
    int n;
    arc arc[MAX_ARCS];
    int arcs;
} hidden;

static void find_hidden(hidden *h, const mk_config *c, const mojo_state *s, int seat) {
    memset(h, 0, sizeof *h);
    h->bag = bag_of(s->pile + s->pile_next, pile_size(s));
    for (int p = 0; p < c->players; p++) {
        if (p != seat) {
            h->bag += s->hand[p] - s->known[p];
            h->unknown[p] = (uint8_t)(s->hand_size[p] - bag_size(s->known[p]));
        }
    }
}

/* The flow. */

static uint8_t add_arc(hidden *h, int from, int to, uint32_t low, uint32_t high) {
    h->arc[h->arcs] = (arc){(uint8_t)from, (uint8_t)to, (uint8_t)low, (uint8_t)high, 0};
    return (uint8_t)h->arcs++;
}

static uint32_t excess(uint32_t a, uint32_t b) { return a > b ? a - b : 0; }

/* A seat's shown cards hang on each other, latest first: what flows into one goes to it and to all earlier ones, and is at most what the
 * seat had drawn by then. */
static void add_seat(hidden *h, const mojo_state *s, int seat) {
    int later = NODE_SOURCE;
    uint32_t drew = bag_size(s->drawn[seat]);
    uint32_t low = excess(drew, h->unknown[seat]);
    h->drew[seat] = (uint8_t)drew;
    for (int i = s->note_size - 1; i >= 0; i--) {
        int what = s->note[i] & NOTE_DREW;
        if (s->note[i] >> NOTE_SHIFT != seat) {
            continue;
        }
        if (what == NOTE_DREW) {
            drew--;
            continue;
        }
        int node = NODE_SHOWN + h->n;
        add_arc(h, later, node, low, drew);
        h->show[h->n++] = (shown){(uint8_t)seat, (uint8_t)what, add_arc(h, node, NODE_VALUE + what, 0, 1)};
        h->shows[seat]++;
        later = node;
        low = 0;
    }
}

static void add_values(hidden *h) {
    for (int value = 0; value < VALUES; value++) {
        uint32_t most = bag_count(h->new_bag, value);
        add_arc(h, NODE_VALUE + value, NODE_SOURCE, excess(most, bag_count(h->bag, value)), most);
    }
}

/* For each node the arc by which it is reached from `start`, where one more or one less may flow. */
static void reach(const hidden *h, uint8_t start, uint8_t *by) {
    memset(by, NO_ARC, NODES);
    by[start] = FIRST_ARC;
    bool grown = true;
    while (grown) {
        grown = false;
        for (int i = 0; i < h->arcs; i++) {
            const arc *a = &h->arc[i];
            if (by[a->from] != NO_ARC && by[a->to] == NO_ARC && a->flow < a->high) {
                by[a->to] = (uint8_t)i;
                grown = true;
            } else if (by[a->to] != NO_ARC && by[a->from] == NO_ARC && a->flow > a->low) {
                by[a->from] = (uint8_t)i;
                grown = true;
            }
        }
    }
}

/* One more through an arc, or one less, and what must change with it. */
static bool change_flow(hidden *h, int number, bool more) {
    arc *changed = &h->arc[number];
    uint8_t by[NODES];
    uint8_t start = more ? changed->to : changed->from;
    uint8_t node = more ? changed->from : changed->to;
    reach(h, start, by);
    if (by[node] == NO_ARC) {
        return false;
    }
    while (node != start) {
        arc *a = &h->arc[by[node]];
        bool forward = a->to == node;
        a->flow = (uint8_t)(forward ? a->flow + 1 : a->flow - 1);
        node = forward ? a->from : a->to;
    }
    changed->flow = (uint8_t)(more ? changed->flow + 1 : changed->flow - 1);
    return true;
}

static void meet_low_bounds(hidden *h) {
    for (int i = 0; i < h->arcs; i++) {
        while (h->arc[i].flow < h->arc[i].low && change_flow(h, i, true)) {
        }
    }
}

/* New with the odds of what the seat drew against what it held before. */
static void call_shown(hidden *h, mk_stream *dice) {
    uint8_t order[DECK];
    for (int i = 0; i < h->n; i++) {
        order[i] = (uint8_t)i;
    }
    mk_shuffle(dice, order, (size_t)h->n);
    for (int i = 0; i < h->n; i++) {
        const shown *card = &h->show[order[i]];
        uint32_t cards = (uint32_t)h->unknown[card->seat] + h->shows[card->seat];
        bool wanted = mk_bounded(dice, cards) < h->drew[card->seat];
        arc *a = &h->arc[card->arc];
        if (a->flow != wanted) {
            change_flow(h, card->arc, wanted);
        }
        a->low = a->flow; /* it stays so */
        a->high = a->flow;
    }
}

/* Which cards are new, and how many of them each seat still hides. */
static void part_new_from_old(hidden *h, const mk_config *c, mojo_state *s, int seat, mk_stream *dice) {
    h->new_bag = s->reshuffled - s->drawn[seat];
    for (int p = 0; p < c->players; p++) {
        if (p != seat) {
            add_seat(h, s, p);
            s->drawn[p] = 0;
        }
    }
    add_values(h);
    meet_low_bounds(h);
    call_shown(h, dice);
    memcpy(h->new_held, h->drew, sizeof h->drew);
    for (int i = 0; i < h->n; i++) {
        const shown *card = &h->show[i];
        uint32_t is_new = h->arc[card->arc].flow;
        h->new_bag -= (mk_bag)is_new << BAG_BITS * card->value;
        h->new_held[card->seat] = (uint8_t)(h->new_held[card->seat] - is_new);
        s->drawn[card->seat] += (mk_bag)is_new << BAG_BITS * card->value;
    }
}

/* Cards. */

static uint32_t shuffle_bag(mk_stream *dice, mk_bag bag, uint8_t *card) {
    uint32_t n = 0;
    for (int value = 0; value < VALUES; value++) {
        memset(card + n, value, bag_count(bag, value));
        n += bag_count(bag, value);
    }
    mk_shuffle(dice, card, n);
    return n;
}

static void give(mojo_state *s, int seat, mk_bag cards) {
    s->hand[seat] += cards;
    s->held[seat] = 0;
    for (uint32_t values = bag_values(s->hand[seat]); values; values &= values - 1) {
        s->held[seat] |= 1U << PILES * mk_lowest_bit(values);
    }
}

/* Others' hands: known ones, some new and some old; what is left of the new is the draw pile. */
static void deal_hidden(const hidden *h, const mk_config *c, mojo_state *s, int seat, mk_stream *dice) {
    uint8_t new_card[DECK];
    uint8_t old_card[DECK];
    uint32_t new_size = shuffle_bag(dice, h->new_bag, new_card);
    shuffle_bag(dice, h->bag - h->new_bag, old_card);
    uint32_t next_new = 0;
    uint32_t next_old = 0;
    for (int p = 0; p < c->players; p++) {
        if (p == seat) {
            continue;
        }
        uint32_t old = (uint32_t)h->unknown[p] - h->new_held[p];
        mk_bag drawn = bag_of(new_card + next_new, h->new_held[p]);
        s->hand[p] = s->known[p];
        give(s, p, drawn + bag_of(old_card + next_old, old));
        s->drawn[p] += drawn;
        next_new += h->new_held[p];
        next_old += old;
    }
    memcpy(s->pile + s->pile_next, new_card + next_new, new_size - next_new);
}

static void mojo_sample_world(const mk_config *c, void *state, int seat, const uint32_t key[8]) {
    mojo_state *s = state;
    hidden h;
    mk_stream dice;
    mk_stream_open(&dice, key, 0, MK_PURPOSE_WORLD, 0, 0);
    find_hidden(&h, c, s, seat);
    if (s->reshuffles > 0) {
        part_new_from_old(&h, c, s, seat, &dice);
    } else {
        h.new_bag = h.bag; /* one pool */
        memcpy(h.new_held, h.unknown, sizeof h.unknown);
        memset(s->drawn, 0, sizeof s->drawn); /* told apart from a reshuffle on alone */
    }
    deal_hidden(&h, c, s, seat, &dice);
}
