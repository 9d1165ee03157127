// The map: two layers of a picture, the ground and what moves; zoom, drag, pinch, and what lies under the pointer.

import { isCalm } from "./elements.js";
import { MapWords } from "./map_words.js";
import { shapesOf, svgElement } from "./picture.js";
import { Trails } from "./trails.js";

const MOST_ZOOM = 25; // millimetres of the picture across
const CLICK = 6; // pixels that a finger may slip
const LETTERS = 11.5; // pixels
const GAP = 0.35; // letters between a thing and its name
const SHIFT = 220; // milliseconds

export class BoardMap {
  // `calls` are answer(value), refuse(words), thing(name), bearing(degrees), hover(words, value).
  constructor(frame, calls) {
    this.frame = frame;
    this.calls = calls;
    this.svg = svgElement("svg", { class: "board", "aria-hidden": "true", preserveAspectRatio: "xMidYMid meet" });
    this.ground = svgElement("g");
    this.top = svgElement("g");
    this.svg.append(this.ground, this.top);
    frame.append(this.svg);
    this.words = new MapWords(this.ground, this.top);
    this.trails = new Trails();
    this.box = null; // all that is drawn
    this.view = null; // what is shown
    this.fingers = new Map();
    this.grounds = new Map();
    this.isMoved = false;
    this.listen();
  }

  // --- layers

  // The host sends a ground once to each connection; after that its hash names it.
  showGround({ hash, box, svg }) {
    this.box = box.split(" ").map(Number);
    if (svg) this.grounds.set(hash, svg);
    if (this.groundHash === hash || !this.grounds.has(hash)) return;
    this.groundHash = hash;
    this.ground.replaceChildren(shapesOf(this.grounds.get(hash)));
    this.words.readFigures();
  }

  showTop(text, labels, turn = null) {
    this.top.replaceChildren(shapesOf(text));
    this.trails.show(this.top, turn);
    if (!this.view && this.box) this.fit();
    this.write();
    for (const name of this.top.querySelectorAll(".names text")) {
      const piece = labels.get(name.textContent);
      name.fullName = name.textContent;
      name.shortName = piece?.code || name.fullName;
      name.thing = piece?.thing;
      if (piece) this.anchor(name, piece.thing);
    }
    this.lettersFor = null;
    this.write();
  }

  // Letters keep their size while the map grows: let a name end, or have its middle, where it did when it was placed.
  anchor(name, thing) {
    const box = this.boxOfThing(thing);
    const now = name.getBBox();
    if (!box || !now.width) return;
    const wide = now.width * (Number(name.getAttribute("font-size")) / parseFloat(getComputedStyle(name).fontSize));
    const [left, middle] = [Number(name.getAttribute("x")), box[0] + box[2] / 2];
    if (name.hasAttribute("text-anchor")) return;
    if (left >= middle) {
      if (left - box[0] - box[2] < wide / 10) name.setAttribute("dx", `${GAP}em`);
      return;
    }
    const isBefore = left + wide <= middle;
    if (isBefore) name.setAttribute("dx", `${-GAP}em`);
    name.setAttribute("x", isBefore ? left + wide : left + wide / 2);
    name.setAttribute("text-anchor", isBefore ? "end" : "middle");
  }

  // Show nothing, and forget all that was shown.
  clear() {
    this.ground.replaceChildren();
    this.top.replaceChildren();
    this.grounds.clear();
    this.groundHash = this.box = this.view = null;
    this.trails = new Trails();
  }

  // Mark the answer that is chosen in the list.
  mark(value) {
    const wanted = value === undefined ? null : JSON.stringify(value);
    for (const one of this.top.querySelectorAll(".answers [data-value]")) {
      one.classList.toggle("selected", wanted !== null && sameJson(one.dataset.value, wanted));
    }
  }

  // --- what is shown

  get size() {
    return [this.frame.clientWidth || 1, this.frame.clientHeight || 1];
  }

  get scale() {
    const [wide, high] = this.size;
    return Math.min(wide / this.view[2], high / this.view[3]);
  }

  write() {
    if (!this.view) return;
    this.svg.setAttribute("viewBox", this.view.map((one) => one.toFixed(3)).join(" "));
    const scale = this.scale;
    this.svg.style.setProperty("--letters", `${(LETTERS / scale).toFixed(3)}px`);
    this.words.keepFigures(this.view, scale);
    if (this.lettersFor === scale) return;
    this.lettersFor = scale;
    this.words.spread(LETTERS / scale);
    this.words.makeRoom();
  }

  // Show a box with room around it; never less than is sensible, never more than there is.
  show(box, isSlow = false) {
    const [wide, high] = this.size;
    let [x, y, w, h] = box;
    const across = Math.max(w, (h * wide) / high, MOST_ZOOM);
    const down = (across * high) / wide;
    const to = [x + w / 2 - across / 2, y + h / 2 - down / 2, across, down];
    if (!isSlow || !this.view || isCalm()) {
      this.view = to;
      this.write();
      return;
    }
    const from = this.view;
    const begun = performance.now();
    const step = (now) => {
      if (this.shift !== step) return;
      const part = Math.min(1, (now - begun) / SHIFT);
      const eased = part * (2 - part);
      this.view = from.map((one, at) => one + (to[at] - one) * eased);
      this.write();
      if (part < 1) requestAnimationFrame(step);
    };
    this.shift = step;
    requestAnimationFrame(step);
  }

  fit() {
    this.isMoved = false;
    const isWhole = !this.ground.firstChild || this.ground.querySelector(".ways"); // no board, or a map of areas
    const used = isWhole ? null : this.boxOf(".pieces, .answers, .wrecks");
    this.show(used ? grown(used, 0.12, 12) : grown(this.box, 0.04, 1));
  }

  fitAll() {
    this.isMoved = false;
    if (this.box) this.show(this.box, true);
  }

  // Give the box of all shapes that fit a selector, or null where there are none.
  boxOf(selector) {
    let all = null;
    for (const element of this.top.querySelectorAll(selector)) {
      const { x, y, width, height } = element.getBBox();
      if (!width && !height) continue;
      all = all ? joined(all, [x, y, width, height]) : [x, y, width, height];
    }
    return all;
  }

  boxOfThing(thing) {
    return thing ? this.boxOf(`[data-thing="${CSS.escape(thing)}"]`) : null;
  }

  // Move the map where some of what is asked about cannot be seen.
  centre(thing, isForced = false) {
    const boxes = [this.boxOfThing(thing), this.boxOf(".answers")].filter(Boolean);
    if (!boxes.length || !this.view || !this.ground.firstChild) return;
    const wanted = grown(boxes.reduce(joined), 0.15, 8);
    const own = boxes[0];
    if (!isForced && contains(this.view, this.isMoved ? own : wanted)) return;
    const [x, y, w, h] = wanted;
    const across = Math.max(w, isForced ? Math.min(this.view[2], 90) : this.view[2]);
    const down = Math.max(h, isForced ? Math.min(this.view[3], 90) : this.view[3]);
    this.show([x + w / 2 - across / 2, y + h / 2 - down / 2, across, down], true);
  }

  centreThing(thing) {
    const box = this.boxOfThing(thing);
    if (!box || !this.view || contains(this.view, box)) return;
    const [, , across, down] = this.view;
    this.show([box[0] + box[2] / 2 - across / 2, box[1] + box[3] / 2 - down / 2, across, down], true);
  }

  zoom(factor, x = this.size[0] / 2, y = this.size[1] / 2) {
    if (!this.view) return;
    const [wide, high] = this.size;
    const most = this.box ? Math.max(this.box[2], (this.box[3] * wide) / high) * 1.3 : Infinity;
    const across = Math.min(most, Math.max(MOST_ZOOM, this.view[2] / factor));
    const down = (across * high) / wide;
    const [atX, atY] = this.at(x, y);
    this.view = [atX - (x / wide) * across, atY - (y / high) * down, across, down];
    this.isMoved = true;
    this.write();
  }

  pan(x, y) {
    if (!this.view) return;
    const scale = this.scale;
    this.view = [this.view[0] - x / scale, this.view[1] - y / scale, this.view[2], this.view[3]];
    if (this.box) this.view = held(this.view, this.box);
    this.isMoved = true;
    this.write();
  }

  // Give the point of the picture at a point of the frame.
  at(x, y) {
    const [wide, high] = this.size;
    return [this.view[0] + (x / wide) * this.view[2], this.view[1] + (y / high) * this.view[3]];
  }

  // --- pointer and keys

  listen() {
    const { frame } = this;
    frame.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), event.offsetX, event.offsetY);
    }, { passive: false });
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    frame.addEventListener("pointerup", (event) => this.up(event));
    frame.addEventListener("pointercancel", (event) => this.fingers.delete(event.pointerId));
    frame.addEventListener("pointerleave", () => this.calls.hover(""));
    frame.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.resized()).observe(frame);
  }

  resized() {
    if (!this.view) return;
    const [x, y, w, h] = this.view;
    const [wide, high] = this.size;
    const down = (w * high) / wide;
    this.view = [x, y + h / 2 - down / 2, w, down];
    this.write();
  }

  down(event) {
    if (event.button) return;
    this.frame.setPointerCapture(event.pointerId);
    const { left, top } = this.frame.getBoundingClientRect();
    const at = [event.clientX - left, event.clientY - top];
    this.fingers.set(event.pointerId, { begun: at, at, target: event.target, far: 0 });
    this.shift = null;
  }

  move(event) {
    const { left, top } = this.frame.getBoundingClientRect();
    const at = [event.clientX - left, event.clientY - top];
    const finger = this.fingers.get(event.pointerId);
    if (!finger) {
      const answer = event.target.closest?.("[data-value]");
      const value = answer && !answer.classList.contains("refused") ? answer.dataset.value : null;
      if (value !== this.under || event.target !== this.target) this.calls.hover(titleOf(event.target), value && JSON.parse(value));
      [this.under, this.target] = [value, event.target];
      return;
    }
    const others = [...this.fingers.values()].filter((one) => one !== finger);
    const before = finger.at;
    finger.at = at;
    finger.far = Math.max(finger.far, distance(finger.begun, at));
    if (others.length === 1) {
      const [other] = others;
      finger.far = other.far = CLICK + 1;
      const middle = [(at[0] + other.at[0]) / 2, (at[1] + other.at[1]) / 2];
      this.zoom(distance(at, other.at) / Math.max(1, distance(before, other.at)), ...middle);
      this.pan((at[0] - before[0]) / 2, (at[1] - before[1]) / 2);
    } else if (!others.length && finger.far > CLICK) {
      this.pan(at[0] - before[0], at[1] - before[1]);
    }
  }

  up(event) {
    const finger = this.fingers.get(event.pointerId);
    this.fingers.delete(event.pointerId);
    if (finger && finger.far <= CLICK && this.view) this.click(finger.target, finger.at);
  }

  click(target, at) {
    const answer = target.closest?.("[data-value]");
    if (answer && !answer.classList.contains("refused")) {
      this.calls.answer(JSON.parse(answer.dataset.value));
      return;
    }
    if (answer) this.calls.refuse(titleOf(answer));
    const thing = target.closest?.("[data-thing]");
    if (thing) this.calls.thing(thing.dataset.thing);
    else if (!answer) this.calls.bearing(this.at(...at));
  }

  // Give the bearing of a point of the picture from a thing, clockwise from straight up.
  bearingFrom(thing, [x, y]) {
    const box = this.boxOfThing(thing);
    if (!box) return null;
    const degrees = (Math.atan2(x - box[0] - box[2] / 2, box[1] + box[3] / 2 - y) * 180) / Math.PI;
    return (degrees + 360) % 360;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const far = 60;
    const moves = { ArrowLeft: [far, 0], ArrowRight: [-far, 0], ArrowUp: [0, far], ArrowDown: [0, -far] };
    if (moves[event.key]) this.pan(...moves[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

const distance = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);

const titleOf = (element) => element?.closest?.("[data-value], [data-thing], [data-low]")
  ?.querySelector(":scope > title")?.textContent || "";

function joined([x, y, w, h], [otherX, otherY, otherW, otherH]) {
  const [left, top] = [Math.min(x, otherX), Math.min(y, otherY)];
  return [left, top, Math.max(x + w, otherX + otherW) - left, Math.max(y + h, otherY + otherH) - top];
}

function grown([x, y, w, h], part, least) {
  const by = Math.max(least, Math.max(w, h) * part);
  return [x - by, y - by, w + 2 * by, h + 2 * by];
}

const contains = ([x, y, w, h], [otherX, otherY, otherW, otherH]) =>
  otherX >= x && otherY >= y && otherX + otherW <= x + w && otherY + otherH <= y + h;

// Keep some of the picture in sight.
function held([x, y, w, h], [left, top, wide, high]) {
  const within = (at, size, from, all) => Math.min(from + all - size * 0.2, Math.max(from - size * 0.8, at));
  return [within(x, w, left, wide), within(y, h, top, high), w, h];
}

function sameJson(one, other) {
  return one === other || JSON.stringify(JSON.parse(one)) === other;
}
