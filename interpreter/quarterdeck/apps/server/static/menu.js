// The menu of the game, the list of keys, and who sits where.

import { button, byId, keepSetting, make, setting } from "./elements.js";

export const KEYS = [
  ["↑ ↓", "move between the options; change a number by one step"],
  ["Enter", "answer"],
  ["1 to 9", "choose an option by its number"],
  ["A", "answer as advised"],
  ["E", "answer as in the turn before"],
  ["R", "answer the rest of this phase as advised"],
  ["F", "give all further pieces the orders of the first in this phase: follow the leader"],
  ["Esc", "stop to answer by itself; close a window"],
  ["U", "ask to take back your last answer"],
  ["C", "show on the map what is asked about"],
  ["+ − 0", "zoom in, out, show everything"],
  ["Q, M, L, P", "go to the question, map, log, pieces"],
  ["W", "why: explain the line of the log that has the focus, or the last one"],
  ["S", "show the rule of the question"],
  ["Arrows on the map", "move the map"],
  ["↑ ↓ in the log", "go to the lines that can be explained; then Enter"],
  ["B", "look back at earlier states; then ← →"],
  ["?", "this list"],
];

const SEAT_WORDS = { here: "here", away: "away", bot: "bot", random: "bot at random", resigned: "resigned" };

export function fillHelp() {
  const dialog = byId("help");
  dialog.replaceChildren(
    make("h2", { id: "help-title" }, "Keys"),
    make("dl", { class: "keys" }, KEYS.flatMap(([keys, words]) => [make("dt", {}, make("kbd", {}, keys)), make("dd", {}, words)])),
    make("form", { method: "dialog" }, make("button", { class: "main" }, "Close")));
}

// `calls` are undo(), bot(), back(), dice(), roll(), resign().
export function fillMenu(state, calls) {
  const dialog = byId("menu");
  const close = (act) => () => {
    dialog.close();
    act();
  };
  const items = [];
  if (state.side && !state.over) {
    items.push(button("Take back my last answer", close(calls.undo)));
    if (state.dice !== "both machines") {
      items.push(state.isBot ? button("Play my side myself again", close(calls.back))
        : button("Let a bot play my side", close(calls.bot)));
      items.push(state.dice === "typed" ? button("Let the host roll the dice", close(calls.roll))
        : button("Throw real dice and type them in", close(calls.dice)));
    }
    items.push(button("Resign", () => confirmResigning(dialog, close(calls.resign)), { class: "danger" }));
  }
  items.push(button("Keys", close(() => byId("help").showModal())));
  dialog.replaceChildren(
    make("h2", { id: "menu-title" }, "Game"),
    make("div", { class: "menu" }, items),
    toggle("oneClick", "One click on the map or list answers at once"),
    toggle("follow", "The map follows the question", true),
    make("form", { method: "dialog" }, make("button", { class: "main" }, "Close")));
}

function confirmResigning(dialog, resign) {
  dialog.replaceChildren(
    make("h2", { id: "menu-title" }, "Resign?"),
    make("p", {}, "Your side gives up the game. This cannot be taken back."),
    make("form", { method: "dialog", class: "buttons" },
      button("Resign", resign, { class: "danger" }), make("button", { class: "main", autofocus: true }, "Play on")));
}

function toggle(name, words, fallback = false) {
  const input = make("input", { type: "checkbox", checked: setting(name, fallback), onchange: () => keepSetting(name, input.checked) });
  return make("label", { class: "toggle" }, input, " ", words);
}

// Show who sits where, and what somebody has asked for with buttons to agree.
export function showSeats(list, seats, wishes, own, titles, calls) {
  const rows = Object.entries(seats).map(([side, state]) => make("li", { class: `seat ${state}` },
    make("span", { class: "dot", "aria-hidden": "true" }), `${titles.get(side) || side}${side === own ? " (you)" : ""}: ${SEAT_WORDS[state] || state}`));
  for (const wish of wishes) rows.push(wishRow(wish, own, titles, calls));
  list.replaceChildren(...rows);
}

function wishRow({ kind, by, side }, own, titles, calls) {
  const title = titles.get(by) || by;
  const words = kind === "undo" ? `${title} asks to take back an answer.`
    : kind === "dice" ? `${title} asks that real dice are typed in.`
    : `${title} asks that a bot plays ${side === by ? "for them" : titles.get(side) || side}.`;
  const mine = by === own || !own;
  return make("li", { class: "wish" }, mine ? `${words} Waiting for the others.` : words,
    mine ? null : [" ", button("Agree", () => calls.wish(kind, "agree", side)), " ",
      button("Decline", () => calls.wish(kind, "decline", side))]);
}
