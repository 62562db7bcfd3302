/* C12: a world that agrees with all that one seat of Fifty Fifty knows.
 *
 * The cards that it has not seen lie in any order in others' hands and undealt, and the Mood cards left in any order: the law is the
 * exact one. Mood cards are sorted by their numbers first, since of two alike nobody can tell which was turned.
 */

/* Others' hands first, then what was not dealt. */
static void deal_unseen(const mk_config *c, fifty_state *s, int seat, mk_stream *dice) {
    uint8_t card[DECK];
    uint32_t n = 0;
    for (uint64_t unseen = ((1ULL << DECK) - 1) & ~(s->hand[seat] | s->gone); unseen; unseen &= unseen - 1) {
        card[n++] = (uint8_t)mk_lowest_bit(unseen);
    }
    mk_shuffle(dice, card, n);
    uint32_t next = 0;
    for (int p = 0; p < c->players; p++) {
        uint32_t size = mk_count_bits(s->hand[p]);
        if (p != seat) {
            s->hand[p] = cards_of(card + next, size);
            next += size;
        }
    }
    memcpy(s->pile + c->players * TRICKS, card + next, n - next);
}

static bool mood_before(const mk_config *c, int a, int b) {
    int32_t first = mood_number(c, a, LAUGHING);
    int32_t second = mood_number(c, b, LAUGHING);
    return first != second ? first < second : mood_number(c, a, FURIOUS) < mood_number(c, b, FURIOUS);
}

static void sort_moods(const mk_config *c, uint8_t *mood, int n) {
    for (int i = 1; i < n; i++) {
        uint8_t moved = mood[i];
        int at = i;
        for (; at > 0 && mood_before(c, moved, mood[at - 1]); at--) {
            mood[at] = mood[at - 1];
        }
        mood[at] = moved;
    }
}

static void fifty_sample_world(const mk_config *c, void *state, int seat, const uint32_t key[8]) {
    fifty_state *s = state;
    int moods_left = moods_of(c) - s->mood_next;
    mk_stream dice;
    mk_stream_open(&dice, key, 0, MK_PURPOSE_WORLD, 0, 0);
    deal_unseen(c, s, seat, &dice);
    sort_moods(c, s->mood + s->mood_next, moods_left);
    mk_shuffle(&dice, s->mood + s->mood_next, (size_t)moods_left);
}
