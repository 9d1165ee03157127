// The log: a heading for each turn, the newest line in sight unless somebody has scrolled up. One line is reached by
// the tab key; the arrow keys go from there to the others that can be explained.

import { make } from "./elements.js";

export class Log {
  // `explain(line)` asks why a line came about.
  constructor(frame, newest, explain) {
    this.frame = frame;
    this.newest = newest;
    this.explain = explain;
    this.lines = [];
    newest.addEventListener("click", () => this.toEnd());
    frame.addEventListener("keydown", (event) => this.key(event));
    this.follows = true; // until somebody scrolls up
    frame.addEventListener("scroll", () => {
      if (frame.clientHeight !== this.height) return; // only the room has changed
      this.follows = this.isAtEnd;
      newest.hidden = this.follows;
    });
    new ResizeObserver(() => {
      this.height = frame.clientHeight;
      if (this.follows) this.toEnd();
    }).observe(frame);
  }

  get isAtEnd() {
    const { scrollTop, scrollHeight, clientHeight } = this.frame;
    return scrollHeight - scrollTop - clientHeight < 40;
  }

  toEnd() {
    this.frame.scrollTop = this.frame.scrollHeight;
    this.follows = true;
    this.newest.hidden = true;
  }

  // Put lines from a number on in place of what was there; give those that are new.
  put({ start, lines }) {
    if (!lines.length && start >= this.lines.length) return [];
    const fresh = lines.slice(Math.max(0, this.lines.length - start));
    while (this.lines.length > start) {
      this.lines.pop();
      this.frame.lastChild.remove();
    }
    for (const old of this.frame.querySelectorAll(".new")) old.classList.remove("new");
    for (const line of lines) {
      this.lines.push(line);
      this.frame.append(this.drawn(line, this.lines.length - 1));
    }
    if (start) {
      for (const element of [...this.frame.children].slice(this.lines.length - fresh.length)) element.classList.add("new");
    }
    if (this.follows) this.toEnd();
    else this.newest.hidden = false;
    return fresh;
  }

  drawn(line, at) {
    if (line.sort === "turn") return make("h3", {}, line.text);
    const classes = `line ${line.sort} depth-${Math.min(4, line.depth)}`;
    if (!line.why) return make("p", { class: classes }, line.text);
    const number = line.number ? make("span", { class: "entry" }, `${line.number} `) : null;
    const reason = make("button", {
      type: "button", class: "why", tabindex: "-1", "aria-description": "Why?", "data-line": at, onclick: () => this.explain(at),
    }, number, line.text);
    return make("p", { class: classes }, reason);
  }

  // --- going from one line to the next that can be explained

  get reasons() {
    return [...this.frame.querySelectorAll("button.why")];
  }

  key(event) {
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const { reasons } = this;
    if (!way || !reasons.length) return;
    event.preventDefault();
    const here = reasons.indexOf(document.activeElement);
    const next = here < 0 ? reasons.length - 1 : Math.min(reasons.length - 1, Math.max(0, here + way));
    reasons[next].focus();
    reasons[next].scrollIntoView({ block: "nearest" });
  }

  // Explain the line that has the focus, or else the last one that can be.
  explainHere() {
    const { reasons } = this;
    const here = reasons.find((one) => one === document.activeElement) || reasons.at(-1);
    here?.click();
    return Boolean(here);
  }

  clear() {
    this.lines = [];
    this.frame.replaceChildren();
    this.newest.hidden = true;
    this.follows = true;
  }

  // Show how far the log had come at some earlier time; null is now.
  upTo(count) {
    [...this.frame.children].forEach((line, at) => line.classList.toggle("later", count !== null && at >= count));
    if (count === null) this.toEnd();
    else this.frame.children[Math.max(0, count - 1)]?.scrollIntoView({ block: "nearest" });
  }
}
