// The log: a heading for each turn, the newest line in sight unless somebody has scrolled up.

import { make } from "./elements.js";

export class Log {
  // `explain(number)` asks why a line came about; without it there is no such button.
  constructor(frame, newest, explain = null) {
    this.frame = frame;
    this.newest = newest;
    this.explain = explain;
    this.lines = [];
    newest.addEventListener("click", () => this.toEnd());
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
      this.frame.append(this.drawn(line));
    }
    if (start) {
      for (const element of [...this.frame.children].slice(this.lines.length - fresh.length)) element.classList.add("new");
    }
    if (this.follows) this.toEnd();
    else this.newest.hidden = false;
    return fresh;
  }

  drawn(line) {
    if (line.sort === "turn") return make("h3", {}, line.text);
    const words = make("p", { class: `line ${line.sort} depth-${Math.min(4, line.depth)}` }, line.text);
    if (this.explain && line.number) {
      words.append(" ", make("button", {
        type: "button", class: "why", "aria-label": `Why: ${line.text}`, onclick: () => this.explain(line.number),
      }, "why"));
    }
    return words;
  }

  // Show how far the log had come at some earlier time; null is now.
  upTo(count) {
    [...this.frame.children].forEach((line, at) => line.classList.toggle("later", count !== null && at >= count));
    if (count === null) this.toEnd();
    else this.frame.children[Math.max(0, count - 1)]?.scrollIntoView({ block: "nearest" });
  }
}
