// The question that waits: its options as a list, a field for a number, and what may be done besides answering.

import { button, make, same } from "./elements.js";
import { allowedNumber, highest, inWords, lowest, nearestHeading, nearestNumber, nextNumber } from "./numbers.js";

const REST = 120; // milliseconds that the pointer rests on an answer before its chances are counted
const MANY = 12; // options from which on a field to search them is offered

// All that may be answered but numbers, in order.
function rowsOf(question) {
  const rows = question.options.map((option) => ({ ...option }));
  const has = (value) => rows.some((row) => same(row.value, value));
  if (question.may_decline && !has("none")) rows.push({ value: "none", words: "None", told: "", isLast: true });
  if (question.may_stop && !has("stop")) rows.push({ value: "stop", words: "No more", told: "", isLast: true });
  return rows;
}

export const mayAnswer = (question, value) => rowsOf(question).some((row) => same(row.value, value))
  || (question.numbers.length > 0 && allowedNumber(question.numbers, value) === value);

export class QuestionPanel {
  // `calls` are answer(value), mark(value), thing(name), rule(address), chance(value).
  constructor(panel, calls) {
    this.panel = panel;
    this.calls = calls;
    this.key = null;
    this.question = null;
  }

  // Show a question. The same question again, after a lost connection, leaves what was chosen.
  show(number, question, extras) {
    const key = `${number} ${question.at}`;
    if (this.key === key && this.form?.isConnected) {
      this.setBusy(false);
      return false;
    }
    const hadFocus = this.panel.contains(document.activeElement) || document.activeElement === document.body;
    this.key = key;
    this.number = number;
    this.question = question;
    this.chosen = undefined;
    this.isBusy = false;
    this.list = this.field = null;
    this.draw(extras);
    if (hadFocus) this.focus();
    return true;
  }

  // Show why nothing is asked.
  showWaiting(...content) {
    clearTimeout(this.timer);
    this.key = this.question = this.chances = this.form = this.send = this.error = this.list = this.field = null;
    this.chosen = undefined;
    this.panel.replaceChildren(...content.filter(Boolean));
    this.calls.mark(undefined);
  }

  focus() {
    const first = this.panel.querySelector("input:checked, input[type=number], input[type=text], button.main");
    first?.focus({ preventScroll: true });
  }

  draw(extras) {
    const { question } = this;
    this.known = new Map();
    this.chances = make("p", { class: "chances", role: "status", "aria-live": "polite", hidden: true });
    this.error = make("p", { id: "problem", class: "problem", role: "alert" });
    this.send = make("button", { type: "submit", class: "main" }, "Answer");
    const title = make("h2", { id: "asked" }, question.asked);
    const body = question.numbers?.length ? this.numberField() : this.optionList();
    this.form = make("form", { "aria-labelledby": "asked", novalidate: true, onsubmit: (event) => this.submitted(event) },
      this.context(), title, ...body, this.error,
      make("div", { class: "buttons" }, this.chances, this.send, ...this.declining()));
    this.panel.replaceChildren(this.form, ...extras, ...this.refusals());
    this.panel.scrollTop = 0;
    this.changed();
    const first = this.list?.querySelector("input:checked")?.closest("label");
    if (first) this.list.scrollTop = first.offsetTop - this.list.offsetTop - 4;
  }

  context() {
    const { question } = this;
    const parts = [];
    if (question.phases?.length) parts.push(question.phases.join(" · "));
    const line = make("p", { class: "context" }, parts.join(" "));
    const subject = question.subject;
    if (subject) {
      line.append(" ", button(subject.words, () => this.calls.thing(subject.thing), {
        class: "link", "data-subject": subject.thing, title: "Show its card and find it on the map",
      }));
    }
    line.append(" ", button("Rule", () => this.calls.rule(question.at), { class: "link", "aria-label": "Show the rule of the question" }));
    return line;
  }

  // --- options

  get rows() {
    return rowsOf(this.question);
  }

  get advisedValue() {
    return this.question.advised?.value ?? this.question.default ?? undefined;
  }

  optionList() {
    const rows = this.rows;
    const advised = this.advisedValue;
    const begin = rows.some((row) => same(row.value, advised)) ? advised : rows[0]?.value;
    const list = make("div", { class: "options", role: "radiogroup", "aria-labelledby": "asked" },
      rows.map((row, at) => this.row(row, at, same(row.value, advised), same(row.value, begin))));
    this.list = list;
    this.chosen = begin;
    const found = [list];
    if (rows.length >= MANY) found.unshift(this.search(list));
    const left = this.question.left_off;
    if (left) found.push(make("p", { class: "aside" }, `${left} further options are not listed here.`));
    return found;
  }

  row(row, at, isAdvised, isChecked) {
    const input = make("input", {
      type: "radio", name: "answer", value: JSON.stringify(row.value), checked: isChecked,
      onchange: () => this.choose(row.value), onfocus: () => this.weigh(row.value),
    });
    const words = make("span", { class: "words" }, row.words);
    if (isAdvised) words.append(" ", make("span", { class: "badge" }, this.question.advised?.by_doctrine ? "advised" : "usual"));
    const told = (row.told || "").split(/, (?![^[]*\])/).filter(Boolean).join(" · ");
    const key = at < 9 ? make("kbd", { "aria-hidden": "true" }, at + 1) : make("kbd", { "aria-hidden": "true" });
    return make("label", { class: `option${isAdvised ? " advised" : ""}${row.isLast ? " last" : ""}`, ondblclick: () => this.calls.answer(row.value),
      onpointerenter: () => this.weigh(row.value), onpointerleave: () => this.weigh(this.chosen) },
      input, key, words, told ? make("span", { class: "told" }, told) : null);
  }

  search(list) {
    const field = make("input", {
      type: "text", class: "search", placeholder: "Search the options", "aria-label": "Search the options",
      oninput: () => {
        const wanted = field.value.trim().toLowerCase();
        for (const label of list.children) label.hidden = !label.textContent.toLowerCase().includes(wanted);
      },
    });
    return field;
  }

  // --- numbers

  numberField() {
    const runs = this.question.numbers;
    const unit = this.question.sort === "heading" ? "°" : (this.question.unit || "").replaceAll("_", " ");
    const begin = this.advisedValue ?? lowest(runs);
    this.field = make("input", {
      type: "text", inputmode: "decimal", autocomplete: "off", id: "number", value: begin, "aria-labelledby": "asked",
      "aria-describedby": "bounds problem", oninput: () => this.typed(), onkeydown: (event) => this.stepped(event),
    });
    this.slider = make("input", {
      type: "range", min: lowest(runs), max: highest(runs), step: runs[0].step, value: begin, "aria-label": "Slide to a number",
      oninput: () => this.setNumber(nearestNumber(runs, this.slider.value)),
    });
    const by = (way) => () => this.setNumber(nextNumber(runs, this.field.value, way));
    const advised = this.advisedValue;
    const chips = [["least", lowest(runs)], ["most", highest(runs)]];
    if (advised !== undefined) chips.unshift([this.question.advised?.by_doctrine ? "advised" : "usual", advised]);
    return [
      make("div", { class: "number" },
        button("−", by(-1), { "aria-label": "Less" }), this.field, make("span", { class: "unit" }, unit),
        button("+", by(1), { "aria-label": "More" })),
      lowest(runs) === highest(runs) ? null : this.slider,
      make("p", { id: "bounds", class: "aside" }, `Allowed: ${inWords(runs)}`),
      make("div", { class: "chips" }, chips.map(([words, value]) =>
        button(`${words} ${value}`, () => this.setNumber(value), { class: "chip" }))),
    ].filter(Boolean);
  }

  typed() {
    const value = allowedNumber(this.question.numbers, this.field.value);
    this.chosen = value ?? undefined;
    if (value !== null) this.slider.value = value;
    this.changed();
  }

  stepped(event) {
    const way = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (!way) return;
    event.preventDefault();
    let value = this.field.value;
    for (let count = Math.abs(way); count; count -= 1) value = nextNumber(this.question.numbers, value, Math.sign(way));
    this.setNumber(value);
  }

  setNumber(value) {
    this.field.value = value;
    this.typed();
  }

  // --- choosing and sending

  choose(value) {
    this.chosen = value;
    for (const input of this.list?.querySelectorAll("input") || []) {
      input.checked = input.value === JSON.stringify(value);
      if (input.checked) input.closest("label").scrollIntoView({ block: "nearest" });
    }
    this.changed();
  }

  // Choose what was clicked on the map; give whether it is one of the answers.
  chooseValue(value) {
    if (!this.question || !this.list || !this.rows.some((row) => same(row.value, value))) return false;
    this.choose(value);
    return true;
  }

  chooseThing(thing) {
    const option = this.question?.options.find((one) => one.thing === thing);
    return option ? this.chooseValue(option.value) : false;
  }

  chooseBearing(bearing) {
    if (this.question?.sort !== "heading" || !this.question.numbers.length) return false;
    this.setNumber(nearestHeading(this.question.numbers, bearing));
    return true;
  }

  chooseNumbered(number) {
    const rows = this.list ? this.rows : [];
    if (number > rows.length) return false;
    this.choose(rows[number - 1].value);
    this.list.querySelector("input:checked")?.focus();
    return true;
  }

  chooseAdvised() {
    if (!this.question || this.advisedValue === undefined) return false;
    if (this.list && !this.question.numbers?.length) return this.chooseValue(this.advisedValue);
    this.setNumber(this.advisedValue);
    return true;
  }

  changed() {
    const { question } = this;
    if (question.numbers?.length) {
      const typed = this.field.value;
      this.field.setAttribute("aria-invalid", String(this.chosen === undefined));
      this.error.textContent = this.chosen === undefined ? this.whyNot(typed) : "";
      if (this.chosen === undefined && this.field.value === String(this.advisedValue)) this.typed();
    }
    this.send.disabled = this.chosen === undefined;
    this.send.textContent = this.sendWords;
    this.calls.mark(this.chosen);
    this.weigh(this.chosen);
  }

  // --- chances

  // Show what comes of an answer by chance, or else of the chosen one; what is not known yet is asked for when the
  // pointer has come to rest.
  weigh(value) {
    clearTimeout(this.timer);
    this.weighed = value;
    this.showChances(this.knownChances());
    const unknown = [value, this.chosen].filter((one) => one !== undefined && !this.known.has(JSON.stringify(one)));
    if (unknown.length) this.timer = setTimeout(() => this.calls.chance(this.number, unknown[0]), REST);
  }

  knownChances() {
    const lines = this.known.get(JSON.stringify(this.weighed));
    return lines?.length ? lines : this.known.get(JSON.stringify(this.chosen));
  }

  hearChances({ number, value, checks, changes }) {
    if (!this.question || number !== this.number) return;
    const parts = checks.map((one) => `${one.words}: ${one.chance}${one.fraction ? ` (${one.fraction})` : ""}`);
    const means = changes.map((one) => `${one.thing}: ${one.words} ${one.mean} on average (${one.chance})`);
    this.known.set(JSON.stringify(value), [...parts, ...means]);
    this.weigh(this.weighed);
  }

  showChances(lines) {
    if (!this.chances) return;
    this.chances.hidden = !lines?.length;
    this.chances.replaceChildren(...(lines?.length ? lines.map((one) => make("span", {}, one)) : []));
  }

  whyNot(typed) {
    const refused = (this.question.refused || []).find((one) => one.numbers?.length
      && allowedNumber(one.numbers, typed) !== null);
    const near = Number.isFinite(Number(typed)) && typed.trim() ? nearestNumber(this.question.numbers, typed) : null;
    const reason = refused ? `${typed} is not allowed: ${refused.reason}.` : `Not allowed; allowed is ${inWords(this.question.numbers)}.`;
    return near === null ? reason : `${reason} The nearest is ${near}.`;
  }

  submitted(event) {
    event.preventDefault();
    if (this.chosen !== undefined && !this.isBusy) this.calls.answer(this.chosen);
  }

  setBusy(isBusy) {
    clearTimeout(this.timer);
    this.isBusy = isBusy;
    this.form?.classList.toggle("busy", isBusy);
    this.form?.setAttribute("aria-busy", String(isBusy));
    if (this.send) this.send.textContent = isBusy ? "Sending…" : this.sendWords;
  }

  get sendWords() {
    if (this.chosen === undefined) return "Answer";
    const row = this.question.numbers?.length ? null : this.rows.find((one) => same(one.value, this.chosen));
    return `Answer: ${row ? row.words : this.chosen}`;
  }

  refuse(why) {
    this.setBusy(false);
    if (this.error) this.error.textContent = why;
  }

  // --- the rest

  declining() {
    if (!this.question.numbers?.length) return [];
    const found = [];
    if (this.question.may_decline) found.push(button("None", () => this.calls.answer("none")));
    if (this.question.may_stop) found.push(button("No more", () => this.calls.answer("stop")));
    return found;
  }

  refusals() {
    const refused = this.question.refused || [];
    if (!refused.length) return [];
    const count = refused.reduce((sum, one) => sum + (one.options?.length || 0) + (one.numbers?.length || 0), 0);
    const items = refused.map((one) => {
      const words = (one.options || []).map((option) => option.words);
      if (one.numbers?.length) words.push(inWords(one.numbers));
      return make("li", {}, make("span", { class: "words" }, words.join(", ")), make("span", { class: "told" }, one.reason));
    });
    return [make("details", { class: "refused" }, make("summary", {}, `Not allowed now (${count})`), make("ul", {}, items))];
  }
}
