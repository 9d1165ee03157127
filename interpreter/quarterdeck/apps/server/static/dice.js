// The die that is to be thrown on the table: what it is for, which faces would do, and a button for each face.

import { button, make } from "./elements.js";

const MOST_BUTTONS = 20;

// Give the form for a die; `send(faces)` is called with what was typed.
export function diceForm(dice, isSeat, send) {
  const needed = dice.needed ? `Needed: ${dice.needed} on a d${dice.sides} (${dice.chance}).` : "";
  const parts = [
    make("p", { class: "context" }, dice.about),
    make("h2", { id: "asked" }, `Throw a d${dice.sides}: ${dice.words}`),
    needed ? make("p", { class: "needed" }, needed) : null,
  ];
  if (!isSeat) return parts;
  const problem = make("p", { class: "problem", role: "alert" });
  const field = make("input", {
    type: "text", inputmode: "numeric", autocomplete: "off", "aria-label": "What the dice show", placeholder: "several: 4 2 6",
  });
  const typed = (event) => {
    event.preventDefault();
    const faces = field.value.split(/[\s,;]+/).filter(Boolean).map(Number);
    if (!faces.length || !faces.every((one) => Number.isInteger(one) && one >= 1)) problem.textContent = `Type 1 to ${dice.sides}.`;
    else send(faces);
  };
  const faces = Array.from({ length: Math.min(dice.sides, MOST_BUTTONS) }, (_, at) => at + 1);
  parts.push(
    dice.sides <= MOST_BUTTONS ? make("div", { class: "chips faces", role: "group", "aria-label": "Faces" },
      faces.map((face) => button(face, () => send([face]), { class: "chip", "data-face": face }))) : null,
    make("form", { class: "number", onsubmit: typed }, field, make("button", { type: "submit" }, "Enter")), problem);
  return parts;
}
