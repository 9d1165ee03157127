// Orders for many pieces at once: what is advised, what was answered the turn before or for the leader of the phase (both
// come with the question), or one answer for all alike. Pieces that are left out of the division are asked about in between.

import { same } from "./elements.js";
import { mayAnswer } from "./question.js";

const MOST = 400; // answers in a row, so that nothing runs for ever

export class Orders {
  constructor() {
    this.standing = null;
    this.left = new Set(); // pieces that are left out of a division: a person gives them their orders
  }

  // Let a piece belong to the division that gets orders at once, or leave it out.
  toggle(thing) {
    if (!this.left.delete(thing)) this.left.add(thing);
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
    const value = isOver ? undefined : this.wanted(standing, sight.question);
    if (value === undefined) this.stop();
    else standing.count += 1;
    return value;
  }

  wanted({ how, at, value }, question) {
    if (how === "alike") return question.at === at && mayAnswer(question, value) ? value : undefined;
    return ordered(question)[how];
  }
}

// What may be answered at once, each undefined where there is nothing.
export const ordered = ({ advised, default: usual, earlier, leader }) => ({
  advised: advised?.value ?? usual ?? undefined,
  earlier: earlier ?? undefined,
  leader: leader?.value,
});

function scopeOf(where, { turn, question }) {
  const scope = [turn];
  if (where !== "turn") scope.push(...question.phases);
  if (where === "subject") scope.push(question.subject?.thing || question.at);
  return scope;
}
