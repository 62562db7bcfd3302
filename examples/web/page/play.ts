// What may be done now, and what is waited for, as the table tells it.

import type { TableClient } from "../client/client.js";
import type { Action, Event, masko } from "../client/messages.js";
import type { Painter } from "./scene.js";

const MOST_EVENTS = 60;

export class Play {
  /** The last events, of which the story tells. */
  events: Event[] = [];
  private line = -1;

  constructor(readonly client: TableClient) {}

  get shown() {
    return this.client.shown;
  }

  get view() {
    return this.client.shown?.view ?? null;
  }

  get me(): number | null {
    return this.client.seat;
  }

  get names(): string[] {
    return this.client.lobby?.seats.map((seat) => seat.name) ?? [];
  }

  get isOver(): boolean {
    return this.view?.phase === "over";
  }

  /** Keeps what is to be told; a new game, or one course of it instead of another, begins the story anew. */
  note(events: readonly Event[]): void {
    if (this.shown && this.shown.line !== this.line) {
      this.line = this.shown.line;
      this.events = [];
    }
    this.events = [...this.events, ...events].slice(-MOST_EVENTS);
  }

  /** The seats that are waited for. */
  get due(): number[] {
    const { shown, view } = this;
    if (!shown || !view || this.isOver) return [];
    if (shown.window) return (view as masko.View).window?.due ?? [];
    const timed = shown.clock.map(([seat]) => seat);
    return timed.length || view.turn === null ? timed : [view.turn];
  }

  /** What may be done now: the table's list, less what cannot be said while claims are held. */
  get actions(): Action[] {
    const all = this.client.legalActions;
    const { claims } = this.client;
    if (!claims.length || this.me === null) return all;
    const left = (this.view as masko.View).window?.attempts[this.me];
    if (typeof left === "number" && claims.length >= left) return [];
    const held = new Set(claims.map((claim) => JSON.stringify(claim)));
    return all.filter((action) => !held.has(JSON.stringify(action)));
  }

  /** The actions that choosing a card stands for. */
  at(key: string, painter: Painter): Action[] {
    return this.actions.filter((action) => {
      const spot = painter.spotOf(action);
      return spot !== null && (key === spot || key.startsWith(`${spot} `));
    });
  }
}
