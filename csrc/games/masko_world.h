/* C12: a world that agrees with all that one seat of Masko knows.
 *
 * The hidden cards lie in two pools: those that the Ramassage dealt anew, and all others. A card that the seat knew when
 * it was gathered lies in the first. The law is the exact one: each placement of the single cards that agrees with the
 * facts is equally likely. Placing first what must lie in the first pool, then the rest, has nearly that law; a
 * proposal is then taken with the ratio of the two.
 */

typedef struct hidden {
    uint8_t *place[DECK]; /* gathered places first */
    uint16_t seen[DECK];  /* the mark stays at its place */
    int n;
    int gathered;
    uint8_t face[DECK];     /* the hidden faces, sorted */
    uint8_t unseen[FACES];  /* how many of each */
    uint8_t known[FACES];   /* k: known by the seat when they were gathered */
    uint8_t met[FACES];     /* c: gathered cards that the seat has seen since */
} hidden;

static inline int must_lie_gathered(const hidden *h, int face) { return h->known[face] > h->met[face] ? h->known[face] - h->met[face] : 0; }

static void add_hidden(hidden *h, const masko_state *s, int seat, uint8_t *place, bool gathered) {
    if (*place == NO_CARD || has_seen(s, seat, *place) || (s->gathered >> *place & 1) != gathered) {
        return;
    }
    h->place[h->n++] = place;
}

static void list_places(hidden *h, const mk_config *c, masko_state *s, int seat, bool gathered) {
    for (int p = 0; p < c->players; p++) {
        for (uint64_t slots = s->occupied[p]; slots; slots &= slots - 1) {
            add_hidden(h, s, seat, &s->hand[p][mk_lowest_bit(slots)], gathered);
        }
    }
    add_hidden(h, s, seat, &s->held, gathered);
    for (int i = s->pile_next; i < DECK; i++) {
        add_hidden(h, s, seat, &s->pile[i], gathered);
    }
}

static void count_gathered(hidden *h, const masko_state *s, int seat) {
    memcpy(h->known, s->knew[seat], sizeof h->known);
    for (uint8_t card = 0; card < DECK; card++) {
        bool met = (s->gathered >> card & 1) && has_seen(s, seat, card);
        h->met[face_of(card)] = (uint8_t)(h->met[face_of(card)] + met);
    }
}

static void find_hidden(hidden *h, const mk_config *c, masko_state *s, int seat) {
    memset(h, 0, sizeof *h);
    list_places(h, c, s, seat, true);
    h->gathered = h->n;
    list_places(h, c, s, seat, false);
    for (int i = 0; i < h->n; i++) {
        h->seen[i] = s->seen[*h->place[i]];
        h->unseen[face_of(*h->place[i])]++;
    }
    int n = 0;
    for (int face = 1; face < FACES; face++) {
        memset(h->face + n, face, h->unseen[face]);
        n += h->unseen[face];
    }
    count_gathered(h, s, seat);
}

/* n! / (n - k)! */
static uint32_t falling(int n, int k) {
    uint32_t product = 1;
    for (; k > 0; k--) {
        product *= (uint32_t)n--;
    }
    return product;
}

/* Placements of single cards for g gathered hidden ones of a face, against those that the proposal makes; times `scale`,
 * which makes it whole. */
static uint32_t weight(const hidden *h, int face, int g, uint32_t scale) {
    int c = h->met[face];
    return scale * falling(c + g, h->known[face]) / falling(g, must_lie_gathered(h, face));
}

static bool take_face(const hidden *h, mk_stream *dice, int face, int g) {
    enum { SCALE = 24 }; /* 4!: a face lies four times at most */
    uint32_t most = 0;
    for (int i = must_lie_gathered(h, face); i <= h->unseen[face]; i++) {
        uint32_t w = weight(h, face, i, SCALE);
        most = w > most ? w : most;
    }
    return most == 0 || mk_bounded(dice, most) < weight(h, face, g, SCALE);
}

/* The proposal is taken with the ratio of the exact law to its own. */
static bool take_proposal(const hidden *h, mk_stream *dice, const uint8_t *face_at) {
    uint8_t gathered[FACES] = {0};
    for (int i = 0; i < h->gathered; i++) {
        gathered[face_at[i]]++;
    }
    for (int face = 1; face < FACES; face++) {
        if (h->known[face] && h->met[face] && h->unseen[face] && !take_face(h, dice, face, gathered[face])) {
            return false;
        }
    }
    return true;
}

/* A face for each place: what must lie among the gathered ones first, the rest anywhere. */
static void propose(const hidden *h, mk_stream *dice, uint8_t *face_at) {
    uint8_t order[DECK];
    uint8_t rest[DECK];
    int musts = 0;
    int n = 0;
    for (int i = 0; i < h->n; i++) {
        order[i] = (uint8_t)i;
    }
    mk_shuffle(dice, order, (size_t)h->gathered);
    for (int face = 1, i = 0; face < FACES; face++) {
        for (int k = 0; k < h->unseen[face]; k++, i++) {
            if (k < must_lie_gathered(h, face)) {
                face_at[order[musts++]] = h->face[i];
            } else {
                rest[n++] = h->face[i];
            }
        }
    }
    mk_shuffle(dice, rest, (size_t)n);
    for (int i = 0; i < n; i++) {
        face_at[order[musts + i]] = rest[i];
    }
}

/* Cards are taken in order from those of the face that lie hidden; marks stay at their places. */
static void lay_out(const hidden *h, masko_state *s, const uint8_t *face_at) {
    uint64_t free_cards = 0;
    for (int i = 0; i < h->n; i++) {
        free_cards |= 1ULL << *h->place[i];
    }
    for (int i = 0; i < h->n; i++) {
        s->gathered &= ~(1ULL << *h->place[i]);
    }
    for (int i = 0; i < h->n; i++) {
        uint8_t card = (uint8_t)mk_lowest_bit(free_cards);
        uint64_t left = free_cards;
        while (face_of(card) != face_at[i]) {
            left &= left - 1;
            card = (uint8_t)mk_lowest_bit(left);
        }
        free_cards &= ~(1ULL << card);
        *h->place[i] = card;
        s->seen[card] = h->seen[i];
        s->gathered |= (uint64_t)(i < h->gathered) << card;
    }
}

/* What the seat knew at the Ramassage stays so; what others knew then is not for it to tell. */
static void forget_others(const mk_config *c, masko_state *s, int seat) {
    for (int p = 0; p < c->players; p++) {
        if (p != seat) {
            memset(s->knew[p], 0, sizeof s->knew[p]);
        }
    }
}

static void masko_sample_world(const mk_config *c, void *state, int seat, const uint32_t key[8]) {
    masko_state *s = state;
    hidden h;
    find_hidden(&h, c, s, seat);
    mk_stream dice;
    mk_stream_open(&dice, key, 0, MK_PURPOSE_WORLD, 0, 0);
    uint8_t face_at[DECK];
    do {
        propose(&h, &dice, face_at);
    } while (!take_proposal(&h, &dice, face_at) && !mk_stream_spent(&dice));
    lay_out(&h, s, face_at);
    forget_others(c, s, seat);
}
