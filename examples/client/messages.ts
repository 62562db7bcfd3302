// What is said at a table of any of the four games. Each game's own types are made by
//     masko schema GAME --typescript --out GAME.ts
// beside this file; a front end of one game needs no more than `export * from "./masko.js"` here.

import type * as fifty from "./fifty.js";
import type * as masko from "./masko.js";
import type * as mojo from "./mojo.js";
import type * as skyjo from "./skyjo.js";

export type { fifty, masko, mojo, skyjo };

export type Action = masko.Action | skyjo.Action | mojo.Action | fifty.Action;
export type Event = masko.Event | skyjo.Event | mojo.Event | fifty.Event;
export type View = masko.View | skyjo.View | mojo.View | fifty.View;
export type ClientMessage =
  | masko.ClientMessage
  | skyjo.ClientMessage
  | mojo.ClientMessage
  | fifty.ClientMessage;
export type TableMessage =
  | masko.TableMessage
  | skyjo.TableMessage
  | mojo.TableMessage
  | fifty.TableMessage;
