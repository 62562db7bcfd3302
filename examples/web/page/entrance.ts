// The entrance: open a table, or go back to one.

import type { GameTables, Json, Option } from "../client/words.js";
import { byId, capital, make, setChildren, setText } from "./dom.js";
import { GAMES } from "./games.js";
import type { GameName } from "./games.js";
import type { Language } from "./language.js";
import { gameName, languageChoice, refusalText, wordsOf } from "./language.js";
import { keepSetting, seats, setting } from "./memory.js";

const WINDOW_SECONDS = [3, 4, 6, 10];
const BOT_MS: [number, string][] = [[300, "fast"], [900, "normal"], [2000, "slow"]];
const TURN_SECONDS = [20, 60, 180, null];

export function entrance(language: Language): void {
  const { say } = language;
  document.title = say("tables");
  setText(byId("title"), say("tables"));
  byId("tools").append(languageChoice(language));
  const form = new OpenForm(language);
  setChildren(byId("main"), [form.root, ...ownTables(language)]);
}

function ownTables(language: Language): HTMLElement[] {
  const mine = seats();
  if (!mine.length) return [];
  const when = new Intl.DateTimeFormat(language.code, { dateStyle: "medium", timeStyle: "short" });
  const links = mine.slice(0, 8).map(({ code, game, name, at }) =>
    make("li", {}, make("a", { href: `/t/${code}` }, make("b", {}, gameName(language, game)), ` ${name} · ${when.format(at)}`)),
  );
  return [make("section", { class: "sheet" }, make("h2", {}, language.say("your_tables")), make("ul", { class: "tables" }, ...links))];
}

/** Game, seats, bots, times and the game's own options. */
class OpenForm {
  readonly root: HTMLElement;
  private game: GameName;
  private readonly details = make("div", { class: "details" });
  private readonly problem = make("p", { class: "problem", role: "alert" });
  /** Options that were changed, and the inputs that read them. */
  private readers: { option: Option; read: () => Json }[] = [];

  constructor(private readonly language: Language) {
    const last = setting("game");
    this.game = GAMES.find((game) => game === last) ?? "masko";
    const { say } = language;
    const form = make(
      "form",
      { submit: (event) => void this.open(event) },
      make("h1", {}, say("create_table")),
      make("fieldset", { class: "games" }, make("legend", {}, say("choose_game")), ...GAMES.map((game) => this.gameChoice(game))),
      this.details,
      this.problem,
      make("button", { class: "main", id: "create" }, say("create_table")),
    );
    this.root = make("section", { class: "sheet" }, form);
    this.drawDetails();
  }

  private gameChoice(game: GameName): HTMLElement {
    const { told } = this.language;
    const about = told.catalogue[game]?.["about"] ?? {};
    const tables = told.games[game] as GameTables;
    const [least, most] = tables.players;
    const choose = () => {
      this.game = game;
      keepSetting("game", game);
      this.drawDetails();
    };
    const input = make("input", { type: "radio", name: "game", value: game, change: choose });
    input.checked = game === this.game;
    return make(
      "label",
      { class: `game ${game}` },
      input,
      make("img", { src: `/cards/${this.language.code}/${game}/${SHOWN[game]}.svg`, alt: "" }),
      make("span", { class: "about" }, make("b", {}, about["name"] ?? game), make("small", {}, capital(about["tagline"] ?? "")), make("small", {}, this.language.say("players_range", { least, most }))),
    );
  }

  private drawDetails(): void {
    const { say, told } = this.language;
    const tables = told.games[this.game] as GameTables;
    const [least, most] = tables.players;
    const wished = Math.min(most, Math.max(least, Number(setting("seats") ?? 4)));
    const players = select("seats", range(least, most).map((count) => [String(count), String(count)]), String(wished));
    const bots = select("bots", range(0, most).map((count) => [String(count), String(count)]), String(Math.min(wished - 1, Number(setting("bots") ?? 1))));
    const seconds = (count: number | null) => [String(count), count === null ? say("no_limit") : `${count} s`] as [string, string];
    const parts = [field(say("players"), players), field(say("bots"), bots), field(say("turn_seconds"), select("turn", TURN_SECONDS.map(seconds), "60"))];
    const speeds = BOT_MS.map(([ms, key]) => [String(ms), say(key)] as [string, string]);
    parts.push(field(say("bot_speed"), select("speed", speeds, "900")));
    if (this.game === "masko") parts.push(field(say("window_seconds"), select("window", WINDOW_SECONDS.map(seconds), "4")));
    const takeBack = make("input", { type: "checkbox", id: "take_back" });
    const options = make("details", { class: "options" }, make("summary", {}, say("options")), this.presets(tables), ...this.options(tables, {}));
    setChildren(this.details, [make("div", { class: "fields" }, ...parts), make("p", { class: "check" }, takeBack, make("label", { for: "take_back" }, say("take_back_allowed"))), options]);
  }

  // Options, as the core's tables tell them.

  private presets(tables: GameTables): HTMLElement {
    const { say } = this.language;
    const names = Object.keys(tables.presets);
    const labels = names.map((name) => [name, this.language.told.catalogue[this.game]?.["presets"]?.[name] ?? name] as [string, string]);
    const choice = select("preset", [["", say("preset_standard")], ...labels], "");
    choice.addEventListener("change", () => {
      const options = choice.closest("details") as HTMLElement;
      const values = tables.presets[choice.value] ?? {};
      setChildren(options, [...[...options.children].slice(0, 2), ...this.options(tables, values)]);
    });
    return field(say("preset"), choice);
  }

  private options(tables: GameTables, values: { [name: string]: Json }): HTMLElement[] {
    this.readers = [];
    return tables.options.map((option) => this.option(option, values[option.name] ?? option.default));
  }

  private option(option: Option, value: Json): HTMLElement {
    const words = wordsOf(this.language, this.game, []);
    const texts = this.language.told.catalogue[this.game] ?? {};
    const label = texts["options"]?.[option.name] ?? option.name;
    const help = make("small", { id: `help-${option.name}` }, texts["option_help"]?.[option.name] ?? "");
    const { control, read } = this.control(option, value, (choice) => capital(words.choice(option.name, choice)), (card) => words.cardName(card));
    this.readers.push({ option, read });
    control.setAttribute("aria-describedby", help.id);
    return control instanceof HTMLFieldSetElement
      ? make("div", { class: "option" }, (control.prepend(make("legend", {}, label)), control), help)
      : make("div", { class: "option" }, field(label, control), help);
  }

  private control(option: Option, value: Json, choice: (value: Json) => string, card: (name: string) => string): { control: HTMLElement; read: () => Json } {
    const id = `option-${option.name}`;
    const base = option.type.replace(/[?*].*$/, "");
    if (option.type === "bool") {
      const input = select(id, [["true", choice(true)], ["false", choice(false)]], String(value));
      return { control: input, read: () => input.value === "true" };
    }
    if (option.type.includes("*") && base === "int") return manyNumbers(id, option, value as { [name: string]: number }, card);
    if (base === "int") {
      const input = numberInput(id, option, value as number | null);
      return { control: input, read: () => (input.value === "" ? null : Number(input.value)) };
    }
    if (option.choices) {
      const input = select(id, option.choices.map((name) => [name, choice(name)]), String(value));
      return { control: input, read: () => input.value };
    }
    return pairs(id, value as (number | null)[][]);
  }

  // Opening.

  private async open(event: Event): Promise<void> {
    event.preventDefault();
    const body = this.wishes();
    const response = await fetch("/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    const told = (await response.json()) as { code?: string; error?: string; message?: string };
    if (told.code) location.assign(`/t/${told.code}`);
    else setText(this.problem, refusalText(this.language, told.error ?? String(response.status), told.message));
  }

  private wishes(): object {
    const chosen = (id: string) => (document.getElementById(id) as HTMLSelectElement | null)?.value ?? "";
    const count = Number(chosen("seats"));
    const bots = Math.min(count, Number(chosen("bots")));
    keepSetting("seats", String(count));
    keepSetting("bots", String(bots));
    const turn = chosen("turn");
    const settings = {
      bot_ms: Number(chosen("speed")),
      turn_ms: turn === "null" ? null : Number(turn) * 1000,
      take_back: (document.getElementById("take_back") as HTMLInputElement).checked,
      ...(chosen("window") ? { window_ms: Number(chosen("window")) * 1000 } : {}),
    };
    const rules = Object.fromEntries(this.readers.map(({ option, read }) => [option.name, read()]));
    return { game: this.game, rules, seats: count, bots, settings };
  }
}

const SHOWN: Record<GameName, string> = { masko: "spy", skyjo: "12", mojo: "7", fifty: "50" };

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function field(label: string, control: HTMLElement): HTMLElement {
  return make("div", { class: "field" }, make("label", { for: control.id }, label), control);
}

function select(id: string, choices: readonly (readonly [string, string])[], chosen: string): HTMLSelectElement {
  const control = make("select", { id }, ...choices.map(([value, text]) => make("option", { value }, text)));
  control.value = chosen;
  return control;
}

function numberInput(id: string, option: Option, value: number | null): HTMLInputElement {
  const isOptional = option.type.endsWith("?");
  return make("input", { id, type: "number", min: option.least, max: option.most, value: value ?? "", required: !isOptional });
}

function manyNumbers(id: string, option: Option, value: { [name: string]: number }, card: (name: string) => string): { control: HTMLElement; read: () => Json } {
  const inputs = Object.entries(value).map(([name, number]) => [name, numberInput(`${id}-${name}`, option, number)] as const);
  const control = make("fieldset", { class: "many" }, ...inputs.map(([name, input]) => field(card(name), input)));
  return { control, read: () => Object.fromEntries(inputs.map(([name, input]) => [name, Number(input.value)])) };
}

/** Mood cards: pairs of numbers, an x for none, such as "1/7 7/1 0/x". */
function pairs(id: string, value: (number | null)[][]): { control: HTMLElement; read: () => Json } {
  const text = value.map((pair) => pair.map((number) => number ?? "x").join("/")).join(" ");
  const control = make("textarea", { id, rows: 3 }, text);
  const number = (part: string) => (part === "x" ? null : Number(part));
  return { control, read: () => control.value.trim().split(/\s+/).map((pair) => pair.split("/").map(number)) };
}
