// Look back: every state that this page has seen, one after another or turn by turn.

import { byId } from "./elements.js";

const MOST = 3000; // states that are kept
const STEP = 600; // milliseconds between two states while they play

export class Replay {
  // `show(state)` draws a state; null is the newest. `ask(number)` asks for one of a saved game that is shown.
  constructor(show, ask) {
    this.show = show;
    this.ask = ask;
    this.isWhole = false; // a saved game, from its first state to its last
    this.states = [];
    this.at = null; // null: now
    this.bar = byId("replay");
    this.slider = byId("replay-at");
    this.said = byId("replay-said");
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    const on = (id, act) => byId(id).addEventListener("click", act);
    on("replay-back", () => this.go(this.here - 1));
    on("replay-on", () => this.go(this.here + 1));
    on("replay-turn-back", () => this.go(this.turnFrom(-1)));
    on("replay-turn-on", () => this.go(this.turnFrom(1)));
    on("replay-end", () => this.close());
    on("replay-play", () => this.play(!this.timer));
    on("look-back", () => (this.isOpen ? this.close() : this.open()));
  }

  get isOpen() {
    return !this.bar.hidden;
  }

  get here() {
    return this.at ?? this.states.length - 1;
  }

  // Learn which states a saved game has; each comes when it is looked at.
  load({ turns, lines }) {
    this.isWhole = true;
    this.states = turns.map((turn, at) => ({ turn, lines: lines[at], picture: null, board: null }));
    this.bar.hidden = false;
    byId("replay-end").hidden = true;
    this.at = 0;
    this.write();
  }

  // Take a state that has come; the one that is looked at is shown.
  take({ number, picture, board }) {
    Object.assign(this.states[number], { picture, board });
    if (number === this.at) this.show(this.states[number]);
  }

  keep(state) {
    if (this.isWhole) {
      Object.assign(this.states[0], { picture: state.picture, board: state.board });
      this.go(0);
      return;
    }
    const last = this.states[this.states.length - 1];
    if (last && last.picture?.moving === state.picture?.moving && last.lines === state.lines) {
      this.states[this.states.length - 1] = state;
    } else {
      this.states.push(state);
    }
    if (this.states.length > MOST) this.states.splice(0, this.states.length - MOST);
    this.write();
  }

  clear() {
    this.play(false);
    this.bar.hidden = true;
    this.states = [];
    this.at = null;
  }

  open() {
    this.bar.hidden = false;
    byId("look-back").setAttribute("aria-pressed", "true");
    this.go(this.states.length - 1);
    this.slider.focus();
  }

  close() {
    if (this.isWhole) return;
    this.play(false);
    this.bar.hidden = true;
    byId("look-back").setAttribute("aria-pressed", "false");
    this.at = null;
    this.show(null);
  }

  go(at) {
    if (!this.states.length) return;
    this.at = Math.min(this.states.length - 1, Math.max(0, at));
    this.write();
    if (this.isWhole && !this.states[this.at].board) this.ask(this.at);
    else this.show(this.states[this.at]);
  }

  // Give the first state of the turn before, or of the next.
  turnFrom(way) {
    const turn = this.states[this.here]?.turn;
    const first = (wanted) => this.states.findIndex((one) => one.turn === wanted);
    if (way > 0) return this.states.findIndex((one) => one.turn > turn) < 0 ? this.states.length - 1
      : this.states.findIndex((one) => one.turn > turn);
    const begin = first(turn);
    return begin < this.here ? begin : Math.max(0, first(this.states[Math.max(0, begin - 1)]?.turn));
  }

  play(isOn) {
    clearInterval(this.timer);
    this.timer = null;
    if (isOn) {
      if (this.here >= this.states.length - 1) this.go(0);
      this.timer = setInterval(() => {
        if (this.here >= this.states.length - 1) this.play(false);
        else this.go(this.here + 1);
      }, STEP);
    }
    byId("replay-play").setAttribute("aria-pressed", String(isOn));
    byId("replay-play").textContent = isOn ? "Pause" : "Play";
  }

  write() {
    this.slider.max = Math.max(0, this.states.length - 1);
    this.slider.value = this.here;
    const state = this.states[this.here];
    const words = state ? `Turn ${state.turn}, state ${this.here + 1} of ${this.states.length}` : "";
    this.said.textContent = words;
    this.slider.setAttribute("aria-valuetext", words);
  }
}
