// Several people at one screen: between two of them a curtain, behind which nothing of the game is left on the page.
// Of a seat that nobody sits at now, no more is kept than its title and whether it is asked.

import { Connection } from "./connection.js";
import { button, byId, make } from "./elements.js";

export class Curtain {
  // `sit(token)` shows the game as a seat sees it, `leave()` takes all of it off the page.
  constructor(tokens, calls) {
    this.calls = calls;
    this.frame = byId("curtain");
    this.seats = new Map(tokens.map((token) => [token, { title: "", side: null, isAsked: false, isOver: false }]));
    this.active = null;
    if (this.isShared) {
      for (const token of tokens) this.watch(token);
      this.draw();
    } else {
      this.calls.sit(tokens[0]);
    }
  }

  get isShared() {
    return this.seats.size > 1;
  }

  watch(token) {
    const seat = this.seats.get(token);
    const hear = (kind, message) => {
      if (kind !== "sight") return;
      seat.side = message.side;
      seat.title = message.board.sides.find((side) => side.side === message.side)?.title || message.side || "Onlooker";
      seat.isAsked = Boolean(message.question);
      seat.isOver = Boolean(message.over);
      this.changed();
    };
    const accepted = (kind, message) => {
      if (kind === "accepted") seat.isAsked = false;
      hear(kind, message);
      if (kind === "accepted") this.changed();
    };
    new Connection(token, () => undefined, accepted, () => {});
  }

  get asked() {
    return [...this.seats].find(([token, seat]) => seat.isAsked && token !== this.active)?.[0];
  }

  changed() {
    const own = this.seats.get(this.active);
    if (own && !own.isAsked && !own.isOver && this.asked) this.fall();
    else if (!this.active) this.draw();
  }

  // Let the curtain fall: nothing of what was seen stays on the page.
  fall() {
    this.active = null;
    this.calls.leave();
    this.draw();
    this.frame.querySelector("button")?.focus();
  }

  draw() {
    const asked = this.asked;
    const title = asked ? `Hand over to ${this.seats.get(asked).title}` : "Who sits here?";
    document.title = title;
    document.body.classList.add("curtained");
    document.querySelector("main").inert = byId("bar").inert = true;
    this.frame.hidden = false;
    const seats = [...this.seats].filter(([, seat]) => seat.title).sort(([one], [other]) => (other === asked) - (one === asked));
    const had = this.frame.contains(document.activeElement);
    this.frame.replaceChildren(make("div", {},
      make("h1", {}, title),
      make("p", {}, "Nothing of the game is on the screen now. Only the one who is named should look on."),
      make("div", { class: "buttons" }, seats.map(([token, seat]) => button(`I am ${seat.title}`, () => this.rise(token), {
        class: token === asked ? "main" : null, "data-side": seat.side,
      })))));
    if (had) this.frame.querySelector("button")?.focus();
  }

  rise(token) {
    this.active = token;
    this.frame.hidden = true;
    this.frame.replaceChildren();
    document.body.classList.remove("curtained");
    document.querySelector("main").inert = byId("bar").inert = false;
    this.calls.sit(token);
    this.changed();
  }
}
