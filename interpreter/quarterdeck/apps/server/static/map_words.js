// Words on the map: figures of rows and columns stay at its edges, and words give way to what they would hide.

const [LEFT, TOP] = [26, 13]; // pixels from the edges at which figures stay
const LINE = 1.3; // heights of a letter from one line to the next

export class MapWords {
  constructor(ground, top) {
    this.ground = ground;
    this.top = top;
  }

  // Remember where the figures belong; called for each new ground.
  readFigures() {
    this.figures = [...this.ground.querySelectorAll(".figures text, .grid text")].map((words) => ({
      words, isRow: words.getAttribute("text-anchor") === "end", x: Number(words.getAttribute("x")), y: Number(words.getAttribute("y")),
    }));
  }

  // Keep figures in sight whatever part of the map is shown: those of rows at the left, those of columns above.
  keepFigures([left, top], scale) {
    for (const { words, isRow, x, y } of this.figures || []) {
      if (isRow) words.setAttribute("x", Math.max(x, left + LEFT / scale).toFixed(2));
      else words.setAttribute("y", Math.max(y, top + TOP / scale).toFixed(2));
    }
  }

  // Lines of words below each other keep their distance while the map grows.
  spread(letters) {
    [...this.top.querySelectorAll(".arc")].forEach((arc, line) => {
      for (const words of arc.querySelectorAll("text")) {
        words.setAttribute("dy", (LINE * line * (letters - Number(words.getAttribute("font-size")))).toFixed(2));
      }
    });
  }

  // Name things in full where that hides nothing, else by their codes; leave out words that would hide something.
  makeRoom() {
    const pieces = [...this.top.querySelectorAll(".piece")].map((one) => [one.dataset.thing, drawnBox(one)]).filter(([, box]) => box);
    const numbers = [...this.top.querySelectorAll(".answers text")].map(boxOf);
    const taken = [];
    for (const name of this.top.querySelectorAll(".names text")) {
      setWords(name, name.fullName);
      const others = pieces.filter(([thing]) => thing !== name.thing).map(([, box]) => box);
      if ([...taken, ...numbers, ...others].some((other) => overlap(boxOf(name), other, 2))) setWords(name, name.shortName);
      name.classList.toggle("out", numbers.some((other) => overlap(boxOf(name), other)));
      taken.push(boxOf(name));
    }
    const before = [...pieces.map(([, box]) => box), ...numbers, ...taken];
    for (const words of [...this.top.querySelectorAll(".arc text"), ...this.top.querySelectorAll(".rings text")]) {
      const box = boxOf(words);
      const isOut = before.some((other) => overlap(box, other));
      words.classList.toggle("out", isOut);
      if (!isOut) before.push(box);
    }
  }
}

function setWords(name, words) {
  if (words && name.textContent !== words) name.textContent = words;
}

const boxOf = (element) => element.getBoundingClientRect();

// Give the box of what is drawn of a piece, without the discs that only a finger finds.
function drawnBox(piece) {
  const boxes = [...piece.querySelectorAll("[stroke], [fill]")].map(boxOf).filter((box) => box.width);
  if (!boxes.length) return null;
  const edge = (name, pick) => pick(...boxes.map((box) => box[name]));
  return { left: edge("left", Math.min), top: edge("top", Math.min), right: edge("right", Math.max), bottom: edge("bottom", Math.max) };
}

const overlap = (one, other, by = 0) =>
  one.left + by < other.right && other.left + by < one.right && one.top + by < other.bottom && other.top + by < one.bottom;
