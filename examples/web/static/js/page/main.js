// The page begins here: a table if the address names one, the entrance otherwise.
import { byId, setText } from "./dom.js";
import { entrance } from "./entrance.js";
import { loadLanguage } from "./language.js";
import { TablePage } from "./table.js";
const language = await loadLanguage();
setText(byId("skip"), language.say("skip_to_table"));
const code = /^\/t\/([0-9a-f]+)$/.exec(location.pathname)?.[1];
if (code === undefined)
    entrance(language);
else
    new TablePage(code, language).begin();
