/* The tables of Mojo that bindings read: names, options, actions, events, fields of views. */

static const char *const about[] = {
    "name mojo", "revision 1", "layout 1", "players 2 8", "deck 78", "hand 8", "memory card:card count:int", "harmless took refilled",
    NULL};

static const mk_option options[] = {
    MK_OPTION("target", "int", 1, 10000, 50),
    MK_OPTION("target_reached", "target_reached", 0, 1, 0),
    MK_OPTION("holder_lowest_scores_zero", "bool", 0, 1, 0),
    MK_OPTION_OR_NONE("mojo_at", "int", 1, 7, None),
    MK_OPTION("discards", "int", 1, 2, 1),
    {0},
};

static const mk_action actions[] = {
    {"play value:13 pile:2", PLAY}, {"draw", DRAW}, {"take pile:2", TAKE}, {"turn_up value:13", TURN_UP}, {NULL, CODES},
};

enum {
    EVENT_DEALT,
    EVENT_PLAYED,
    EVENT_DREW,
    EVENT_TOOK,
    EVENT_REFILLED,
    EVENT_LAID_DOWN,
    EVENT_TURNED_UP,
    EVENT_RESHUFFLED,
    EVENT_ROUND_SCORED,
    EVENT_GAME_ENDED
};

static const char *const events[] = {
    "dealt starter:seat round:int cards:[card]",
    "played seat:seat card:card pile:int",
    "drew seat:seat card:card!",
    "took seat:seat card:card pile:int",
    "refilled pile:int card:card",
    "laid_down seat:seat size:int",
    "turned_up seat:seat card:card",
    "reshuffled draw_size:int",
    "round_scored result:round",
    "game_ended outcome:outcome",
    NULL,
};

static const char *const view[] = {
    "ply int",
    "turn seat?",
    "phase phase",
    "round int",
    "starter seat",
    "totals [int]",
    "hands [[card?]]",
    "face_down [[card?]]",
    "turned_up [[card]]",
    "known [[card]]",
    "draw_size int",
    "discard_top [card]",
    "discard_size [int]",
    "pile int?",
    "mojo_side int",
    "direction int",
    NULL,
};

static const char *const referee[] = {"draw_pile [card]", "discard [[card]]", NULL};

static const char *const structs[] = {
    "round round:int starter:seat scores:[int] totals:[int] hands:[[card]] holder:seat ended:ended mojo_side:int",
    "outcome totals:[int] ranks:[int] winners:[seat] truncated:bool",
    NULL,
};

static const char *const choices[] = {
    "phase turn chain owed mojo over",
    "target_reached > >=",
    "ended turned_up no_card",
    "reason wrong_phase no_such_card one_discard other_discard_in_use same_discard",
    NULL,
};

enum { WHY_PHASE, WHY_NO_SUCH_CARD, WHY_ONE_DISCARD, WHY_OTHER_DISCARD_IN_USE, WHY_SAME_DISCARD };

static const char *const policies[] = {
    "random",
    "prudent size_weight:0:200:7 points_weight:0:99:6 draw_cost:-99:200:2 risk:0:99:10 top_weight:-20:20:-5 take_at:-1:12:4",
    NULL,
};
