// The board of a game in a browser: put together what the modules beside this one do.

import { Clock } from "./clock.js";
import { Connection } from "./connection.js";
import { Curtain } from "./curtain.js";
import { diceForm } from "./dice.js";
import { button, byId, keepSetting, make, setting } from "./elements.js";
import { Log } from "./log.js";
import { BoardMap } from "./map.js";
import { fillHelp, fillMenu, showSeats } from "./menu.js";
import { Orders, ordered } from "./orders.js";
import { QuestionPanel } from "./question.js";
import { Reasons } from "./reasons.js";
import { Replay } from "./replay.js";
import { Pieces } from "./pieces.js";

const NOTICE = 6000; // milliseconds
const PAUSE = 150;
const tokens = location.hash.slice(1).split("+"); // several: people who sit at one screen
const state = { sight: null, table: null, chosen: "", connection: "opening", fresh: [] };

const map = new BoardMap(byId("surface"), {
  answer: (value) => clicked(() => panel.chooseValue(value)),
  refuse: (words) => notice(words),
  thing: (thing) => (panel.chooseThing(thing) ? clicked(() => true) : select(thing)),
  bearing: (point) => {
    const subject = state.sight?.question?.subject;
    const bearing = subject ? map.bearingFrom(subject.thing, point) : null;
    if (bearing !== null) panel.chooseBearing(bearing);
  },
  hover: (words, value) => {
    byId("hover").textContent = words;
    byId("hover").hidden = !words;
    if (panel.question) panel.weigh(value ?? panel.chosen);
  },
});
const panel = new QuestionPanel(byId("question"), {
  answer: (value) => answer(value),
  mark: (value) => map.mark(value),
  thing: (thing) => select(thing),
  rule: (address) => readRule(address),
  chance: (number, value) => connection.send({ number, chance: value }),
});
const log = new Log(byId("log"), byId("newest"), (line) => connection.send({ why: line }));
const reasons = new Reasons(byId("rules"), {
  rule: (address) => connection.send({ rule: address }),
  show: () => showPanel("rules"),
});
const pieces = new Pieces(byId("piece-list"), byId("card"), (thing) => select(thing));
const clock = new Clock(byId("clock"));
let orders = new Orders();
const replay = new Replay((seen) => showSeen(seen), (number) => connection.send({ state: number }));
let connection = null;

// --- seats: one as a rule, or several people at one screen, each with orders of its own

const ordersOf = new Map();

function sit(token) {
  if (!ordersOf.has(token)) ordersOf.set(token, new Orders());
  orders = ordersOf.get(token);
  connection = new Connection(token, () => Math.max(100, byId("surface").clientWidth), heard, connectionChanged);
}

// Take all that belongs to a seat off the page.
function leave() {
  connection?.leave();
  Object.assign(state, { sight: null, chosen: "", fresh: [] });
  orders.stop();
  for (const part of [map, log, pieces, reasons, replay, clock]) part.clear();
  panel.showWaiting();
  for (const id of ["when", "waits", "facts", "hover", "spoken", "notice", "connection", "seats"]) byId(id).replaceChildren();
  for (const id of ["hover", "notice"]) byId(id).hidden = true;
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  byId("title").textContent = "Quarterdeck";
  byId("title").className = "";
  document.body.dataset.state = "curtain";
}

// --- what the host says

function heard(kind, message) {
  if (kind === "sight") hearSight(message);
  else if (kind === "log") hearLog(message);
  else if (kind === "table") hearTable(message);
  else if (kind === "looked") hearLooked(message);
  else if (kind === "states") hearStates(message);
  else if (kind === "state") replay.take(message);
  else if (kind === "chances") panel.hearChances(message);
  else if (kind === "explained") reasons.explain(message);
  else if (kind === "ruled") reasons.read(message);
  else if (kind === "refused") refuse(message.why);
  else if (kind === "accepted") accepted(message.number);
}

// An answer is safe. Where nobody may know what is done now, no new sight comes before others have answered.
function accepted(number) {
  const { sight } = state;
  if (sight?.number !== number || !sight.question) return;
  clock.clear();
  state.sight = { ...sight, question: null };
  setTimeout(() => {
    if (state.sight?.number === number && !state.sight.question && !state.sight.over) showQuestion(state.sight);
  }, PAUSE);
}

function hearSight(sight) {
  const before = state.sight;
  state.sight = sight;
  if (sight.log) hearLog(sight.log);
  document.title = `${sight.question ? "● Your turn: " : ""}${sight.title}`;
  byId("title").textContent = sight.title;
  byId("when").textContent = [`Turn ${sight.turn}`, ...(sight.question?.phases || []).slice(-1)].join(" · ");
  byId("waits").textContent = waitsFor(sight);
  byId("facts").textContent = factsOf(sight.board);
  showClock(sight);
  showOwn(sight);
  if (sight.number !== before?.number) state.chosen = "";
  pieces.show(sight.board, chosenThing());
  if (!replay.isOpen) drawBoard(sight);
  replay.keep({ picture: sight.picture, turn: sight.turn, lines: log.lines.length, board: sight.board });
  showQuestion(sight);
  fillMenu(menuState(), menuCalls);
}

const factsOf = (board) => board.facts.filter((one) => one.about).map((one) => `${one.words}: ${one.about}`).join(" · ");

function hearLog(part) {
  const fresh = log.put(part);
  const own = fresh.filter((line) => line.sort !== "turn").map((line) => line.text);
  if (own.length && state.sight) speak(own.slice(-3).join(". "));
  state.fresh = [...state.fresh, ...fresh.filter((line) => line.sort !== "phase")].slice(-4);
}

// Nothing is asked in a saved game: what happened is to be seen first.
function hearStates(message) {
  replay.load(message);
  document.querySelector('#tabs [data-panel="question"]').textContent = "Result";
  showPanel("log");
}

function hearTable(table) {
  const wasBot = menuState().isBot;
  state.table = table;
  showTable();
  fillMenu(menuState(), menuCalls);
  if (menuState().isBot !== wasBot && state.sight) botHasChanged(state.sight);
}

// A bot sits down and has answered already, or it leaves. Where all decide in secret, no new sight says so.
function botHasChanged(sight) {
  if (menuState().isBot) {
    notice("A bot plays your side now.");
    if (sight.question) clock.clear();
    state.sight = { ...sight, question: null };
    byId("waits").textContent = waitsFor(state.sight);
  }
  if (!state.sight.over && !state.sight.question) showQuestion(state.sight);
}

function showTable() {
  const { table, sight } = state;
  if (!table) return;
  const titles = new Map((sight?.board.sides || []).map((side) => [side.side, side.title]));
  showSeats(byId("seats"), table.seats, table.wishes, sight?.side, titles, {
    wish: (kind, answered, side) => connection.send(kind === "bot" ? { bot: answered, side } : { [kind]: answered }),
  });
}

function showOwn(sight) {
  const own = sight.board.sides.find((side) => side.side === sight.side);
  byId("title").className = own ? `side-${own.rank}` : "";
  byId("bar").dataset.seat = own ? own.title : "Onlooker";
  showTable();
}

// Whose time runs, and how much is left of it.
function showClock(sight) {
  const side = sight.board.sides.find((one) => one.side === sight.waits?.sides[0]);
  if (sight.left === null) clock.clear();
  else clock.start(sight.left, sight.question ? "You" : side?.title || "They");
}

function waitsFor(sight) {
  if (replay.isWhole) return "Saved game";
  if (sight.over) return sight.over.words;
  if (sight.question) return "Your turn";
  if (sight.dice) return `A d${sight.dice.sides} is to be thrown`;
  return sight.waits?.words ? `Waiting for ${sight.waits.words}` : "Waiting";
}

// --- the map

function labelsOf(board) {
  return new Map(board.pieces.filter((piece) => piece.code).map((piece) => [`${piece.code} ${piece.name}`, piece]));
}

function drawBoard({ picture, board, turn }) {
  if (!picture) return;
  map.showGround(picture.ground);
  map.showTop(picture.moving, labelsOf(board), replay.isOpen ? null : turn);
}

// All that may be seen of a thing, and its arcs.
function hearLooked({ card, moving }) {
  pieces.showCard(card);
  if (!moving || (replay.isOpen && !replay.isWhole) || card.thing !== state.chosen) return;
  map.showTop(moving, labelsOf(state.sight.board), state.sight.turn);
  map.mark(panel.chosen);
}

function showSeen(seen) {
  document.body.classList.toggle("earlier", seen !== null && !replay.isWhole);
  if (!state.sight) return;
  if (replay.isWhole) {
    state.sight = { ...state.sight, board: seen.board, turn: seen.turn };
    byId("when").textContent = `Turn ${seen.turn}`;
    byId("facts").textContent = factsOf(seen.board);
  }
  drawBoard(seen || state.sight);
  pieces.show((seen || state.sight).board, chosenThing());
  log.upTo(seen && seen.lines < log.lines.length ? seen.lines : null);
  if (!seen) map.mark(panel.chosen);
}

function chosenThing() {
  return state.chosen || state.sight?.question?.subject?.thing || "";
}

function select(thing) {
  state.chosen = thing;
  connection.send({ look: thing });
  pieces.show(state.sight.board, thing);
  map.centreThing(thing);
  if (!isNarrow()) showPanel("pieces");
  byId("pieces").scrollTop = 0;
}

// Read the rule of the question, or any other.
function readRule(address) {
  reasons.clear();
  connection.send({ rule: address });
}

// --- questions and answers

function showQuestion(sight) {
  const { question } = sight;
  const byItself = question && !sight.over ? orders.next(sight) : undefined;
  const asked = byItself === undefined ? "asked" : "answering";
  document.body.dataset.state = sight.over ? "over" : question ? asked : sight.dice ? "dice" : "waiting";
  document.body.dataset.number = sight.number;
  if (sight.over && replay.isWhole) {
    panel.showWaiting(make("h2", {}, "A saved game"), make("p", {}, sight.over.words));
    return;
  }
  if (sight.over) {
    orders.stop();
    panel.showWaiting(make("h2", {}, "The game is over"), make("p", {}, sight.over.words),
      button("Look back", () => replay.open(), { class: "main" }));
    speak(`The game is over. ${sight.over.words}`);
    return;
  }
  if (!question) {
    if (sight.dice) showDice(sight);
    else panel.showWaiting(make("h2", {}, waitsFor(sight)), botSits(), happened(), standing());
    return;
  }
  if (byItself !== undefined) {
    panel.showWaiting(make("h2", {}, "Answering for you"), standing());
    answer(byItself);
    return;
  }
  const isNew = panel.show(sight.number, question, [standing(), bulk(sight), happened()].filter(Boolean));
  map.mark(panel.chosen);
  if (!isNew) return;
  speak(`${question.asked} ${question.options.length ? `${question.options.length} options` : ""}`);
  if (setting("follow", true)) map.centre(question.subject?.thing);
}

function showDice({ dice, side }) {
  const hadFocus = byId("question").contains(document.activeElement) || document.activeElement === document.body;
  panel.showWaiting(...diceForm(dice, Boolean(side), (faces) => connection.send({ number: dice.number, faces })), happened());
  speak(`Throw a d${dice.sides}: ${dice.words}. ${dice.needed ? `Needed: ${dice.needed}` : ""}`);
  if (hadFocus) byId("question").querySelector("input")?.focus({ preventScroll: true });
}

// A bot decides for this seat, until its player is back.
function botSits() {
  if (!menuState().isBot) return null;
  return make("p", { class: "standing" }, "A bot plays your side. ",
    button("Play my side myself again", menuCalls.back, { class: "main" }));
}

function standing() {
  return orders.standing ? make("p", { class: "standing" }, "Your side answers by itself. ",
    button("Stop (Esc)", () => stopOrders(), { class: "danger" })) : null;
}

function stopOrders() {
  if (!orders.standing) return false;
  orders.stop();
  notice("Stopped. You answer again.");
  if (state.sight) showQuestion(state.sight);
  return true;
}

// The buttons that answer many questions at once, in a row for each kind of order.
function bulk(sight) {
  const { question } = sight;
  const own = question.subject ? "this one" : "";
  const go = (words, how, where, key = null) => button(key ? [words, " ", make("kbd", { "aria-hidden": "true" }, key)] : words, () => {
    orders.begin(how, where, sight, panel.chosen);
    const value = orders.next(sight);
    if (value !== undefined) answer(value);
    else notice(orders.standing ? "This one is left out of the division: answer for it, then the others follow." : "There is nothing that may be answered so here.");
  }, { "aria-keyshortcuts": key });
  const rows = [];
  const { advised, earlier } = ordered(question);
  if (advised !== undefined) {
    rows.push(["As advised", own && go(own, "advised", "subject"), go("rest of phase", "advised", "phase", "R"), go("rest of turn", "advised", "turn")]);
  }
  if (earlier !== undefined) {
    rows.push(["As last turn", button(["this answer ", make("kbd", { "aria-hidden": "true" }, "E")], () => answer(earlier), { "aria-keyshortcuts": "E" }),
      own && go(own, "earlier", "subject"), go("the phase", "earlier", "phase")]);
  }
  const { leader } = question;
  if (leader) rows.push([`As ${leader.words}`, go(own, "leader", "subject"), go("all further ones", "leader", "phase", "F")]);
  rows.push(["This answer", go("for all who are asked the same", "alike", "phase")]);
  const division = divisionOf(sight);
  if (division.length > 1) rows.push(["Division", ...division]);
  return make("details", { class: "bulk", open: setting("bulk", true), ontoggle: (event) => keepSetting("bulk", event.target.open) },
    make("summary", {}, "Many orders at once"),
    make("dl", {}, rows.flatMap(([words, ...buttons]) => [make("dt", {}, words), make("dd", {}, buttons.filter(Boolean))])));
}

// A switch for each own piece: those that are left out get no orders together with the others.
function divisionOf(sight) {
  const own = sight.board.pieces.filter((piece) => piece.side === sight.side && piece.code && !piece.off);
  return own.map((piece) => button(piece.code, (event) => {
    orders.toggle(piece.thing);
    event.currentTarget.setAttribute("aria-pressed", String(!orders.left.has(piece.thing)));
  }, { "aria-pressed": String(!orders.left.has(piece.thing)), title: piece.name, "data-division": piece.thing }));
}

// What has happened since the last answer of this seat.
function happened() {
  const lines = state.fresh;
  if (!lines.length) return null;
  return make("div", { class: "happened" }, make("h3", {}, "Since your last answer"),
    lines.map((line) => make("p", { class: `line ${line.sort}` }, line.text)));
}

function clicked(choose) {
  if (replay.isOpen) replay.close();
  if (!choose()) return;
  if (setting("oneClick", false)) answer(panel.chosen);
  else byId("question").querySelector("button.main")?.focus({ preventScroll: true });
}

function answer(value) {
  const { sight } = state;
  if (!sight?.question || value === undefined) return;
  state.fresh = [];
  panel.setBusy(true);
  connection.answer(sight.number, value);
}

function refuse(why) {
  orders.stop();
  panel.refuse(why);
  notice(why);
  if (state.sight?.question && !panel.question) showQuestion(state.sight);
}

// --- words for everybody

function connectionChanged(kind, words) {
  state.connection = kind;
  const shown = byId("connection");
  shown.textContent = words;
  shown.className = kind;
  document.body.classList.toggle("cut", kind === "lost" || kind === "ended");
  if (kind === "lost") panel?.setBusy(false);
  if (kind === "ended") ended(words);
}

function ended(words) {
  const again = button("Try again", () => location.reload(), { class: "main" });
  panel.showWaiting(make("h2", {}, "Not connected"), make("p", { class: "problem" }, words), again);
  if (!state.sight) byId("title").textContent = "Quarterdeck";
}

let noticeTimer;
function notice(words) {
  const shown = byId("notice");
  shown.textContent = words;
  shown.hidden = !words;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => { shown.hidden = true; }, NOTICE);
}

function speak(words) {
  byId("spoken").textContent = words;
}

// --- panels, menu and keys

const isNarrow = () => matchMedia("(max-width: 800px)").matches;

function showPanel(name) {
  document.body.dataset.panel = name;
  for (const tab of document.querySelectorAll("#tabs [data-panel]")) {
    tab.setAttribute("aria-pressed", String(tab.dataset.panel === name));
  }
  if (name === "log") log.toEnd();
}

const menuState = () => ({
  side: state.sight?.side,
  over: state.sight?.over,
  dice: state.table?.dice,
  isBot: ["bot", "random"].includes(state.table?.seats[state.sight?.side]),
});
const menuCalls = {
  undo: () => connection.send({ undo: "ask" }),
  bot: () => connection.send({ bot: "ask" }),
  back: () => connection.send({ bot: "back" }),
  dice: () => connection.send({ dice: "ask" }),
  roll: () => connection.send({ dice: "roll" }),
  resign: () => connection.send({ resign: true }),
};

function panelKey(name, id) {
  showPanel(name);
  const frame = byId(id);
  (frame.querySelector("input:checked, button") || frame).focus();
}

const bulkKey = (key) => [...document.querySelectorAll(".bulk button")]
  .find((one) => one.getAttribute("aria-keyshortcuts") === key)?.click();

const ACTS = {
  a: () => panel.chooseAdvised() && answer(panel.chosen),
  e: () => state.sight?.question && answer(ordered(state.sight.question).earlier),
  r: () => bulkKey("R"),
  f: () => bulkKey("F"),
  u: () => menuCalls.undo(),
  c: () => map.centre(chosenThing(), true),
  q: () => { showPanel("question"); panel.focus(); },
  m: () => byId("surface").focus(),
  l: () => { showPanel("log"); byId("log").focus(); },
  p: () => panelKey("pieces", "pieces"),
  w: () => log.explainHere() || notice("Nothing has happened yet that could be explained."),
  s: () => state.sight?.question && readRule(state.sight.question.at),
  b: () => byId("look-back").click(),
  "+": () => map.zoom(1.4),
  "=": () => map.zoom(1.4),
  "-": () => map.zoom(1 / 1.4),
  0: () => map.fitAll(),
  "?": () => byId("help").showModal(),
};

document.addEventListener("keydown", (event) => {
  if (document.body.classList.contains("curtained")) return;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") {
    if (!stopOrders() && replay.isOpen) replay.close();
    return;
  }
  const isText = event.target.matches?.("input[type=text]");
  if (isText && event.key !== "?" && !/^[a-z]$/.test(event.key)) return;
  if (event.target.matches?.(".search")) return;
  if (/^[1-9]$/.test(event.key) && panel.chooseNumbered(Number(event.key))) {
    event.preventDefault();
    return;
  }
  const act = ACTS[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
});

byId("zoom-in").addEventListener("click", () => map.zoom(1.4));
byId("zoom-out").addEventListener("click", () => map.zoom(1 / 1.4));
byId("fit").addEventListener("click", () => map.fitAll());
byId("centre").addEventListener("click", () => map.centre(chosenThing(), true));
byId("open-menu").addEventListener("click", () => byId("menu").showModal());
byId("taller").addEventListener("click", (event) => {
  const isTall = document.body.classList.toggle("tall");
  event.currentTarget.setAttribute("aria-pressed", String(isTall));
});
for (const tab of document.querySelectorAll("#tabs [data-panel]")) {
  tab.addEventListener("click", () => showPanel(tab.dataset.panel));
}
fillHelp();
fillMenu(menuState(), menuCalls);
showPanel(isNarrow() ? "question" : "log");
new Curtain(tokens, { sit, leave });
