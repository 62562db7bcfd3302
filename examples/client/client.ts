// A client of a live table, to be copied into a front end. It holds no rules: it keeps what the
// table says, offers the legal actions that it names, and says what the player chose.
//
//     const client = new TableClient((line) => {
//       const socket = new WebSocket(url);
//       socket.onopen = () => line.opened();
//       socket.onmessage = (message) => line.received(message.data);
//       socket.onclose = () => line.closed();
//       return { send: (text) => socket.send(text), close: () => socket.close() };
//     });
//     client.listen((message, news) => { animate(news); draw(client); });
//     client.open();
//     await client.join("Ana");
//     await client.play(client.legalActions[0]);
//
// Whatever is said has an id of its own, and is said again after a lost connection: the table does
// it once.

import type { Action, ClientMessage, Event, TableMessage } from "./messages.js";

type Outcome = Said<"over">["outcome"];
type Said<T extends TableMessage["type"]> = Extract<TableMessage, { type: T }>;

/** What the client said, but for its id and version, which are added. */
export type Saying = ClientMessage extends infer Message
  ? Message extends ClientMessage
    ? Omit<Message, "v" | "id">
    : never
  : never;

/** What the client tells a transport; what the transport tells the client. */
export interface Connection {
  send(text: string): void;
  close(): void;
}
export interface Line {
  opened(): void;
  received(text: string): void;
  closed(): void;
}
export type Connect = (line: Line) => Connection;

/** The table's answer to what was said. */
export type Answer = Said<"answer" | "refused" | "joined" | "state">;

/** Hears each message after the client has taken it in, with the events that are new. */
export type Listener = (message: TableMessage, news: Event[]) => void;

export interface Options {
  /** Brings back to a seat: keep `client.token` where a reload finds it. */
  token?: string | null;
  /** Milliseconds that never go back; for tests. */
  now?: () => number;
  /** Runs something later; for tests. */
  later?: (run: () => void, ms: number) => void;
}

/** Something said that has not been answered. */
interface Waiting {
  text: string;
  /** A claim, and the window that it is for. */
  claim: { action: Action; window: number } | null;
  done: (answer: Answer) => void;
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 8000;

export class TableClient {
  /** "open": the table hears us. "moved": another connection has taken our seat. */
  status: "closed" | "connecting" | "open" | "moved" = "closed";
  seat: number | null = null;
  token: string | null;
  lobby: Said<"lobby"> | null = null;
  /** What is to be drawn: the last state or update. */
  shown: Said<"state" | "update"> | null = null;
  /** When `shown` came, by the clock of `now`: its `clock` and `window` count down from there. */
  shownAt = 0;
  rounds: Said<"state">["rounds"] = [];
  outcome: Outcome | null = null;
  /** What the table holds until the race is decided. */
  claims: Action[] = [];
  offer: Said<"offer"> | null = null;

  private connection: Connection | null = null;
  private attempt = 0;
  private wanted = false;
  private watching = false;
  private retry = FIRST_RETRY_MS;
  private windowAt: { number: number; line: number; at: number } | null = null;
  private readonly waiting = new Map<string, Waiting>();
  private readonly listeners: Listener[] = [];
  private readonly prefix = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;
  private count = 0;
  private readonly now: () => number;
  private readonly later: (run: () => void, ms: number) => void;

  constructor(
    private readonly connect: Connect,
    options: Options = {},
  ) {
    this.token = options.token ?? null;
    this.now = options.now ?? (() => performance.now());
    this.later = options.later ?? ((run, ms) => void setTimeout(run, ms));
  }

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  // What one may do.

  get legalActions(): Action[] {
    return this.shown?.legal_actions ?? [];
  }

  get isHost(): boolean {
    return this.seat !== null && this.lobby?.host === this.seat;
  }

  /** Take a seat. */
  async join(name: string, seat: number | null = null): Promise<Answer> {
    return this.say({ type: "join", name, seat });
  }

  /** Look on. */
  async watch(): Promise<Answer> {
    this.watching = true;
    return this.say({ type: "watch" });
  }

  /** Do one of the legal actions, as the table shows them now; a claim tells how quick it was. */
  async play(action: Action): Promise<Answer> {
    const shown = this.shown;
    if (shown?.window == null) {
      // In a setup all are due at once: what others do meanwhile does not change what this means.
      const ply = shown?.view.turn === null ? undefined : shown?.ply;
      return this.say(playing({ action, ply, line: shown?.line }));
    }
    const { number } = shown.window;
    const reaction = Math.max(0, Math.round(this.now() - (this.windowAt?.at ?? this.now())));
    return this.say(playing({ action, window: number, reaction, line: shown.line }));
  }

  /** Agree to the offer that is open, or refuse it. */
  async answerOffer(accept: boolean): Promise<Answer | null> {
    if (this.offer === null) return null;
    return this.say({ type: "answer", offer: this.offer.offer, accept });
  }

  /** Give up the seat for good. */
  async leave(): Promise<Answer> {
    const answer = await this.say({ type: "leave" });
    this.seat = this.token = null;
    this.watching = false;
    return answer;
  }

  /** Take another player's seat from them; for the host. */
  async remove(seat: number): Promise<Answer> {
    return this.say({ type: "remove", seat });
  }

  /** Say anything: start, rematch, take_back, and what has a method of its own. */
  say(saying: Saying): Promise<Answer> {
    const id = `${this.prefix}-${++this.count}`;
    const text = JSON.stringify({ v: 1, ...saying, id });
    return new Promise((done) => {
      const claim =
        saying.type === "play" && saying.window != null
          ? { action: saying.action, window: saying.window }
          : null;
      this.waiting.set(id, { text, claim, done });
      if (this.status === "open") this.connection?.send(text);
    });
  }

  // The connection.

  /** Connect, and connect again whenever the connection is lost. */
  open(): void {
    this.wanted = true;
    if (this.status === "closed" || this.status === "moved") this.dial();
  }

  close(): void {
    this.wanted = false;
    this.connection?.close();
  }

  private dial(): void {
    const attempt = ++this.attempt;
    const ifPresent = (run: () => void) => () => {
      if (attempt === this.attempt) run();
    };
    this.status = "connecting";
    this.connection = this.connect({
      opened: ifPresent(() => this.opened()),
      received: (text) => ifPresent(() => this.take(JSON.parse(text) as TableMessage))(),
      closed: ifPresent(() => this.closed()),
    });
  }

  private opened(): void {
    this.status = "open";
    this.retry = FIRST_RETRY_MS;
    if (this.token !== null) this.rejoin(this.token);
    else if (this.watching) this.connection?.send(JSON.stringify({ v: 1, type: "watch" }));
    this.sayAgain();
  }

  private rejoin(token: string): void {
    const { ply: since = -1, line = 0 } = this.shown ?? {};
    const id = `${this.prefix}-${++this.count}`;
    this.connection?.send(JSON.stringify({ v: 1, type: "rejoin", token, since, line, id }));
  }

  private sayAgain(): void {
    for (const { text } of this.waiting.values()) this.connection?.send(text);
  }

  private closed(): void {
    this.attempt++;
    this.connection = null;
    if (this.status !== "moved") this.status = "closed";
    if (!this.wanted || this.status === "moved") return;
    this.later(() => {
      if (this.wanted && this.status === "closed") this.dial();
    }, this.retry);
    this.retry = Math.min(2 * this.retry, LAST_RETRY_MS);
  }

  // What the table says.

  private take(message: TableMessage): void {
    const news = this.keep(message);
    for (const listener of this.listeners) listener(message, news);
    if ("id" in message && typeof message.id === "string") {
      this.waiting.get(message.id)?.done(message);
      this.waiting.delete(message.id);
    }
  }

  /** Take it in, and return the events that were not known before. */
  private keep(message: TableMessage): Event[] {
    switch (message.type) {
      case "joined":
        this.seat = message.seat;
        this.token = message.token ?? this.token;
        return [];
      case "lobby":
        this.lobby = message;
        return [];
      case "state":
        return this.keepState(message);
      case "update":
        return this.keepUpdate(message);
      case "claim":
        this.claims = this.claims.filter((claim) => !isSame(claim, message.action));
        return [];
      case "answer":
        this.keepClaim(message);
        return [];
      case "refused":
        if (message.error.error === "table_refusal" && message.error.reason === "bad_token") {
          this.seat = this.token = null;
        }
        return [];
      case "offer":
        this.offer = message;
        return [];
      case "offer_closed":
        this.offer = null;
        return [];
      case "moved":
        this.seat = null;
        this.status = "moved";
        this.connection?.close();
        return [];
      case "removed":
        this.forgetSeat();
        return [];
      case "cut_off":
        this.later(() => this.sayAgain(), message.left + 1);
        return [];
      case "over": // told by its event already
      case "rematch":
        return [];
    }
  }

  /** Nothing of a seat that is ours no more is kept: one may look on, as a guest. */
  private forgetSeat(): void {
    this.seat = this.token = this.shown = this.offer = this.windowAt = null;
    this.claims = [];
  }

  private keepState(state: Said<"state">): Event[] {
    const before = this.shown;
    const continues = before !== null && before.line === state.line && before.ply === state.since;
    this.seat = state.seat;
    this.rounds = state.rounds;
    this.claims = state.claims;
    if (state.view.phase !== "over") this.outcome = null;
    this.show(state);
    this.keepOutcome(state.events);
    return continues ? state.events : [];
  }

  private keepUpdate(update: Said<"update">): Event[] {
    const before = this.shown;
    const isNext = before !== null && before.line === update.line && before.ply + 1 === update.ply;
    if (isNext) {
      this.show(update);
      this.keepOutcome(update.events);
      for (const event of update.events) {
        if (event.type === "round_scored") {
          this.rounds = [...this.rounds, event.result] as typeof this.rounds;
        }
      }
      return update.events;
    }
    const isOld = before !== null && before.line === update.line && before.ply >= update.ply;
    if (!isOld) {
      void this.say({ type: "catch_up", since: before?.ply ?? -1, line: before?.line ?? 0 });
    }
    return [];
  }

  /** It may be a first answer that comes again, to a claim of a window that is closed by now. */
  private keepClaim(answer: Said<"answer">): void {
    const claim = this.waiting.get(String(answer.id))?.claim;
    if (answer.held && claim != null && claim.window === this.shown?.window?.number) {
      this.claims = [...this.claims, claim.action];
    }
  }

  private keepOutcome(events: Event[]): void {
    for (const event of events) {
      if (event.type === "game_ended") this.outcome = event.outcome;
    }
  }

  private show(shown: Said<"state" | "update">): void {
    this.shown = shown;
    this.shownAt = this.now();
    const number = shown.window?.number;
    if (number === undefined) {
      this.windowAt = null;
      this.claims = [];
    } else if (this.windowAt?.number !== number || this.windowAt.line !== shown.line) {
      this.windowAt = { number, line: shown.line, at: this.shownAt };
    }
  }
}

/** A play of some game: which one it is, the table knows. */
function playing(fields: {
  action: Action;
  ply?: number | undefined;
  window?: number;
  reaction?: number;
  line?: number | undefined;
}): Saying {
  return { type: "play", ...fields } as Saying;
}

function isSame(one: Action, other: Action): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
