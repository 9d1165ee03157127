// The things of each side as a list, and the card of one of them with its tracks.

import { button, make } from "./elements.js";

const MOST_BOXES = 30;

export class Pieces {
  // `select(thing)` is called when one is chosen.
  constructor(list, card, select) {
    this.list = list;
    this.card = card;
    this.select = select;
    this.chosen = "";
  }

  clear() {
    this.list.replaceChildren();
    this.card.replaceChildren();
    this.card.hidden = true;
    this.chosen = "";
  }

  show(board, chosen) {
    this.chosen = chosen;
    const groups = board.sides.map((side) => make("section", { class: `of-side side-${side.rank}` },
      make("h3", {}, make("span", { class: "swatch", "aria-hidden": "true" }), side.title),
      side.about ? make("p", { class: "aside" }, side.about) : null,
      this.rows(board.pieces.filter((piece) => piece.rank === side.rank))));
    const others = board.pieces.filter((piece) => piece.rank < 0 && piece.name);
    if (others.length) groups.push(make("section", {}, make("h3", {}, "Others"), this.rows(others)));
    const scrolled = this.list.scrollTop;
    this.list.replaceChildren(...groups);
    this.list.scrollTop = scrolled;
  }

  rows(pieces) {
    return make("ul", {}, pieces.map((piece) => make("li", { class: piece.off ? "off" : null },
      button([piece.code ? make("b", {}, piece.code, " ") : null, piece.name].filter(Boolean), () => this.select(piece.thing), {
        class: "link", "data-piece": piece.thing, "aria-pressed": String(piece.thing === this.chosen),
      }),
      piece.about ? make("span", { class: "told" }, piece.about) : null)));
  }

  showCard(card) {
    this.card.hidden = !card;
    if (!card) return;
    const rows = card.lines.map((line) => this.line(line)).filter(Boolean);
    this.card.replaceChildren(
      make("h3", {}, card.code ? `${card.code} ${card.name}` : card.name),
      make("dl", {}, rows.flat()));
  }

  line(line) {
    const depth = `depth-${Math.min(4, line.depth)}`;
    const term = make("dt", { class: depth }, line.words);
    if (line.hidden) return [term, make("dd", { class: "hidden" }, "hidden")];
    if (line.field === null) return [make("dt", { class: `${depth} part` }, line.words), make("dd", { class: "part" })];
    if (line.track) return [term, make("dd", {}, track(line))];
    if (line.said === "") return null; // its parts follow
    const changed = line.at_start !== undefined && JSON.stringify(line.at_start) !== JSON.stringify(line.value);
    return [term, make("dd", {}, line.said, changed ? make("span", { class: "told" }, ` (${line.at_start} at the start)`) : null)];
  }
}

// Show a number that lessens as boxes, the lost ones crossed out; in words for those who do not see them.
function track(line) {
  const [now, first] = [Number(line.value), Number(line.at_start)];
  const words = `${line.said} of ${line.at_start}`;
  if (!Number.isInteger(now) || !Number.isInteger(first) || first > MOST_BOXES) {
    return [make("meter", { min: 0, max: first, value: now, "aria-label": `${line.words} ${words}` }), ` ${words}`];
  }
  const boxes = Array.from({ length: first }, (_, at) => make("i", { class: at < now ? "box" : "box lost" }));
  return [make("span", { class: "track", role: "img", "aria-label": words }, boxes), make("span", { class: "count" }, words)];
}
