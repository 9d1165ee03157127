// Trails: where each thing has been in this turn and in the one before, as far as this page has seen it.

import { svgElement } from "./picture.js";

export class Trails {
  constructor() {
    this.seen = new Map(); // places of each thing: its turn, and where it was
  }

  // Note where things are in a turn, and draw a line for each that has moved; without a turn nothing is noted.
  show(top, turn) {
    if (turn === null) return;
    const layer = svgElement("g", { class: "trails", "aria-hidden": "true" });
    for (const piece of top.querySelectorAll(".piece")) {
      const spot = piece.querySelector("circle");
      if (!spot) continue;
      const at = `${spot.getAttribute("cx")},${spot.getAttribute("cy")}`;
      const places = (this.seen.get(piece.dataset.thing) || []).filter((one) => one.turn === turn || one.turn === turn - 1);
      if (places.at(-1)?.at !== at) places.push({ turn, at });
      this.seen.set(piece.dataset.thing, places);
      const side = [...piece.classList].find((one) => one.startsWith("side-")) || "";
      if (places.length > 1) layer.append(svgElement("polyline", { class: side, points: places.map((one) => one.at).join(" ") }));
    }
    top.querySelector(".pieces")?.before(layer);
  }
}
