/* The tables of Masko that bindings read: names, options, actions, events, fields of views. */

static const char *const about[] = {"name masko",
                                    "revision 1",
                                    "layout 1",
                                    "players 2 8",
                                    "deck 53",
                                    "hand 4",
                                    "memory seat:seat slot:slot card:card",
                                    "harmless took skipped announced window_opened passed window_closed power_started power_skipped picked "
                                    "chose swapped declined power_ended",
                                    NULL};

static const mk_option options[] = {
    MK_OPTION("target", "int", 1, 10000, 100),
    MK_OPTION_EACH("special_points", "int", 7, 0, 99, 10),
    MK_OPTION("next_starter", "next_starter", 0, 3, 0),
    MK_OPTION("may_return_taken", "bool", 0, 1, 1),
    MK_OPTION("chain", "chain", 0, 1, 0),
    MK_OPTION_OR_NONE("attempts", "int", 1, 49, 1),
    MK_OPTION("race", "race", 0, 1, 0),
    MK_OPTION("reveal_choice", "reveal_choice", 0, 1, 0),
    {0},
};

static const mk_action actions[] = {
    {"look seat:8 slot:48", LOOK},
    {"draw", DRAW},
    {"take", TAKE},
    {"announce", ANNOUNCE},
    {"skip", SKIP},
    {"keep slot:48", KEEP},
    {"discard", DISCARD},
    {"intercept slot:48", INTERCEPT},
    {"pass", PASS},
    {"close", CLOSE},
    {"swap slot:48", SWAP},
    {"decline", DECLINE},
    {"pick seat:8 slot:48", PICK},
    {"choose seat:8", CHOOSE},
    {"show slot:48", SHOW},
    {NULL, CODES},
};

enum {
    EVENT_DEALT,
    EVENT_LOOKED,
    EVENT_DREW,
    EVENT_TOOK,
    EVENT_KEPT,
    EVENT_DISCARDED,
    EVENT_SKIPPED,
    EVENT_ANNOUNCED,
    EVENT_MASKO_DECLARED,
    EVENT_WINDOW_OPENED,
    EVENT_PASSED,
    EVENT_INTERCEPTED,
    EVENT_MISSED,
    EVENT_ADDED,
    EVENT_WINDOW_CLOSED,
    EVENT_POWER_STARTED,
    EVENT_POWER_SKIPPED,
    EVENT_PICKED,
    EVENT_CHOSE,
    EVENT_SWAPPED,
    EVENT_DECLINED,
    EVENT_SHOWN,
    EVENT_GATHERED,
    EVENT_POWER_ENDED,
    EVENT_ROUND_SCORED,
    EVENT_GAME_ENDED
};

static const char *const events[] = {
    "dealt starter:seat round:int",
    "looked seat:seat owner:seat slot:slot card:card!",
    "drew seat:seat card:card!",
    "took seat:seat card:card",
    "kept seat:seat slot:slot card:card!",
    "discarded seat:seat slot:slot? card:card",
    "skipped seat:seat",
    "announced seat:seat",
    "masko_declared seat:seat",
    "window_opened window:int card:card seat:seat",
    "passed seat:seat window:int",
    "intercepted seat:seat slot:slot card:card window:int",
    "missed seat:seat slot:slot card:card window:int",
    "added seat:seat slot:slot",
    "window_closed window:int reason:window_end",
    "power_started seat:seat card:card",
    "power_skipped seat:seat card:card",
    "picked seat:seat owner:seat slot:slot",
    "chose seat:seat target:seat",
    "swapped seat:seat slot:slot owner:seat owner_slot:slot",
    "declined seat:seat",
    "shown owner:seat slot:slot card:card!",
    "gathered seat:seat slots:[int]",
    "power_ended card:card",
    "round_scored result:round",
    "game_ended outcome:outcome",
    NULL,
};

static const char *const view[] = {
    "ply int",         "turn seat?",        "phase phase",       "round int",        "starter seat", "totals [int]",
    "hands [{card?}]", "draw_size int",     "discard_top card?", "discard_size int", "held held?",   "window window?",
    "power power?",    "waiting [waiting]", "used_specials int", "masko call?",      NULL,
};

static const char *const referee[] = {"draw_pile [card]", "discard [card]", NULL};

static const char *const structs[] = {
    "held seat:seat card:card? taken:bool",
    "window number:int card:card seat:seat due:[seat] attempts:[int?]",
    "power card:card user:seat owner:seat? slot:slot?",
    "waiting seat:seat card:card",
    "call seat:seat automatic:bool",
    "round round:int starter:seat scores:[int] totals:[int] hands:[{card}] maskoman:seat announced:bool",
    "outcome totals:[int] ranks:[int] winners:[seat] truncated:bool",
    NULL,
};

static const char *const choices[] = {
    "phase setup turn hold window vision spy ninja swap exchange exchange_second reveal show draw_one over",
    "card 1:1 2:2 3:3 4:4 5:5 6:6 7:7 8:8 9:9 10:10 ninja:11 exchange:12 vision:13 spy:14 reveal:15 draw_one:16 gather:17",
    "special_points ninja exchange vision spy reveal draw_one gather",
    "next_starter rotate same maskoman highest",
    "chain none anyone",
    "race clockwise random",
    "reveal_choice owner user",
    "window_end won nobody_due host",
    "reason wrong_phase draw_pile_empty discard_empty no_own_card masko_stands draw_pile_not_empty must_keep "
    "already_looked no_such_card not_own_card own_card not_a_target",
    NULL,
};

enum { WINDOW_WON, WINDOW_NOBODY_DUE, WINDOW_HOST };

enum {
    WHY_PHASE,
    WHY_PILE_EMPTY,
    WHY_DISCARD_EMPTY,
    WHY_NO_OWN_CARD,
    WHY_MASKO_STANDS,
    WHY_PILE_NOT_EMPTY,
    WHY_MUST_KEEP,
    WHY_ALREADY_LOOKED,
    WHY_NO_SUCH_CARD,
    WHY_NOT_OWN_CARD,
    WHY_OWN_CARD,
    WHY_NOT_A_TARGET
};

static const char *const policies[] = {
    "random",
    "prudent announce_at:0:99:9 keep_below:1:99:6 unknown_value:0:99:7",
    NULL,
};
