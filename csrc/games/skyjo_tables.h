/* The tables of Skyjo that bindings read: names, options, actions, events, fields of views. */

static const char *const about[] = {
    "name skyjo", "revision 1", "layout 1", "players 2 8", "deck 150", "hand 12", "memory card:card count:int", "harmless took", NULL};

static const mk_option options[] = {
    MK_OPTION("target", "int", 1, 10000, 100),          MK_OPTION("tie_start", "tie_start", 0, 2, 0),
    MK_OPTION("next_starter", "next_starter", 0, 1, 0), MK_OPTION("column_to", "column_to", 0, 1, 0),
    MK_OPTION("tie_doubles", "bool", 0, 1, 0),          MK_OPTION("clear_at_reveal", "bool", 0, 1, 1),
    MK_OPTION("double_only_positive", "bool", 0, 1, 1), {0},
};

static const mk_action actions[] = {
    {"flip slot:12", FLIP}, {"draw", DRAW}, {"take", TAKE}, {"replace slot:12", REPLACE}, {"discard", DISCARD}, {NULL, CODES},
};

enum {
    EVENT_DEALT,
    EVENT_FLIPPED,
    EVENT_STARTED,
    EVENT_DREW,
    EVENT_TOOK,
    EVENT_REPLACED,
    EVENT_DISCARDED,
    EVENT_COLUMN_CLEARED,
    EVENT_CLOSED,
    EVENT_RESHUFFLED,
    EVENT_REVEALED,
    EVENT_ROUND_SCORED,
    EVENT_GAME_ENDED
};

static const char *const events[] = {
    "dealt seat:seat round:int card:card",
    "flipped seat:seat slot:slot card:card",
    "started seat:seat",
    "drew seat:seat card:card!",
    "took seat:seat card:card",
    "replaced seat:seat slot:slot card:card",
    "discarded seat:seat slot:slot? card:card",
    "column_cleared seat:seat column:int card:card",
    "closed seat:seat",
    "reshuffled draw_size:int",
    "revealed seat:seat slot:slot card:card",
    "round_scored result:round",
    "game_ended outcome:outcome",
    NULL,
};

static const char *const view[] = {
    "ply int",        "turn seat?",      "phase phase",   "round int",         "starter seat?",
    "totals [int]",   "hands [{card?}]", "draw_size int", "discard_top card?", "discard_size int",
    "discard [card]", "aside [card]",    "held held?",    "closer seat?",      NULL,
};

static const char *const referee[] = {"draw_pile [card]", NULL};

static const char *const structs[] = {
    "held seat:seat card:card? taken:bool",
    "round round:int starter:seat scores:[int] totals:[int] hands:[{card}] closer:seat",
    "outcome totals:[int] ranks:[int] winners:[seat] truncated:bool",
    NULL,
};

static const char *const choices[] = {
    "phase setup turn drawn taken flip over",
    "tie_start seat random highest_card",
    "next_starter highest_sum closer",
    "column_to aside discard",
    "reason wrong_phase no_such_card already_open",
    NULL,
};

enum { WHY_PHASE, WHY_NO_SUCH_CARD, WHY_ALREADY_OPEN };

static const char *const policies[] = {
    "random",
    "prudent take_gain:1:40:5 keep_gain:1:40:2 unknown_value:-2:12:5 close_margin:-99:99:-9 pair_bonus:0:100:75",
    NULL,
};
