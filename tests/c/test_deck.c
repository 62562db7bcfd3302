/* Dice and shuffles: exact uniformity by trying every word of reduced size, every order reached
 * once, and frozen shuffles. */
#include <stdio.h>
#include <string.h>

#include "../../csrc/deck.h"
#include "../../csrc/include/masko_sdk.h"

static int failures = 0;

static void check(int holds, const char *fact) {
    printf("%s %s\n", holds ? "ok  " : "FAIL", fact);
    failures += !holds;
}

/* Words that a test lays out, instead of a stream. */
typedef struct tape {
    uint32_t words[8];
    size_t length, used;
    int spent;
} tape;

static uint32_t tape_word(tape *t) {
    if (t->used == t->length) {
        t->spent = 1;
        return 0;
    }
    return t->words[t->used++];
}

/* Greedy grouping, from its definition. */
static size_t greedy(size_t bound, uint64_t limit) {
    uint64_t product = bound;
    size_t size = 1;
    while (bound - size >= 2 && product * (bound - size) <= limit) {
        product *= bound - size;
        size++;
    }
    return size;
}

#define MK_WORD_BITS 5
#define MK_GROUP_BITS 5
#define MK_GROUP_SIZE(bound) greedy(bound, 1u << 5)
#define MK_SOURCE tape
#define MK_DRAW(source) tape_word(source)
#define MK_DRY(source) ((source)->spent)
#define MK_DICE(name) five_##name
#include "../../csrc/dice.h"

#define MK_WORD_BITS 8
#define MK_GROUP_BITS 8
#define MK_GROUP_SIZE(bound) greedy(bound, 1u << 8)
#define MK_SOURCE tape
#define MK_DRAW(source) tape_word(source)
#define MK_DRY(source) ((source)->spent)
#define MK_DICE(name) eight_##name
#include "../../csrc/dice.h"

/* As in a shuffle, the groups stay clear of the word: that most words need no product is tried. */
#define MK_WORD_BITS 12
#define MK_GROUP_BITS 8
#define MK_GROUP_SIZE(bound) greedy(bound, 1u << 8)
#define MK_SOURCE tape
#define MK_DRAW(source) tape_word(source)
#define MK_DRY(source) ((source)->spent)
#define MK_DICE(name) twelve_##name
#include "../../csrc/dice.h"

enum { WORDS_5 = 1 << 5, WORDS_8 = 1 << 8, WORDS_12 = 1 << 12 };

/* One die of the bound from each single word: every face equally often, and as often as can be. */
static int one_die_is_uniform(uint32_t bound, uint32_t words, uint32_t (*roll)(tape *, uint32_t)) {
    static uint32_t counts[WORDS_12];
    memset(counts, 0, sizeof counts);
    for (uint32_t word = 0; word < words; word++) {
        tape t = {{word}, 1, 0, 0};
        uint32_t face = roll(&t, bound);
        if (!t.spent) {
            counts[face]++;
        }
    }
    for (uint32_t face = 0; face < words; face++) {
        if (counts[face] != (face < bound ? words / bound : 0)) {
            return 0;
        }
    }
    return 1;
}

static void check_one_die(void) {
    int eight = 1, twelve = 1;
    for (uint32_t bound = 2; bound < WORDS_8; bound++) {
        eight &= one_die_is_uniform(bound, WORDS_8, eight_roll_one);
    }
    for (uint32_t bound = 2; bound < WORDS_12; bound++) {
        twelve &= one_die_is_uniform(bound, WORDS_12, twelve_roll_one);
    }
    check(eight, "one die, words of 8 bits: exactly uniform for every bound");
    check(twelve, "one die, words of 12 bits: exactly uniform for every bound");
}

/* The dice of a group as one number, the first die the most significant. */
static size_t joint(const uint8_t *dice, size_t bound, size_t size) {
    size_t number = 0;
    for (size_t b = bound; b > bound - size; b--) {
        number = number * b + dice[b - 1];
    }
    return number;
}

/* `size` dice from each word: every combination equally often, and as often as can be. */
static int group_is_uniform(size_t bound, size_t size, uint32_t words, int (*roll)(uint32_t, size_t, size_t, uint8_t *)) {
    uint8_t dice[MK_DICE_ROOM];
    uint32_t counts[WORDS_8] = {0};
    size_t product = 1;
    for (size_t b = bound; b > bound - size; b--) {
        product *= b;
    }
    for (uint32_t word = 0; word < words; word++) {
        if (roll(word, bound, size, dice)) {
            counts[joint(dice, bound, size)]++;
        }
    }
    for (size_t i = 0; i < product; i++) {
        if (counts[i] != words / product) {
            return 0;
        }
    }
    return 1;
}

/* Every group with a product of at most 2^8, not only the greedy ones. */
static void check_groups(void) {
    int eight = 1, twelve = 1;
    for (size_t bound = 2; bound < WORDS_8; bound++) {
        for (size_t size = 1; size <= greedy(bound, WORDS_8); size++) {
            eight &= group_is_uniform(bound, size, WORDS_8, eight_roll_group);
            twelve &= group_is_uniform(bound, size, WORDS_12, twelve_roll_group);
        }
    }
    check(eight, "groups, words of 8 bits: jointly uniform for every group");
    check(twelve, "groups, words of 12 bits: jointly uniform for every group");
}

static size_t order_rank(const uint8_t *items, size_t n) {
    size_t rank = 0;
    for (size_t i = 0; i < n; i++) {
        size_t smaller_later = 0;
        for (size_t j = i + 1; j < n; j++) {
            smaller_later += items[j] < items[i];
        }
        rank = rank * (n - i) + smaller_later;
    }
    return rank;
}

static void count_up(uint8_t *items, size_t n) {
    for (size_t i = 0; i < n; i++) {
        items[i] = (uint8_t)i;
    }
}

/* Whole shuffles of five from every tape of four words of 5 bits: groups 5*4 and 3*2, so that up to
 * two words are left for redraws. Among the tapes that take a given number of words, redrawn
 * groups or not, every order is equally likely. */
static void check_shuffle_with_redraws(void) {
    enum { ITEMS = 5, ORDERS = 120, LENGTH = 4, TAPES = 1 << (5 * LENGTH) };
    static uint32_t counts[LENGTH + 1][ORDERS];
    int uniform = 1;
    for (uint32_t i = 0; i < TAPES; i++) {
        uint8_t dice[MK_DICE_ROOM] = {0}, items[ITEMS];
        tape t = {{i % WORDS_5, i / WORDS_5 % WORDS_5, i / (WORDS_5 * WORDS_5) % WORDS_5, i >> 15}, LENGTH, 0, 0};
        five_roll_all(&t, ITEMS, dice);
        count_up(items, ITEMS);
        mk_insert(items, dice, ITEMS);
        if (!t.spent) {
            counts[t.used][order_rank(items, ITEMS)]++;
        }
    }
    for (size_t used = 2; used <= LENGTH; used++) {
        for (size_t order = 0; order < ORDERS; order++) {
            uniform &= counts[used][order] != 0 && counts[used][order] == counts[used][0];
        }
    }
    check(uniform, "shuffles of 5, words of 5 bits: uniform with 0, 1 and 2 redraws");
}

/* Groups 5*4 and 3*2 of 5-bit words refuse rests below 12 and below 2, so both refuse the word 0;
 * they accept 31 and 29. */
static void check_order_of_redraws(void) {
    enum { ITEMS = 5 };
    tape both = {{0, 0, 0, 31, 29}, 5, 0, 0};
    tape alone = {{31, 29}, 2, 0, 0};
    uint8_t dice[MK_DICE_ROOM] = {0}, expected[MK_DICE_ROOM] = {0};
    five_roll_all(&both, ITEMS, dice);
    five_roll_all(&alone, ITEMS, expected);
    check(both.used == 5 && alone.used == 2 && memcmp(dice, expected, sizeof dice) == 0,
          "refused groups draw on in order, each until accepted, after all first tries");
}

/* Every choice of dice, counted up like an odometer. */
static int next_choice(uint8_t *dice, size_t n) {
    for (size_t i = 1; i < n; i++) {
        if (dice[i] < i) {
            dice[i]++;
            return 1;
        }
        dice[i] = 0;
    }
    return 0;
}

static void check_every_order_once(void) {
    enum { MOST = 7, ORDERS = 5040 };
    int once = 1;
    for (size_t n = 1; n <= MOST; n++) {
        uint8_t dice[MK_DICE_ROOM] = {0}, items[MK_MAX_ITEMS];
        static uint8_t seen[ORDERS];
        size_t orders = 0;
        memset(seen, 0, sizeof seen);
        do {
            count_up(items, n);
            mk_insert(items, dice, n);
            orders += seen[order_rank(items, n)]++ == 0;
            once &= seen[order_rank(items, n)] == 1;
        } while (next_choice(dice, n));
        size_t factorial = 1;
        for (size_t i = 2; i <= n; i++) {
            factorial *= i;
        }
        once &= orders == factorial;
    }
    check(once, "up to 7 items every order comes from exactly one choice of dice");
}

/* Insertion as its definition says it: item by item into a list. */
static void insert_plainly(uint8_t *items, const uint8_t *dice, size_t n) {
    uint8_t list[MK_MAX_ITEMS];
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i; j > dice[i]; j--) {
            list[j] = list[j - 1];
        }
        list[dice[i]] = items[i];
    }
    memcpy(items, list, n);
}

static int insertions_agree(const uint8_t *dice, size_t n) {
    uint8_t fast[MK_MAX_ITEMS], portable[MK_MAX_ITEMS], plain[MK_MAX_ITEMS];
    for (size_t i = 0; i < n; i++) {
        fast[i] = portable[i] = plain[i] = (uint8_t)(255 - i);
    }
    mk_insert(fast, dice, n);
    mk_insert_portable(portable, dice, n);
    insert_plainly(plain, dice, n);
    return memcmp(fast, plain, n) == 0 && memcmp(portable, plain, n) == 0;
}

static void check_insertions(void) {
    enum { SETS = 50 };
    int agree = 1;
    for (size_t n = 0; n <= MK_MAX_ITEMS; n++) {
        uint8_t top[MK_DICE_ROOM] = {0}, bottom[MK_DICE_ROOM] = {0};
        for (size_t i = 0; i < n; i++) {
            bottom[i] = (uint8_t)i;
        }
        agree &= insertions_agree(top, n) && insertions_agree(bottom, n);
        for (uint32_t set = 0; set < SETS; set++) {
            uint8_t dice[MK_DICE_ROOM] = {0};
            for (uint32_t i = 1; i < n; i++) {
                dice[i] = (uint8_t)mk_die(mk_mix(n, set, i), i + 1);
            }
            agree &= insertions_agree(dice, n);
        }
    }
    check(agree, "insertion, fast and portable, is insertion into a list for every size");
}

/* A shuffle as the definition says it, with nothing precomputed. */
static void shuffle_plainly(mk_stream *s, uint8_t *items, size_t n) {
    uint8_t dice[MK_DICE_ROOM] = {0};
    size_t refused[MK_DICE_ROOM];
    size_t refusals = 0, next = 0;
    for (size_t bound = n; bound >= 2 || next < refusals;) {
        size_t first = bound >= 2 ? bound : refused[next];
        size_t size = greedy(first, 1u << 22);
        uint64_t product = 1;
        uint32_t r = mk_stream_word(s);
        for (size_t b = first; b > first - size; b--) {
            dice[b - 1] = (uint8_t)((r * (uint64_t)b) >> 32);
            r = (uint32_t)(r * (uint64_t)b);
            product *= b;
        }
        int accepted = r >= (UINT64_C(1) << 32) % product;
        if (bound < 2) {
            next += (size_t)accepted;
            continue;
        }
        if (!accepted) {
            refused[refusals++] = first;
        }
        bound -= size;
    }
    insert_plainly(items, dice, n);
}

static void open_shuffle(mk_stream *s, uint32_t game) {
    uint32_t key[MK_KEY_WORDS] = {1, 2, 3, 4, 5, 6, 7, 8};
    mk_stream_open(s, key, game, MK_PURPOSE_SHUFFLE, 0, 0);
}

static void check_grouping(void) {
    enum { GAMES = 60 };
    int agree = 1;
    for (size_t n = 0; n <= MK_MAX_ITEMS; n++) {
        for (uint32_t game = 0; game < GAMES; game++) {
            uint8_t items[MK_MAX_ITEMS], plain[MK_MAX_ITEMS];
            mk_stream s, t;
            count_up(items, n);
            count_up(plain, n);
            open_shuffle(&s, game);
            open_shuffle(&t, game);
            mk_shuffle(&s, items, n);
            shuffle_plainly(&t, plain, n);
            agree &= memcmp(items, plain, n) == 0 && mk_stream_word(&s) == mk_stream_word(&t);
        }
    }
    check(agree, "the table of groups is the greedy grouping for every size");
}

static uint64_t words_used(const mk_stream *s) { return s->next_block * MK_BLOCK_WORDS - (MK_BLOCK_WORDS - s->used); }

static void check_words(void) {
    static const struct {
        size_t items;
        uint64_t words;
    } decks[] = {{53, 12}, {150, 45}, {78, 21}, {50, 11}, {10, 1}};
    int good = 1;
    for (size_t i = 0; i < sizeof decks / sizeof decks[0]; i++) {
        uint64_t fewest = UINT64_MAX;
        for (uint32_t game = 0; game < 20; game++) {
            uint8_t items[MK_MAX_ITEMS];
            mk_stream s;
            count_up(items, decks[i].items);
            open_shuffle(&s, game);
            mk_shuffle(&s, items, decks[i].items);
            fewest = words_used(&s) < fewest ? words_used(&s) : fewest;
        }
        good &= fewest == decks[i].words;
    }
    check(good, "53, 150, 78, 50 and 10 items take 12, 45, 21, 11 and 1 words");
}

static void check_no_choice(void) {
    mk_stream s;
    uint8_t item = 9;
    open_shuffle(&s, 0);
    check(mk_bounded(&s, 0) == 0 && mk_bounded(&s, 1) == 0, "a bound without a choice gives 0");
    mk_shuffle(&s, &item, 1);
    mk_shuffle(&s, &item, 0);
    check(item == 9 && s.next_block == 0, "where there is no choice no word is drawn");
}

static void check_spent(void) {
    uint8_t items[MK_MAX_ITEMS], seen[MK_MAX_ITEMS] = {0};
    int ended_within_bounds = 1, all = 1;
    mk_stream s;
    open_shuffle(&s, 0);
    s.next_block = UINT64_C(1) << 32;
    for (uint32_t bound = 1; bound <= 1000; bound++) {
        ended_within_bounds &= mk_bounded(&s, bound) < bound;
    }
    check(ended_within_bounds && mk_stream_spent(&s), "a spent stream ends the search for a die");
    count_up(items, MK_MAX_ITEMS);
    mk_shuffle(&s, items, MK_MAX_ITEMS);
    for (size_t i = 0; i < MK_MAX_ITEMS; i++) {
        seen[items[i]] = 1;
    }
    for (size_t i = 0; i < MK_MAX_ITEMS; i++) {
        all &= seen[i];
    }
    check(all, "a spent stream ends a shuffle, and no item is lost");
}

/* Shuffles of 0..n-1 under the key 00 01 .. 1f, computed by a plain model of another language. */
static const struct golden {
    const char *name;
    size_t n;
    uint32_t purpose, round, number, game;
    uint8_t order[MK_MAX_ITEMS];
} golden[] = {
    {"golden: 53 cards", 53, 1, 0x0u, 0x0u, 0x0u, {9,  16, 52, 38, 51, 44, 19, 0,  20, 28, 41, 14, 31, 49, 46, 4,  15, 6,
                                                   32, 29, 48, 40, 34, 13, 27, 50, 10, 24, 22, 8,  30, 18, 21, 42, 17, 43,
                                                   7,  2,  37, 25, 45, 5,  11, 12, 47, 23, 3,  26, 35, 39, 1,  33, 36}},
    {"golden: 150 cards", 150, 1, 0x0u, 0x0u, 0x0u, {75,  99,  100, 85,  42,  149, 33,  113, 52,  111, 21,  68,  5,   64,  34,  17,  122,
                                                     73,  77,  38,  119, 81,  61,  98,  130, 74,  12,  30,  62,  70,  132, 86,  43,  131,
                                                     146, 135, 133, 143, 123, 88,  49,  90,  55,  93,  114, 16,  7,   8,   72,  46,  50,
                                                     112, 92,  83,  91,  116, 40,  117, 128, 59,  29,  145, 147, 67,  94,  136, 108, 56,
                                                     32,  25,  106, 127, 115, 103, 3,   97,  60,  10,  126, 48,  27,  47,  26,  82,  35,
                                                     58,  20,  36,  120, 31,  66,  6,   65,  104, 14,  11,  140, 63,  28,  76,  139, 13,
                                                     84,  54,  144, 102, 121, 23,  19,  9,   24,  53,  118, 4,   78,  80,  57,  69,  71,
                                                     39,  89,  87,  0,   15,  79,  22,  18,  148, 129, 41,  105, 125, 141, 124, 137, 110,
                                                     138, 51,  37,  134, 101, 95,  107, 44,  96,  142, 109, 45,  2,   1}},
    {"golden: 78 cards", 78, 1, 0x0u, 0x0u, 0x0u, {26, 6,  41, 77, 76, 73, 40, 43, 4,  50, 12, 47, 20, 58, 14, 75, 38, 7,  59, 23,
                                                   74, 57, 71, 17, 31, 55, 39, 10, 35, 44, 72, 52, 56, 51, 61, 37, 63, 33, 27, 1,
                                                   64, 8,  46, 49, 19, 5,  42, 13, 2,  25, 28, 68, 34, 45, 21, 54, 66, 11, 0,  16,
                                                   3,  30, 9,  60, 18, 48, 67, 29, 53, 65, 22, 62, 36, 24, 32, 69, 70, 15}},
    {"golden: 50 cards", 50, 1, 0x0u, 0x0u, 0x0u, {38, 49, 9,  14, 1,  8,  40, 6,  10, 33, 28, 46, 43, 27, 0,  7, 37,
                                                   29, 44, 24, 22, 23, 32, 34, 17, 3,  47, 4,  15, 25, 26, 41, 5, 39,
                                                   45, 30, 16, 12, 36, 20, 11, 13, 19, 18, 35, 31, 21, 48, 2,  42}},
    {"golden: 10 cards", 10, 1, 0x0u, 0x0u, 0x0u, {9, 6, 4, 3, 8, 0, 7, 5, 1, 2}},
    {"golden: 53 cards, a group redrawn", 53, 1, 0x0u, 0x0u, 0x3abu, {3,  18, 17, 49, 41, 19, 51, 25, 15, 23, 39, 6,  31, 35,
                                                                      30, 52, 13, 38, 8,  48, 36, 42, 47, 12, 29, 45, 9,  34,
                                                                      22, 16, 26, 14, 21, 1,  24, 33, 28, 11, 4,  10, 44, 0,
                                                                      7,  50, 40, 20, 46, 2,  32, 27, 43, 37, 5}},
    {"golden: reshuffle with the last of every name", 53, 3, 0xffffffu, 0xfffffffeu, 0xffffffffu, {1,  28, 23, 10, 29, 45, 11, 16, 36,
                                                                                                   40, 46, 7,  18, 41, 47, 31, 52, 22,
                                                                                                   30, 12, 33, 35, 9,  19, 0,  49, 3,
                                                                                                   37, 34, 44, 6,  14, 17, 27, 13, 39,
                                                                                                   43, 32, 5,  4,  20, 2,  24, 38, 26,
                                                                                                   25, 8,  42, 48, 21, 15, 50, 51}},
    {"golden: 150 cards, two groups redrawn",
     150,
     1,
     0x0u,
     0x0u,
     0xd0e8u,
     {30,  39,  55,  103, 124, 59, 97, 133, 145, 51, 125, 33,  126, 10,  66,  113, 123, 54,  107, 118, 137, 114, 70, 9,  86,
      85,  99,  108, 149, 26,  14, 68, 52,  60,  94, 34,  50,  135, 121, 5,   61,  116, 96,  20,  131, 47,  15,  64, 38, 115,
      16,  42,  27,  89,  0,   75, 43, 17,  58,  18, 129, 6,   3,   23,  110, 109, 76,  102, 45,  143, 81,  82,  8,  22, 92,
      138, 49,  1,   24,  53,  78, 90, 40,  80,  74, 35,  98,  65,  73,  57,  130, 36,  120, 141, 46,  147, 117, 13, 62, 136,
      29,  101, 111, 91,  83,  79, 87, 140, 105, 31, 63,  104, 37,  132, 146, 142, 148, 84,  127, 88,  12,  71,  2,  21, 144,
      11,  106, 69,  44,  72,  7,  25, 41,  112, 67, 128, 139, 28,  95,  77,  100, 119, 19,  122, 56,  48,  134, 32, 4,  93}}};

static void check_golden(void) {
    uint8_t key[MK_KEY_BYTES];
    count_up(key, MK_KEY_BYTES);
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        const struct golden *g = &golden[i];
        uint8_t items[MK_MAX_ITEMS];
        int status = mk_shuffle_items(key, g->purpose, g->round, g->number, g->game, items, g->n);
        check(status == MK_OK && memcmp(items, g->order, g->n) == 0, g->name);
    }
}

static void check_refusals(void) {
    uint8_t key[MK_KEY_BYTES] = {0}, items[MK_MAX_ITEMS + 1];
    check(mk_shuffle_items(key, 1, 0, 0, 0, items, MK_MAX_ITEMS) == MK_OK, "255 items can be shuffled");
    check(mk_shuffle_items(key, 1, 0, 0, 0, items, MK_MAX_ITEMS + 1) == MK_NO_ROOM, "256 items are refused");
    check(mk_shuffle_items(key, MK_LAST_PURPOSE + 1, 0, 0, 0, items, 3) == MK_NO_ROOM, "a purpose past the last is refused");
    check(mk_shuffle_items(key, 1, MK_LAST_ROUND + 1, 0, 0, items, 3) == MK_NO_ROOM, "a round past the last is refused");
}

int main(void) {
    check_one_die();
    check_groups();
    check_shuffle_with_redraws();
    check_order_of_redraws();
    check_every_order_once();
    check_insertions();
    check_grouping();
    check_words();
    check_no_choice();
    check_spent();
    check_golden();
    check_refusals();
    return failures != 0;
}
