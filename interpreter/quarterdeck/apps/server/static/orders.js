// Orders for many pieces at once: what is advised, what was answered the turn before, what the leader was ordered, or
// one answer for all alike. The leader of a phase is the piece that got its orders first. Pieces that are left out of
// the division are asked about in between.

import { same } from "./elements.js";
import { allowedNumber, nearestNumber } from "./numbers.js";

const MOST = 400; // answers in a row, so that nothing runs for ever

export class Orders {
  constructor() {
    this.clear();
  }

  clear() {
    this.given = new Map(); // the last answer of each subject at each choice, with its turn
    this.before = new Map(); // the same, of turns before
    this.standing = null;
    this.first = null;
    this.left = new Set(); // pieces that are left out of a division: a person gives them their orders
  }

  // Let a piece belong to the division that gets orders at once, or leave it out.
  toggle(thing) {
    if (!this.left.delete(thing)) this.left.add(thing);
  }

  // Note an answer that was sent.
  note(sight, value) {
    const key = keyOf(sight.question);
    const last = this.given.get(key);
    if (last && last.turn !== sight.turn) this.before.set(key, last);
    if (!last || last.turn !== sight.turn) this.given.set(key, { turn: sight.turn, values: [] });
    this.given.get(key).values.push(value);
    const { subject } = sight.question;
    const scope = scopeOf("phase", sight);
    if (subject && !same(this.first?.scope, scope)) this.first = { scope, thing: subject.thing, words: subject.words };
  }

  // Give the leader of this phase, where it has answered what another piece is asked now.
  leader(sight) {
    const { first } = this;
    const { subject } = sight.question;
    if (!first || !subject || subject.thing === first.thing || !same(first.scope, scopeOf("phase", sight))) return null;
    return this.asLeader(sight) === undefined ? null : first;
  }

  // Give what the leader answered to this question; of numbers the nearest that is allowed.
  asLeader(sight) {
    const { question } = sight;
    const led = this.given.get(`${this.first?.thing} ${question.at}`);
    if (!led || led.turn !== sight.turn) return undefined;
    const now = this.given.get(keyOf(question));
    const asked = now && now.turn === sight.turn ? now.values.length : 0;
    const value = led.values[Math.min(asked, led.values.length - 1)];
    if (isAllowed(question, value)) return value;
    return question.numbers?.length && Number.isFinite(Number(value)) ? nearestNumber(question.numbers, value) : undefined;
  }

  // Give what was answered to this question in an earlier turn, or undefined.
  earlier(sight) {
    const key = keyOf(sight.question);
    const now = this.given.get(key);
    const last = now && now.turn !== sight.turn ? now : this.before.get(key);
    if (!last) return undefined;
    const asked = now && now.turn === sight.turn ? now.values.length : 0;
    const value = last.values[Math.min(asked, last.values.length - 1)];
    return isAllowed(sight.question, value) ? value : undefined;
  }

  advised(question) {
    const value = question.advised?.value ?? question.default;
    return value === null || value === undefined ? undefined : value;
  }

  // Begin to answer by itself: `how` is advised, earlier, leader or alike, and `where` how long: phase, turn or subject.
  begin(how, where, sight, value) {
    this.standing = { how, where, value, at: sight.question.at, scope: scopeOf(where, sight), count: 0 };
  }

  stop() {
    this.standing = null;
  }

  // Give the answer that is to be sent by itself, or undefined where a person has to decide.
  next(sight) {
    const { standing } = this;
    if (!standing || !sight.question) return undefined;
    if (this.left.has(sight.question.subject?.thing) && standing.where !== "subject") return undefined;
    const isOver = !same(scopeOf(standing.where, sight), standing.scope) || standing.count >= MOST;
    const value = isOver ? undefined : this.wanted(standing, sight);
    if (value === undefined) this.stop();
    else standing.count += 1;
    return value;
  }

  wanted(standing, sight) {
    const { question } = sight;
    if (standing.how === "advised") return this.advised(question);
    if (standing.how === "earlier") return this.earlier(sight);
    if (standing.how === "leader") return this.asLeader(sight);
    return question.at === standing.at && isAllowed(question, standing.value) ? standing.value : undefined;
  }
}

const keyOf = (question) => `${question.subject?.thing || ""} ${question.at}`;

function scopeOf(where, { turn, question }) {
  const scope = [turn];
  if (where !== "turn") scope.push(...(question.phases || [question.at.split(".")[0]]));
  if (where === "subject") scope.push(question.subject?.thing || question.at);
  return scope;
}

export function isAllowed(question, value) {
  if (value === "none" && question.may_decline) return true;
  if (value === "stop" && question.may_stop) return true;
  if (question.options.some((option) => same(option.value, value))) return true;
  const runs = question.numbers || [];
  return runs.length > 0 && allowedNumber(runs, value) === value;
}
