// Draws scenes into the page: one element a spot, kept from one scene to the next.

import { make, set, setChildren } from "./dom.js";
import type { Group, Spot } from "./scene.js";

export interface CardLook {
  /** The address of a picture. */
  picture(face: string): string;
}

/** What happens when a card is chosen. */
export type Choose = (key: string) => void;

export class Canvas {
  private readonly cards = new Map<string, HTMLElement>();
  private readonly groups = new Map<string, HTMLElement>();
  private used = new Set<string>();

  constructor(
    private readonly look: CardLook,
    private readonly choose: Choose,
  ) {}

  /** Before a new scene: what is not drawn until `end` is forgotten. */
  begin(): void {
    this.used = new Set();
  }

  end(): void {
    for (const [key, card] of this.cards) {
      if (!this.used.has(key)) {
        card.remove();
        this.cards.delete(key);
      }
    }
  }

  /** The element of a spot, or of the first one that begins with this key. */
  find(key: string): HTMLElement | null {
    const exact = this.cards.get(key);
    if (exact) return exact;
    for (const [other, card] of this.cards) if (other.startsWith(`${key} `)) return card;
    return null;
  }

  /** Groups of cards into a place; `can` tells which keys may be chosen. */
  draw(place: HTMLElement, name: string, groups: readonly Group[], can: (key: string) => boolean): void {
    const elements = groups.map((group, index) => {
      const element = this.group(`${name} ${index}`, group);
      setChildren(element, group.spots.map((spot) => this.card(spot, can(spot.key))));
      return element;
    });
    setChildren(place, elements);
  }

  private group(name: string, group: Group): HTMLElement {
    let element = this.groups.get(name);
    if (!element) {
      element = make("div", { role: "group" });
      this.groups.set(name, element);
    }
    set(element, "class", `group ${group.layout}`);
    set(element, "aria-label", group.label);
    set(element, "data-count", group.spots.length);
    return element;
  }

  private card(spot: Spot, can: boolean): HTMLElement {
    this.used.add(spot.key);
    let card = this.cards.get(spot.key);
    if (!card) {
      card = this.makeCard(spot.key);
      this.cards.set(spot.key, card);
    }
    const marks = [...(spot.marks ?? []), ...(can ? ["can"] : []), ...(spot.face === null ? ["empty"] : [])];
    set(card, "class", ["card", ...marks].join(" "));
    set(card, "role", can ? "button" : "img");
    set(card, "tabindex", can ? 0 : null);
    set(card, "aria-label", spot.label);
    set(card, "data-count", spot.count || null);
    set(card, "data-note", spot.note || null);
    const [image, known] = [...card.children] as [HTMLImageElement, HTMLElement];
    set(image, "src", spot.face === null ? null : this.look.picture(spot.face));
    set(image, "hidden", spot.face === null);
    this.drawKnown(known, spot.known);
    return card;
  }

  private drawKnown(place: HTMLElement, face: string | undefined): void {
    if (place.dataset["face"] === (face ?? "")) return;
    place.dataset["face"] = face ?? "";
    place.replaceChildren(...(face === undefined ? [] : [make("img", { src: this.look.picture(face), alt: "" })]));
  }

  private makeCard(key: string): HTMLElement {
    const card = make(
      "div",
      { "data-key": key },
      make("img", { alt: "", draggable: "false", class: "face" }),
      make("span", { class: "known", "aria-hidden": "true", "data-face": "" }),
    );
    const act = () => {
      if (card.classList.contains("can")) this.choose(key);
    };
    card.addEventListener("click", act);
    card.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        act();
      }
    });
    return card;
  }
}

const CHOICES = ".card.can, .bar button";

/** Arrow keys go to the nearest thing that can be chosen in that direction. */
export function moveByArrows(root: HTMLElement): void {
  root.addEventListener("keydown", (event) => {
    const step = ARROWS[event.key];
    const from = document.activeElement;
    if (!step || !from?.matches(CHOICES)) return;
    const start = from.getBoundingClientRect();
    const next = nearest(choices(root).filter((one) => one !== from), (one) => ahead(start, one.getBoundingClientRect(), step));
    if (next) {
      event.preventDefault();
      next.focus();
    }
  });
}

/** What can be chosen nearest to a place, or first of all; null: nothing. */
export function nearestChoice(root: HTMLElement, place: DOMRect | null): HTMLElement | null {
  return nearest(choices(root), (one) => {
    if (!place) return 0;
    const { x, y } = between(place, one.getBoundingClientRect());
    return Math.hypot(x, y);
  });
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function choices(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(CHOICES)];
}

function nearest(all: HTMLElement[], distance: (one: HTMLElement) => number): HTMLElement | null {
  const far = all.map((one) => [distance(one), one] as const).filter(([length]) => length < Infinity);
  return far.reduce<readonly [number, HTMLElement] | null>((best, one) => (best && best[0] <= one[0] ? best : one), null)?.[1] ?? null;
}

/** How far something is in a direction; straight ahead goes before nearer but off the line. */
function ahead(from: DOMRect, to: DOMRect, [dx, dy]: [number, number]): number {
  const { x, y } = between(from, to);
  const along = x * dx + y * dy;
  const aside = Math.abs(x * dy) + Math.abs(y * dx);
  return along > 1 ? along + 2 * aside : Infinity;
}

function between(from: DOMRect, to: DOMRect): { x: number; y: number } {
  return { x: to.x + to.width / 2 - from.x - from.width / 2, y: to.y + to.height / 2 - from.y - from.height / 2 };
}
