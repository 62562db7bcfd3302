/* What follows each legal action of a seat, in worlds that agree with all it knows (C12). */
#include "include/masko_sdk.h"

#include "rng.h"
#include "rules.h"

/* One world, and the place where each action is played out in it. */
typedef struct playout {
    const mk_rules *rules;
    const mk_trial *trial;
    mk_game world;
    uint64_t key[MK_MAX_PLAYERS];
    _Alignas(64) uint64_t state[MK_STATE_WORDS];
} playout;

static mk_head *head_of(playout *p) { return (mk_head *)(void *)p->state; }

/* The first 32 bytes of the block are the child's key. */
static void child_key(const mk_trial *t, uint32_t number, uint8_t key[MK_KEY_BYTES]) {
    uint8_t block[64];
    mk_stream_block(t->key, 0, MK_PURPOSE_CHILD, number, t->index, block);
    memcpy(key, block, MK_KEY_BYTES);
}

/* Of the world's own key, so that they tell nothing of the game's; the same for each action. */
static void open_dice(playout *p) {
    mk_stream s;
    mk_stream_open(&s, p->world.config.key, 0, MK_PURPOSE_PLAYOUT, 0, 0);
    for (int seat = 0; seat < MK_MAX_PLAYERS; seat++) {
        uint64_t low = mk_stream_word(&s);
        p->key[seat] = (uint64_t)mk_stream_word(&s) << 32 | low;
    }
}

static void open_world(playout *p, const mk_game *g, uint32_t number) {
    uint8_t key[MK_KEY_BYTES];
    child_key(p->trial, number, key);
    mk_sample_world(g, p->trial->seat, key, &p->world);
    open_dice(p);
}

static void play_on(playout *p) {
    p->rules->play_on(&p->world.config, p->state, p->key, p->trial->policies, p->trial->parameters, p->trial->max_plies);
}

/* To the end of the present round. */
static void play_round(playout *p, int code) {
    mk_head *head = head_of(p);
    uint32_t round = head->round;
    head->ply++;
    p->rules->apply(&p->world.config, p->state, p->trial->seat, code, NULL);
    if (head->round == round) {
        play_on(p);
    }
}

static void play_to_end(playout *p) {
    mk_head *head = head_of(p);
    while (!head->over && head->ply < p->trial->max_plies) {
        play_on(p);
    }
}

/* Whether the round has been scored in which the head was. */
static bool is_scored(const mk_head *before, const mk_head *after) { return after->over || after->round > before->round; }

static int64_t is_lowest(const mk_config *c, const mk_head *before, const mk_head *after, int seat) {
    int32_t own = after->total[seat] - before->total[seat];
    for (int p = 0; p < c->players; p++) {
        if (after->total[p] - before->total[p] < own) {
            return 0;
        }
    }
    return 1;
}

static int64_t share_of_win(const mk_head *h, int seat) {
    return h->winners >> seat & 1 ? MK_WHOLE_WIN / (int64_t)mk_count_bits(h->winners) : 0;
}

/* What becomes of the seat after one action in one world. */
static void try_action(playout *p, int code, int64_t value[MK_ODDS_SUMS]) {
    const mk_head *before = (const mk_head *)(const void *)p->world.state;
    const mk_head *head = head_of(p);
    int seat = p->trial->seat;
    memcpy(p->state, p->world.state, sizeof p->state);
    play_round(p, code);
    bool scored = is_scored(before, head);
    value[MK_ODDS_POINTS] = head->total[seat] - before->total[seat];
    value[MK_ODDS_LOWEST] = scored && is_lowest(&p->world.config, before, head, seat);
    if (p->trial->to_end) {
        play_to_end(p);
    }
    value[MK_ODDS_TOTAL] = head->total[seat];
    value[MK_ODDS_WINS] = share_of_win(head, seat);
    value[MK_ODDS_TRUNCATED] = p->trial->to_end ? !head->over : !scored;
    value[MK_ODDS_PLIES] = (int64_t)head->ply - (int64_t)before->ply;
}

/* Of each value, with those of each earlier action and its own: a triangle, row by row. */
static void add_products(const mk_tally *tally, size_t actions, size_t value, const int64_t *of_action) {
    int64_t *product = tally->products + value * (actions * (actions + 1) / 2);
    for (size_t a = 0; a < actions; a++) {
        for (size_t b = 0; b <= a; b++) {
            *product++ += of_action[a] * of_action[b];
        }
    }
}

static void try_world(playout *p, const uint16_t *codes, size_t actions, const mk_tally *tally, int32_t *points) {
    int64_t of_action[MK_ODDS_SUMS][MK_MAX_LEGAL];
    for (size_t a = 0; a < actions; a++) {
        int64_t value[MK_ODDS_SUMS];
        try_action(p, codes[a], value);
        for (size_t v = 0; v < MK_ODDS_SUMS; v++) {
            of_action[v][a] = value[v];
            tally->sums[v * actions + a] += value[v];
        }
        points[a] = (int32_t)value[MK_ODDS_POINTS];
    }
    for (size_t v = 0; v < MK_ODDS_VALUES; v++) {
        add_products(tally, actions, v, of_action[v]);
    }
}

static bool policies_ok(const mk_config *c, const mk_trial *t, mk_fault *fault) {
    for (int p = 0; p < c->players; p++) {
        if (mk_check_policy(c->game, t->policies[p], t->parameters + p * MK_MAX_POLICY_PARAMETERS) != MK_OK) {
            *fault = (mk_fault){p, t->policies[p]};
            return false;
        }
    }
    return true;
}

int mk_odds(const mk_game *g, const mk_trial *trial, size_t n, const mk_tally *tally, mk_fault *fault) {
    uint16_t codes[MK_MAX_CODES];
    playout p;
    *fault = (mk_fault){-1, 0};
    if (mk_is_over(g)) {
        return MK_GAME_OVER;
    }
    size_t actions = trial->seat < MK_MAX_PLAYERS ? mk_legal(g, trial->seat, codes) : 0;
    if (actions == 0) {
        return MK_NOT_DUE;
    }
    if (actions > MK_MAX_LEGAL) {
        return MK_NO_ROOM;
    }
    if (!policies_ok(&g->config, trial, fault)) {
        return MK_BAD_POLICY;
    }
    p.rules = mk_rules_on(g->config.game, g->config.path);
    p.trial = trial;
    memset(tally->sums, 0, MK_ODDS_SUMS * actions * sizeof *tally->sums);
    memset(tally->products, 0, MK_ODDS_VALUES * (actions * (actions + 1) / 2) * sizeof *tally->products);
    for (size_t i = 0; i < n; i++) {
        open_world(&p, g, trial->first + (uint32_t)i);
        try_world(&p, codes, actions, tally, tally->points + i * actions);
    }
    return MK_OK;
}
