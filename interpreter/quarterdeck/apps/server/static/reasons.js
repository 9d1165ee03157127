// Why something happened, at three depths, and the book of the rules beside the map.

import { button, keepSetting, make, setting } from "./elements.js";

const DEPTHS = [[1, "What happened"], [2, "How it was counted"], [3, "The rules"]];

export class Reasons {
  // `calls` are rule(address), which asks for a section of the book, and show(), which gives the panel to the front.
  constructor(frame, calls) {
    this.frame = frame;
    this.calls = calls;
    this.depth = setting("whyDepth", 2);
    this.why = null;
    this.rule = null;
    this.back = []; // addresses of sections that were read before
    this.draw();
  }

  // Show why a line of the log came about; the section of the rule follows when it comes.
  explain(why) {
    this.why = why;
    this.rule = null;
    this.back = [];
    this.draw();
    this.calls.show();
    this.calls.rule(why.rule);
    this.frame.querySelector("h2")?.focus();
  }

  // Show a section of the book.
  read(rule) {
    if (this.rule && this.rule.address !== rule.address && !this.isReturning) this.back.push(this.rule.address);
    this.isReturning = false;
    const isFirst = !this.rule;
    this.rule = rule;
    this.draw();
    this.calls.show();
    if (!isFirst || !this.why) {
      const title = this.frame.querySelector(".book h2, .book h3");
      title?.focus();
      title?.scrollIntoView({ block: "start" });
    }
  }

  clear() {
    this.why = this.rule = null;
    this.back = [];
    this.draw();
  }

  draw() {
    const parts = [this.why ? this.reasons() : null, this.rule ? this.book() : null].filter(Boolean);
    if (!parts.length) parts.push(make("p", { class: "aside" }, "Choose a line of the log to see why it came about, or the rule of the question."));
    this.frame.replaceChildren(...parts);
  }

  reasons() {
    const chosen = DEPTHS.map(([depth, words]) => button(words, () => this.setDepth(depth), {
      class: "chip", "aria-pressed": String(depth === this.depth), "data-depth": depth,
    }));
    const number = this.why.number ? ` (entry ${this.why.number})` : "";
    return make("section", { class: "reasons" },
      make("h2", { tabindex: "-1" }, `Why${number}`),
      make("div", { class: "chips", role: "group", "aria-label": "How deep" }, chosen),
      this.lines().map((line) => this.line(line)));
  }

  lines() {
    return this.why.lines.filter((line) => line.sort !== "blank" && line.least <= this.depth && this.depth <= line.most);
  }

  line(line) {
    const classes = `reason why-${line.sort}${line.mark ? " marked" : ""} depth-${Math.min(4, line.indent)}`;
    if (line.sort === "source") return make("pre", { class: classes }, line.text);
    return make("p", { class: classes },
      line.mark ? make("span", { class: "mark" }, line.mark) : null,
      make("span", { class: "words" }, line.text),
      line.aside.trim() ? make("span", { class: "told" }, ` ${line.aside.trim()}`) : null);
  }

  setDepth(depth) {
    this.depth = depth;
    keepSetting("whyDepth", depth);
    this.draw();
    this.frame.querySelector(`[data-depth="${depth}"]`)?.focus();
  }

  // --- the book

  book() {
    const { rule } = this;
    const title = make(this.why ? "h3" : "h2", { tabindex: "-1" }, rule.title);
    const cites = [rule.cites.length ? `Source: ${rule.cites.join(", ")}` : "", rule.address].filter(Boolean).join(" · ");
    return make("article", { class: "book", "aria-label": `Rules: ${rule.title}` },
      this.back.length ? button("← Back", () => this.goBack(), { class: "chip" }) : null,
      title,
      make("p", { class: "aside" }, cites),
      ...rule.blocks.map((block) => (block.sort === "table" ? table(block) : this.passage(block))),
      rule.rulings.map((one) => make("p", { class: "ruling" }, make("b", {}, one.name), ` ${one.words}`)));
  }

  passage({ sort, depth, mark, words }) {
    return make("p", { class: `${sort} depth-${Math.min(4, depth)}` },
      mark ? make("span", { class: "mark" }, mark) : null,
      make("span", { class: "words" }, words.map((run) => (run.to && run.to !== this.rule.address
        ? button(run.words, () => this.calls.rule(run.to), { class: "link" }) : document.createTextNode(run.words)))));
  }

  goBack() {
    this.isReturning = true;
    this.calls.rule(this.back.pop());
  }
}

function table({ caption, head, rows, stubs, notes }) {
  const cell = (one, isHead, scope) => make(isHead ? "th" : "td", {
    colspan: one.across > 1 ? one.across : null, rowspan: one.down > 1 ? one.down : null, scope: isHead ? scope : null,
  }, one.words);
  return make("div", { class: "grid-frame", tabindex: "0", role: "group", "aria-label": caption || "Table" }, make("table", {},
    caption ? make("caption", {}, caption) : null,
    make("thead", {}, head.map((row) => make("tr", {}, row.map((one) => cell(one, true, "col"))))),
    make("tbody", {}, rows.map((row) => make("tr", {}, row.map((one, at) => cell(one, at < stubs, "row")))))),
  notes.map((note) => make("p", { class: "aside" }, note)));
}
