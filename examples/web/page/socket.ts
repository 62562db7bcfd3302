// The socket under the example client: tried after a silence, and closed for good when the server lets nobody in.

import type { Connect, Line } from "../client/client.js";

const SILENCE_MS = 20_000; // after so long without a message the line is tried
const PATIENCE_MS = 8_000; // and after so long without an answer it is given up
const REFUSED = 4400; // the server's own code; the reason says why

export interface Hooks {
  /** The line is up, or lost and tried again. */
  changed(isUp: boolean): void;
  /** Nobody is let in, for this reason; the line stays closed. */
  refused(reason: string): void;
}

export function connectTo(path: string, hooks: Hooks): Connect {
  return (line) => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${path}`);
    const pulse = new Pulse(socket, () => lose(line));
    const lose = (to: Line) => {
      pulse.stop();
      hooks.changed(false);
      to.closed();
    };
    socket.addEventListener("open", () => {
      pulse.beat();
      hooks.changed(true);
      line.opened();
    });
    socket.addEventListener("message", (event) => {
      pulse.beat();
      line.received(String(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (pulse.isStopped) return;
      if (event.code === REFUSED) {
        pulse.stop();
        hooks.refused(event.reason);
      } else lose(line);
    });
    return { send: (text) => socket.send(text), close: () => socket.close() };
  };
}

/** A line may be dead without anybody having told us: asks after a silence, gives up without an answer. */
class Pulse {
  isStopped = false;
  private timer = 0;

  constructor(
    private readonly socket: WebSocket,
    private readonly dead: () => void,
  ) {}

  beat(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.socket.send(JSON.stringify({ v: 1, type: "ping" , id: "pulse" }));
      this.timer = window.setTimeout(() => {
        this.socket.close();
        if (!this.isStopped) this.dead();
      }, PATIENCE_MS);
    }, SILENCE_MS);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }
}
