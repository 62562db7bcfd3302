// Dialogs: scores, help, menu, results, offers.

import type { TableClient } from "../client/client.js";
import type { Words } from "../client/words.js";
import { make } from "./dom.js";
import type { Language } from "./language.js";
import { cardLook } from "./games.js";
import { languageChoice, wordsOf } from "./language.js";
import type { Play } from "./play.js";

type Outcome = NonNullable<TableClient["outcome"]>;

export interface Menu {
  remembers: boolean;
  setRemembers(on: boolean): void;
  takeBack: (() => void) | null;
  leave: (() => void) | null;
}

export class Panels {
  private offer: HTMLElement | null = null;
  private open: HTMLDialogElement | null = null;
  private scores: HTMLDialogElement | null = null;

  constructor(private readonly language: Language) {}

  showScores(play: Play): void {
    this.scores = this.show(this.language.say("scores"), scoreTable(this.language, play), ...lastHands(this.language, play));
  }

  /** Who plays on has seen the scores. */
  closeScores(): void {
    dismiss(this.scores);
    this.scores = null;
  }

  showHelp(words: Words, rules: object): void {
    const paragraphs = words.rules(rules as never).map(([, text]) => make("p", {}, text));
    const powers = words.powers(rules as never).map(([card, text]) => make("li", {}, make("b", {}, words.cardName(card)), ` ${text}`));
    this.show(this.language.say("how_to_play"), ...paragraphs, ...(powers.length ? [make("ul", { class: "powers" }, ...powers)] : []));
  }

  showMenu(watchers: number, menu: Menu): void {
    const { say } = this.language;
    const remembers = make("input", { type: "checkbox", id: "remembers", change: () => menu.setRemembers(remembers.checked) });
    remembers.checked = menu.remembers;
    const parts: HTMLElement[] = [
      shareLink(this.language),
      make("p", { class: "quiet" }, say("watchers", { count: watchers })),
      make("p", { class: "check" }, remembers, make("label", { for: "remembers" }, say("memory"))),
    ];
    const { takeBack, leave } = menu;
    const button = (text: string, kind: string, click: () => void) => make("button", { type: "button", class: kind, click }, text);
    if (takeBack) {
      const ask = () => {
        dismiss(this.open);
        takeBack();
      };
      parts.push(button(say("take_back"), "", ask));
    }
    if (leave) parts.push(button(say("leave"), "danger", () => this.show(say("leave_confirm"), button(say("leave"), "danger", leave))));
    this.show(say("table"), ...parts, languageChoice(this.language));
  }

  askRemove(name: string, remove: () => void): void {
    const { say } = this.language;
    const click = () => {
      dismiss(this.open);
      remove();
    };
    this.show(say("remove_confirm", { name }), make("button", { type: "button", class: "danger", click }, say("remove_player")));
  }

  tell(text: string): void {
    this.show(text);
  }

  showResult(play: Play, words: Words, outcome: Outcome, rematch: (() => void) | null): void {
    const { say } = this.language;
    const parts: HTMLElement[] = [
      make("p", { class: "winner" }, words.say("front", "wins", { names: outcome.winners })),
      scoreTable(this.language, play),
      ...lastHands(this.language, play),
      make("p", { class: "quiet", id: "agreed", role: "status" }),
    ];
    if (rematch) parts.push(make("button", { type: "button", class: "main rematch", click: rematch }, say("play_again")));
    this.scores = this.show(say("game_over"), ...parts);
  }

  noteRematch(names: string[]): void {
    const place = document.getElementById("agreed");
    const { say } = this.language;
    if (place) place.textContent = say("labelled", { name: say("play_again"), value: names.join(", ") });
  }

  askTakeBack(name: string, answer: (accept: boolean) => void): void {
    const { say } = this.language;
    this.closeOffer();
    const button = (key: string, accept: boolean) => {
      const click = () => {
        answer(accept);
        this.closeOffer();
      };
      return make("button", { type: "button", class: key, click }, say(key));
    };
    const question = make("p", {}, say("take_back_asked", { name }));
    this.offer = make("section", { class: "offer", role: "alertdialog", "aria-label": say("take_back") }, question, button("accept", true), button("decline", false));
    document.body.append(this.offer);
  }

  closeOffer(): void {
    this.offer?.remove();
    this.offer = null;
  }

  private show(title: string, ...parts: HTMLElement[]): HTMLDialogElement {
    dismiss(this.open);
    const close = make("button", { type: "button", class: "close", click: () => dialog.close() }, this.language.say("close"));
    const body = make("div", { class: "body" }, make("h2", { id: "dialog-title", tabindex: -1, autofocus: true }, title), ...parts, close);
    const dialog = make("dialog", { "aria-labelledby": "dialog-title" }, body);
    dialog.addEventListener("close", () => dialog.remove());
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close(); // beside it
    });
    document.body.append(dialog);
    dialog.showModal();
    this.open = dialog;
    return dialog;
  }
}

/** Closes it, and takes it out at once: its own event would come later. */
function dismiss(dialog: HTMLDialogElement | null): void {
  dialog?.close();
  dialog?.remove();
}

/** The address of this table, with a button that copies it. */
export function shareLink(language: Language): HTMLElement {
  const { say } = language;
  const input = make("input", { readonly: true, value: location.href, id: "link" });
  const copy = () => {
    input.select();
    void navigator.clipboard?.writeText(location.href).then(() => {
      button.textContent = say("link_copied");
    });
  };
  const button = make("button", { type: "button", click: copy }, say("copy_link"));
  return make("div", { class: "share" }, make("label", { for: "link" }, say("share_link")), make("div", { class: "line" }, input, button));
}

/** What each one had at the end of the last round, where the round tells. */
function lastHands(language: Language, play: Play): HTMLElement[] {
  const { lobby, rounds } = play.client;
  const last = rounds.at(-1);
  if (!lobby || !last || !("hands" in last)) return [];
  const words = wordsOf(language, lobby.game, play.names);
  const look = cardLook(lobby.game, language.code);
  const picture = (card: string | number) => make("img", { src: look.picture(String(card)), alt: words.cardName(card) });
  const hands = last.hands.map((hand, seat) => {
    const cards = Object.values<string | number>(hand).map(picture);
    return make("li", {}, make("span", { class: "name" }, play.names[seat] ?? ""), make("span", { class: "cards" }, ...cards));
  });
  const title = language.say("round", { round: String(last.round + 1) }, "table");
  return [make("ul", { class: "hands", "aria-label": title }, ...hands)];
}

/** A row a player, who may be many, and the total first, so that it is seen however many rounds there are. */
function scoreTable(language: Language, play: Play): HTMLElement {
  const { say } = language;
  const { rounds } = play.client;
  const totals = play.view?.totals ?? [];
  const heads = [say("total"), ...rounds.map(({ round }) => say("round", { round: String(round + 1) }, "table"))];
  const row = (name: string, seat: number) => {
    const scores = rounds.map((round) => make("td", {}, String(round.scores[seat])));
    return make("tr", {}, make("th", { scope: "row" }, name), make("td", { class: "sum" }, String(totals[seat])), ...scores);
  };
  const head = make("tr", {}, make("td"), ...heads.map((text) => make("th", { scope: "col" }, text)));
  const table = make("table", {}, make("thead", {}, head), make("tbody", {}, ...play.names.map(row)));
  return make("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": say("scores") }, table);
}
