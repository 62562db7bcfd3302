/* The tables of Fifty Fifty that bindings read: names, options, actions, events, fields of views. */

static const char *const about[] = {
    "name fifty", "revision 1", "layout 1", "players 3 5", "deck 50", "hand 9", "memory card:card count:int", "ender none", NULL};

static const mk_option options[] = {
    {"mood_deck moods*33 0 20 0", OPTION_END, 0, 20, true},
    {0},
};

static const mk_action actions[] = {
    {"play value:50@1", PLAY},
    {NULL, CODES},
};

enum { EVENT_DEALT, EVENT_MOOD_TURNED, EVENT_PLAYED, EVENT_TRICK_SCORED, EVENT_ERASED, EVENT_ROUND_SCORED, EVENT_GAME_ENDED };

static const char *const events[] = {
    "dealt starter:seat round:int",         "mood_turned mood:mood trick:int",
    "played seat:seat card:card",           "trick_scored trick:int highest:seat furious:int lowest:seat laughing:int",
    "erased seat:seat round:int count:int", "round_scored result:round",
    "game_ended outcome:outcome",           NULL,
};

static const char *const view[] = {
    "ply int",          "turn seat?",      "phase phase",     "round int",        "starter seat",
    "totals [int]",     "hands [[card?]]", "mood mood",       "mood_used [mood]", "mood_left int",
    "trick_number int", "trick [trick]",   "played [[card]]", "masks [masks]",    NULL,
};

static const char *const referee[] = {"draw_pile [card]", "mood_pile [mood]", NULL};

static const char *const structs[] = {
    "trick seat:seat card:card",
    "masks laughing:int furious:int",
    "round round:int starter:seat masks:[masks] scores:[int] totals:[int] erased:[int?]",
    "outcome totals:[int] ranks:[int] winners:[seat] truncated:bool",
    NULL,
};

static const char *const choices[] = {
    "phase trick over",
    "reason no_such_card",
    NULL,
};

enum { WHY_NO_SUCH_CARD };

static const char *const policies[] = {
    "random",
    "prudent square:0:99:20 clean:0:99:5 shed:0:200:11",
    NULL,
};
