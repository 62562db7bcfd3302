/**
 * A game in words: events, actions, errors and rules as sentences of a language.
 *
 * It holds no rules and no sentences. All it needs is what `masko words LANGUAGE` writes: the catalogue of a language,
 * and the typed fields of each game's messages, made from the core's tables. It tells what `masko_sdk.words` tells, to
 * the letter; docs/howto/translate.md explains marks, parameters and folds.
 *
 *     const told = await (await fetch("words-fr.json")).json() as Told;
 *     const words = new Words(told, "masko", ["Ana", "Bo"]);
 *     for (const [event, text] of words.tell(update.events)) if (text) show(text);
 */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Form = { [name: string]: Json };

/** Events and actions, as the generated types or anything else have them. */
export type Message = { type: string };
export type Field = [name: string, type: string];
export type Section = { [key: string]: string };

export interface Option {
  name: string;
  type: string;
  least: number;
  most: number;
  default: Json;
  choices: string[] | null;
}

export interface GameTables {
  players: [least: number, most: number];
  events: { [kind: string]: Field[] };
  actions: { [kind: string]: Field[] };
  structs: { [name: string]: Field[] };
  view: Field[];
  options: Option[];
  presets: { [name: string]: Form };
}

/** What `masko words` writes. */
export interface Told {
  version: number;
  language: string;
  languages: { [code: string]: string };
  catalogue: { [game: string]: { [section: string]: Section } };
  games: { [game: string]: GameTables };
  telling: { counted_from_zero: string[]; most_in_a_row: number };
}

/** Dresses a text by its role: "seat0", "card", "known", "hidden". Names are whatever players typed: escape them. */
export type Paint = (role: string, text: string) => string;

/** Parameters of `say`: a list is of seats. */
export type Parameters = { [name: string]: string | number | number[] };

const VERSION = 1;

/** A card on the wire; null is a hidden one. */
export type Card = string | number | null;

type Texts = { [name: string]: string | Texts };
type Variant = { marks: string[]; sentence: string };
type Part = { kind: string; marks: string[]; repeat: string };
type Reading = { marks: Set<string>; texts: Texts };
type Fold = { parts: Part[]; sentence: string };

/** The sentences of one game, with those of all games behind them. */
export class Sentences {
  private readonly sections = new Map<string, Map<string, Variant[]>>();
  readonly folds: Fold[];

  constructor(told: Told, game: string) {
    const own = told.catalogue[game] ?? {};
    const shared = told.catalogue["any"] ?? {};
    for (const name of new Set([...Object.keys(own), ...Object.keys(shared)])) {
      this.sections.set(name, byKind({ ...shared[name], ...own[name] }));
    }
    this.folds = Object.entries(own["folds"] ?? {}).map(([pattern, sentence]) => ({
      parts: pattern.split(", ").map(foldPart),
      sentence,
    }));
  }

  /** The kinds that a section has sentences for, in their order. */
  kinds(section: string): string[] {
    return [...(this.sections.get(section)?.keys() ?? [])];
  }

  /** The sentence of a kind with the most marks that all hold, or undefined. */
  find(section: string, kind: string, marks: Iterable<string> = []): string | undefined {
    const held = new Set(marks);
    const variants = this.sections.get(section)?.get(kind) ?? [];
    return variants.find((variant) => variant.marks.every((mark) => held.has(mark)))?.sentence;
  }
}

function byKind(section: Section): Map<string, Variant[]> {
  const kinds = new Map<string, Variant[]>();
  for (const [key, sentence] of Object.entries(section)) {
    const [kind = "", ...marks] = key.split(" ");
    kinds.set(kind, [...(kinds.get(kind) ?? []), { marks, sentence }]);
  }
  for (const variants of kinds.values()) variants.sort((a, b) => b.marks.length - a.marks.length);
  return kinds;
}

function foldPart(part: string): Part {
  const [kind = "", ...marks] = part.split(" ");
  return { kind: kind.replace(/[*+]$/, ""), marks, repeat: /[*+]$/.exec(kind)?.[0] ?? "" };
}

/** A sentence with its parameters in place: `{seat}`, or `{then[card]}` of a fold. */
export function fill(sentence: string, parameters: Texts): string {
  return sentence.replace(/\{(\w+)(?:\[(\w+)\])?\}/g, (hole, name: string, inner?: string) => {
    const found = parameters[name];
    const text = inner !== undefined && typeof found === "object" ? found[inner] : found;
    return typeof text === "string" ? text : hole;
  });
}

/** Tells one game: its names, its cards, and the catalogue's sentences. */
export class Words {
  readonly sentences: Sentences;
  private readonly tables: GameTables;

  /**
   * @param told what `masko words LANGUAGE` writes
   * @param game its name on the wire, such as "masko"
   * @param names the players by seat
   * @param paint how names and cards are dressed
   */
  constructor(
    private readonly told: Told,
    game: string,
    readonly names: readonly string[],
    readonly paint: Paint = (_, text) => text,
  ) {
    if (told.version !== VERSION) throw new Error(`words of version ${told.version}, not ${VERSION}`);
    const tables = told.games[game];
    if (tables === undefined) throw new Error(`there are no words for ${game}`);
    this.tables = tables;
    this.sentences = new Sentences(told, game);
  }

  // Whole sentences.

  /** One event. */
  event(event: Message): string {
    const { marks, texts } = this.readEvent(event);
    return this.put("events", event.type, marks, texts);
  }

  /** Events one after the other, runs of them folded: the first event of each sentence, and it. */
  *tell<Event extends Message>(events: readonly Event[]): Generator<[Event, string]> {
    for (let at = 0; at < events.length; ) {
      const event = events[at]!;
      const { count, text } = this.fold(events, at) ?? { count: 1, text: this.event(event) };
      yield [event, text];
      at += count;
    }
  }

  /** What an action is for the seat that may do it. */
  action(action: Message, actor: number): string {
    const { marks, texts } = this.read(this.tables.actions[action.type] ?? [], action as Message & Form, actor);
    return this.put("actions", action.type, marks, texts);
  }

  /** Why something is refused: the `error` of a `refused` message. */
  error(error: { error: string; message: string }): string {
    const form = error as Form;
    const isTables = form["error"] === "table_refusal";
    const section = !("reason" in form) ? "errors" : isTables ? "refusals" : "reasons";
    const kind = String(form["reason"] ?? form["error"]);
    const marks = Object.entries(form).flatMap(([name, thing]) =>
      typeof thing === "string" ? [name, `${name}=${thing}`] : [name],
    );
    const sentence = this.sentences.find(section, kind, marks);
    if (sentence === undefined) return String(form["message"] || String(form["error"]).replace(/_/g, " "));
    const texts = Object.fromEntries(Object.entries(form).map(([name, thing]) => [name, String(thing)]));
    const field = String(form["field"] ?? "");
    return fill(sentence, { ...texts, field: this.sentences.find("options", field) ?? field });
  }

  /** What the table waits for: `due` are the seats of `clock`, or those that have legal actions. */
  phase(view: { phase: string; turn: number | null }, due: number[]): string {
    const turn = view.turn === null ? "" : this.name(view.turn);
    return this.say("phases", view.phase, { turn, due });
  }

  /** A sentence with parameters of one's own; numbers, and how many seats a list has, are marks. */
  say(section: string, kind: string, parameters: Parameters = {}): string {
    const marks: string[] = [];
    const texts: Texts = {};
    for (const [name, thing] of Object.entries(parameters)) {
      if (typeof thing !== "string") marks.push(`${name}=${typeof thing === "number" ? thing : thing.length}`);
      texts[name] = typeof thing === "object" ? this.listNames(thing) : String(thing);
    }
    return this.put(section, kind, marks, texts);
  }

  /** What a field of a view tells, or nothing: `thing` is the field, or one seat's part of it. */
  field(section: string, [name, kind]: Field, view: object, part: unknown): string {
    const thing = part as Json;
    const tops = (view as Form)["discard_top"];
    if (name === "pile" && Array.isArray(tops) && tops.length === 1) return ""; // there is no other
    const { marks, texts } = this.read([[name, kind]], { [name]: thing });
    if (thing === null || (Array.isArray(thing) && thing.length === 0)) {
      const sentence = this.sentences.find(section, name, marks);
      const silent = sentence === undefined || sentence === this.sentences.find(section, name);
      return silent ? "" : this.put(section, name, marks, texts);
    }
    const numbers: Texts = {};
    for (const [other, type] of this.tables.view) if (type === "int") numbers[other] = String((view as Form)[other]);
    return this.put(section, name, marks, { ...numbers, ...texts });
  }

  // What the game is.

  /** What a player needs to know, under these options: kind and paragraph, in the order to read. */
  rules(options: object): [kind: string, text: string][] {
    return this.sentences.kinds("rules").map((kind) => [kind, this.underOptions("rules", kind, options)]);
  }

  /** What special cards do: the card on the wire, and a sentence. */
  powers(options: object): [card: string, text: string][] {
    return this.sentences.kinds("powers").map((card) => [card, this.underOptions("powers", card, options)]);
  }

  /** What a value of an option is called; the option itself is in the section "options". */
  choice(option: string, value: unknown): string {
    const name = value === null ? "none" : String(value);
    const found = this.sentences.find("choices", `${option}=${name}`);
    return found ?? (typeof value === "boolean" ? this.form(value ? "yes" : "no") : name);
  }

  private underOptions(section: string, kind: string, options: object): string {
    const marks: string[] = [];
    const texts: Texts = {};
    for (const [name, thing] of Object.entries(options)) {
      if (thing === null) marks.push(`no_${name}`);
      else if (thing === true) marks.push(name);
      else if (typeof thing === "string" || typeof thing === "number") marks.push(`${name}=${thing}`);
      texts[name] = String(thing);
    }
    return this.put(section, kind, marks, texts);
  }

  private put(section: string, kind: string, marks: Iterable<string>, texts: Texts): string {
    const sentence = this.sentences.find(section, kind, marks);
    if (sentence !== undefined) return fill(sentence, texts);
    const facts = Object.entries(texts).map(([name, text]) => `${name} ${String(text)}`);
    return `${kind.replaceAll("_", " ")} ${facts.join(", ")}`.trim(); // newer than this catalogue
  }

  private readEvent(event: Message): Reading {
    return this.read(this.tables.events[event.type] ?? [], event as Message & Form);
  }

  // Folds.

  private fold(events: readonly Message[], at: number): { count: number; text: string } | undefined {
    for (const { parts, sentence } of this.sentences.folds) {
      const found = this.match(parts, events, at);
      if (found === undefined || (parts.length === 1 && found.count === 1)) continue;
      const first = events[at]!;
      const last = events[at + found.count - 1]!;
      const texts: Texts = { ...this.readEvent(first).texts };
      texts["then"] = this.readEvent(last).texts;
      texts["all"] = this.listNames(found.repeated.map((event) => (event as Message & { seat: number }).seat));
      return { count: found.count, text: fill(sentence, texts) };
    }
    return undefined;
  }

  private match(
    parts: Part[],
    events: readonly Message[],
    start: number,
  ): { count: number; repeated: Message[] } | undefined {
    let at = start;
    const repeated: Message[] = [];
    for (const part of parts) {
      const first = at;
      while (at < events.length && this.fits(events[at]!, part)) {
        at += 1;
        if (!part.repeat) break;
      }
      if (at === first && part.repeat !== "*") return undefined;
      if (part.repeat) repeated.push(...events.slice(first, at));
    }
    return { count: at - start, repeated };
  }

  private fits(event: Message, part: Part): boolean {
    if (event.type !== part.kind) return false;
    if (part.marks.length === 0) return true;
    const { marks } = this.readEvent(event);
    return part.marks.every((mark) => marks.has(mark));
  }

  // Parts of sentences.

  /** The player of a seat. */
  name(seat: number): string {
    return this.paint(`seat${seat}`, this.names[seat] ?? "");
  }

  /** "Ana, Bo and Chloé". */
  listNames(seats: readonly number[]): string {
    const names = seats.map((seat) => this.name(seat));
    const last = names.pop() ?? "";
    return names.length === 0 ? last : fill(this.form("all"), { some: names.join(", "), last });
  }

  /** A card: "[7]" open, "(7)" hidden and known, "[?]" hidden. */
  card(card: Card, known = false): string {
    if (card === null) return this.paint("hidden", `[${this.form("hidden_card")}]`);
    const name = this.cardName(card);
    return known ? this.paint("known", `(${name})`) : this.paint("card", `[${name}]`);
  }

  /** The bare name of a card. */
  cardName(card: string | number): string {
    return this.sentences.find("cards", String(card)) ?? String(card);
  }

  /** Cards in a row; many hidden ones are counted. */
  cards(cards: readonly Card[]): string {
    const open = cards.filter((card) => card !== null).map((card) => this.card(card));
    const hidden = cards.length - open.length;
    if (hidden > this.told.telling.most_in_a_row) return [...open, `${this.card(null)} x ${hidden}`].join(" ");
    return [...open, ...Array<string>(hidden).fill(this.card(null))].join(" ");
  }

  private mood(mood: Json[]): string {
    const [yellow = "-", blue = "-"] = mood.map((number) => (number === null ? "-" : String(number)));
    const form = this.form(mood.includes(null) ? "mood_cover" : "mood");
    return this.paint("card", `[${fill(form, { yellow, blue })}]`);
  }

  private form(name: string): string {
    return this.sentences.find("forms", name) ?? "";
  }

  // Marks and parameters.

  private read(fields: Field[], thing: Form, actor?: number): Reading {
    const marks = new Set<string>();
    const texts: Texts = {};
    const seats: Json[] = actor === undefined ? [] : [actor];
    for (const [name, kind] of fields) {
      const found = thing[name] ?? null;
      const mark = markOf(name, kind, found);
      if (mark !== undefined) marks.add(mark);
      const base = bare(kind);
      texts[name] = this.text(base, found, name);
      if (base === "seat" && found !== null) seats.push(found);
      const struct = this.tables.structs[base];
      if (struct !== undefined && found !== null) {
        const inner = this.read(struct, found as Form);
        for (const mark of inner.marks) marks.add(mark);
        Object.assign(texts, inner.texts);
      }
    }
    if (seats.length > 1 && seats[0] === seats[1]) marks.add("own");
    return { marks, texts };
  }

  /** A field as text, by its type in the core's tables. */
  private text(kind: string, thing: Json, name: string): string {
    if (/^[[{]/.test(kind)) return thing === null ? "" : this.textOfMany(bare(kind.slice(1, -1)), thing);
    if (kind === "card") return this.card(thing as Card);
    if (thing === null) return "";
    if (kind === "seat") return this.name(thing as number);
    if (kind === "mood") return this.mood(thing as Json[]);
    const struct = this.tables.structs[kind];
    if (struct !== undefined) {
      return struct.map(([inner, type]) => this.text(bare(type), (thing as Form)[inner] ?? null, inner)).join(" ");
    }
    if (typeof thing === "boolean") return this.form(thing ? "yes" : "no");
    const counted = typeof thing === "number" && this.told.telling.counted_from_zero.includes(name);
    return String(counted ? thing + 1 : thing);
  }

  private textOfMany(kind: string, things: Json): string {
    if (!Array.isArray(things)) return this.cards(Object.values(things as { [slot: string]: Card }));
    if (kind === "card") return this.cards(things as Card[]);
    if (kind === "seat") return this.listNames(things as number[]);
    if (kind === "int" && things.length === this.names.length) {
      const each = this.form("each");
      return things.map((value, seat) => fill(each, { name: this.name(seat), value: String(value) })).join(", ");
    }
    return things.map((thing) => this.text(kind, thing, "")).join(", ");
  }
}

function bare(kind: string): string {
  return kind.replace(/[?!]+$/, "");
}

function markOf(name: string, kind: string, thing: Json): string | undefined {
  if (thing === null) return kind.endsWith("!") ? "hidden" : `no_${name}`;
  if (thing === true) return name;
  if (Array.isArray(thing)) return kind.startsWith("[") ? `${name}=${thing.length}` : undefined;
  if (typeof thing === "string") return bare(kind) === "card" ? undefined : `${name}=${thing}`;
  if (typeof thing === "number" && kind === "int") return `${name}=${thing}`;
  return undefined;
}
