// What may be done now, and what is waited for, as the table tells it.
const MOST_EVENTS = 60;
export class Play {
    client;
    /** The last events, of which the story tells. */
    events = [];
    line = -1;
    constructor(client) {
        this.client = client;
    }
    get shown() {
        return this.client.shown;
    }
    get view() {
        return this.client.shown?.view ?? null;
    }
    get me() {
        return this.client.seat;
    }
    get names() {
        return this.client.lobby?.seats.map((seat) => seat.name) ?? [];
    }
    get isOver() {
        return this.view?.phase === "over";
    }
    /** Keeps what is to be told; a new game, or one course of it instead of another, begins the story anew. */
    note(events) {
        if (this.shown && this.shown.line !== this.line) {
            this.line = this.shown.line;
            this.events = [];
        }
        this.events = [...this.events, ...events].slice(-MOST_EVENTS);
    }
    /** The seats that are waited for. */
    get due() {
        const { shown, view } = this;
        if (!shown || !view || this.isOver)
            return [];
        if (shown.window)
            return view.window?.due ?? [];
        const timed = shown.clock.map(([seat]) => seat);
        return timed.length || view.turn === null ? timed : [view.turn];
    }
    /** What may be done now: the table's list, less what cannot be said while claims are held. */
    get actions() {
        const all = this.client.legalActions;
        const { claims } = this.client;
        if (!claims.length || this.me === null)
            return all;
        const left = this.view.window?.attempts[this.me];
        if (typeof left === "number" && claims.length >= left)
            return [];
        const held = new Set(claims.map((claim) => JSON.stringify(claim)));
        return all.filter((action) => !held.has(JSON.stringify(action)));
    }
    /** The actions that choosing a card stands for. */
    at(key, painter) {
        return this.actions.filter((action) => {
            const spot = painter.spotOf(action);
            return spot !== null && (key === spot || key.startsWith(`${spot} `));
        });
    }
}
