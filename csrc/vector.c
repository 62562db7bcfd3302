/* Games in lockstep: what is equal for all games. C starts no threads: callers split the lanes. */
#include "include/masko_sdk.h"

#include "lanes.h"
#include "rules.h"

static size_t code_count(const mk_rules *r) {
    const mk_action *row = r->actions;
    while (row->text) {
        row++;
    }
    return row->first;
}

static size_t observation_size(const mk_rules *r, int players) {
    int size = 0;
    for (const mk_field *f = r->layout; f->text; f++) {
        size += f->length[0] + f->length[1] * players + f->length[2] * players * players;
    }
    return (size_t)size;
}

size_t mk_observation_size(int game, int players) {
    const mk_rules *r = mk_rules_of(game);
    return r && players >= r->fewest_players && players <= r->most_players ? observation_size(r, players) : 0;
}

size_t mk_mask_size(int game, int wide) {
    const mk_rules *r = mk_rules_of(game);
    return r ? wide ? code_count(r) : (code_count(r) + 7) / 8 : 0;
}

size_t mk_encode(const mk_game *g, int seat, int16_t *words) {
    if (seat < 0 || seat >= g->config.players) {
        return 0;
    }
    const mk_rules *r = mk_rules_of(g->config.game);
    r->encode(&g->config, g->state, seat, words);
    return observation_size(r, g->config.players);
}

/* The games, each on lines of its own, then the legal codes of all lanes. */
size_t mk_vector_bytes(const mk_setup *setup, size_t lanes) {
    mk_config c;
    mk_fault fault;
    if (mk_configure(&c, setup, &fault) != MK_OK) {
        return 0;
    }
    const mk_rules *r = mk_rules_of(c.game);
    size_t each = r->lane_bytes + mk_mask_words(code_count(r)) * sizeof(uint64_t);
    return lanes <= SIZE_MAX / each ? lanes * each : 0;
}

static int open_lanes(mk_config *c, mk_lanes *l, const mk_setup *setup, const mk_vector *v, size_t first, size_t count) {
    mk_fault fault;
    int status = mk_configure(c, setup, &fault);
    if (status != MK_OK) {
        return status;
    }
    if (first > v->lanes || count > v->lanes - first) {
        return MK_NO_ROOM;
    }
    const mk_rules *r = mk_rules_of(c->game);
    *l = (mk_lanes){.arrays = v,
                    .legal = (uint64_t *)(void *)((uint8_t *)v->block + v->lanes * r->lane_bytes),
                    .first = first,
                    .end = first + count,
                    .observation = observation_size(r, c->players),
                    .base = setup->index};
    return MK_OK;
}

int mk_vector_reset(const mk_setup *setup, const mk_vector *v, size_t first, size_t count, int onward) {
    mk_config c;
    mk_lanes lanes;
    int status = open_lanes(&c, &lanes, setup, v, first, count);
    if (status != MK_OK) {
        return status;
    }
    size_t seats = count * c.players;
    memset(v->rewards + first * c.players, 0, seats * sizeof *v->rewards);
    memset(v->winners + first * c.players, 0, seats);
    memset(v->done + first, 0, count);
    memset(v->truncated + first, 0, count);
    mk_rules_on(c.game, c.path)->vector_reset(&c, &lanes, onward != 0);
    return MK_OK;
}

static int check_actions(const mk_lanes *l, size_t codes, const int64_t *actions, mk_fault *fault) {
    size_t words = mk_mask_words(codes);
    for (size_t i = l->first; i < l->end; i++) {
        uint64_t code = (uint64_t)actions[i];
        if (code >= codes || !(l->legal[i * words + code / MK_WORD_BITS] >> code % MK_WORD_BITS & 1)) {
            *fault = (mk_fault){(int32_t)i, 0};
            return MK_ILLEGAL;
        }
    }
    return MK_OK;
}

int mk_vector_check(const mk_setup *setup, const mk_vector *v, size_t first, size_t count, const int64_t *actions, mk_fault *fault) {
    mk_config c;
    mk_lanes lanes;
    *fault = (mk_fault){-1, 0};
    int status = open_lanes(&c, &lanes, setup, v, first, count);
    return status == MK_OK ? check_actions(&lanes, code_count(mk_rules_of(c.game)), actions, fault) : status;
}

int mk_vector_step(const mk_setup *setup, const mk_vector *v, size_t first, size_t count, const int64_t *actions, mk_fault *fault) {
    mk_config c;
    mk_lanes lanes;
    *fault = (mk_fault){-1, 0};
    int status = open_lanes(&c, &lanes, setup, v, first, count);
    if (status != MK_OK) {
        return status;
    }
    const mk_rules *r = mk_rules_of(c.game);
    status = check_actions(&lanes, code_count(r), actions, fault);
    if (status == MK_OK) {
        mk_rules_on(c.game, c.path)->vector_step(&c, &lanes, actions);
    }
    return status;
}

int mk_vector_choose(const mk_setup *setup, const mk_vector *v, size_t first, size_t count, const uint8_t *policies,
                     const int32_t *parameters, int64_t *actions, mk_fault *fault) {
    mk_config c;
    mk_lanes lanes;
    *fault = (mk_fault){-1, 0};
    int status = open_lanes(&c, &lanes, setup, v, first, count);
    if (status != MK_OK) {
        return status;
    }
    if (!mk_policies_ok(&c, policies, parameters, true, fault)) {
        return MK_BAD_POLICY;
    }
    mk_rules_on(c.game, c.path)->vector_choose(&c, &lanes, policies, parameters, actions);
    return MK_OK;
}
