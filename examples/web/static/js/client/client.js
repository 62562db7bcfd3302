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
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 8000;
export class TableClient {
    connect;
    /** "open": the table hears us. "moved": another connection has taken our seat. */
    status = "closed";
    seat = null;
    token;
    lobby = null;
    /** What is to be drawn: the last state or update. */
    shown = null;
    /** When `shown` came, by the clock of `now`: its `clock` and `window` count down from there. */
    shownAt = 0;
    rounds = [];
    outcome = null;
    /** What the table holds until the race is decided. */
    claims = [];
    offer = null;
    connection = null;
    attempt = 0;
    wanted = false;
    watching = false;
    retry = FIRST_RETRY_MS;
    windowAt = null;
    waiting = new Map();
    listeners = [];
    prefix = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;
    count = 0;
    now;
    later;
    constructor(connect, options = {}) {
        this.connect = connect;
        this.token = options.token ?? null;
        this.now = options.now ?? (() => performance.now());
        this.later = options.later ?? ((run, ms) => void setTimeout(run, ms));
    }
    listen(listener) {
        this.listeners.push(listener);
    }
    // What one may do.
    get legalActions() {
        return this.shown?.legal_actions ?? [];
    }
    get isHost() {
        return this.seat !== null && this.lobby?.host === this.seat;
    }
    /** Take a seat. */
    async join(name, seat = null) {
        return this.say({ type: "join", name, seat });
    }
    /** Look on. */
    async watch() {
        this.watching = true;
        return this.say({ type: "watch" });
    }
    /** Do one of the legal actions, as the table shows them now; a claim tells how quick it was. */
    async play(action) {
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
    async answerOffer(accept) {
        if (this.offer === null)
            return null;
        return this.say({ type: "answer", offer: this.offer.offer, accept });
    }
    /** Give up the seat for good. */
    async leave() {
        const answer = await this.say({ type: "leave" });
        this.seat = this.token = null;
        this.watching = false;
        return answer;
    }
    /** Take another player's seat from them; for the host. */
    async remove(seat) {
        return this.say({ type: "remove", seat });
    }
    /** Say anything: start, rematch, take_back, and what has a method of its own. */
    say(saying) {
        const id = `${this.prefix}-${++this.count}`;
        const text = JSON.stringify({ v: 1, ...saying, id });
        return new Promise((done) => {
            const claim = saying.type === "play" && saying.window != null
                ? { action: saying.action, window: saying.window }
                : null;
            this.waiting.set(id, { text, claim, done });
            if (this.status === "open")
                this.connection?.send(text);
        });
    }
    // The connection.
    /** Connect, and connect again whenever the connection is lost. */
    open() {
        this.wanted = true;
        if (this.status === "closed" || this.status === "moved")
            this.dial();
    }
    close() {
        this.wanted = false;
        this.connection?.close();
    }
    dial() {
        const attempt = ++this.attempt;
        const ifPresent = (run) => () => {
            if (attempt === this.attempt)
                run();
        };
        this.status = "connecting";
        this.connection = this.connect({
            opened: ifPresent(() => this.opened()),
            received: (text) => ifPresent(() => this.take(JSON.parse(text)))(),
            closed: ifPresent(() => this.closed()),
        });
    }
    opened() {
        this.status = "open";
        this.retry = FIRST_RETRY_MS;
        if (this.token !== null)
            this.rejoin(this.token);
        else if (this.watching)
            this.connection?.send(JSON.stringify({ v: 1, type: "watch" }));
        this.sayAgain();
    }
    rejoin(token) {
        const { ply: since = -1, line = 0 } = this.shown ?? {};
        const id = `${this.prefix}-${++this.count}`;
        this.connection?.send(JSON.stringify({ v: 1, type: "rejoin", token, since, line, id }));
    }
    sayAgain() {
        for (const { text } of this.waiting.values())
            this.connection?.send(text);
    }
    closed() {
        this.attempt++;
        this.connection = null;
        if (this.status !== "moved")
            this.status = "closed";
        if (!this.wanted || this.status === "moved")
            return;
        this.later(() => {
            if (this.wanted && this.status === "closed")
                this.dial();
        }, this.retry);
        this.retry = Math.min(2 * this.retry, LAST_RETRY_MS);
    }
    // What the table says.
    take(message) {
        const news = this.keep(message);
        for (const listener of this.listeners)
            listener(message, news);
        if ("id" in message && typeof message.id === "string") {
            this.waiting.get(message.id)?.done(message);
            this.waiting.delete(message.id);
        }
    }
    /** Take it in, and return the events that were not known before. */
    keep(message) {
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
    forgetSeat() {
        this.seat = this.token = this.shown = this.offer = this.windowAt = null;
        this.claims = [];
    }
    keepState(state) {
        const before = this.shown;
        const continues = before !== null && before.line === state.line && before.ply === state.since;
        this.seat = state.seat;
        this.rounds = state.rounds;
        this.claims = state.claims;
        if (state.view.phase !== "over")
            this.outcome = null;
        this.show(state);
        this.keepOutcome(state.events);
        return continues ? state.events : [];
    }
    keepUpdate(update) {
        const before = this.shown;
        const isNext = before !== null && before.line === update.line && before.ply + 1 === update.ply;
        if (isNext) {
            this.show(update);
            this.keepOutcome(update.events);
            for (const event of update.events) {
                if (event.type === "round_scored") {
                    this.rounds = [...this.rounds, event.result];
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
    keepClaim(answer) {
        const claim = this.waiting.get(String(answer.id))?.claim;
        if (answer.held && claim != null && claim.window === this.shown?.window?.number) {
            this.claims = [...this.claims, claim.action];
        }
    }
    keepOutcome(events) {
        for (const event of events) {
            if (event.type === "game_ended")
                this.outcome = event.outcome;
        }
    }
    show(shown) {
        this.shown = shown;
        this.shownAt = this.now();
        const number = shown.window?.number;
        if (number === undefined) {
            this.windowAt = null;
            this.claims = [];
        }
        else if (this.windowAt?.number !== number || this.windowAt.line !== shown.line) {
            this.windowAt = { number, line: shown.line, at: this.shownAt };
        }
    }
}
/** A play of some game: which one it is, the table knows. */
function playing(fields) {
    return { type: "play", ...fields };
}
function isSame(one, other) {
    return JSON.stringify(one) === JSON.stringify(other);
}
