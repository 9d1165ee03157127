// Read the pictures that the server draws. Only shapes and words pass: no script, no link, no style, no outside address.

const SVG = "http://www.w3.org/2000/svg";
const ELEMENTS = new Set(["g", "path", "circle", "text", "tspan", "title", "line", "rect", "polygon", "polyline"]);
const ATTRIBUTES = new Set([
  "class", "d", "cx", "cy", "r", "x", "y", "x1", "y1", "x2", "y2", "width", "height", "points", "transform",
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "stroke-dasharray",
  "paint-order", "text-anchor", "font-size", "font-weight", "font-style", "pointer-events",
  "data-thing", "data-value", "data-number", "data-low", "data-high", "data-arc",
]);
const OUTSIDE = /url\s*\(|javascript:|expression/i;

export function svgElement(tag, attributes = {}) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// Give the shapes of a picture; what is not on the lists is left out with all that is inside it.
export function shapesOf(text) {
  const found = document.createDocumentFragment();
  const read = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  if (read.querySelector("parsererror")) throw new Error("the picture of the board cannot be read");
  for (const child of read.documentElement.childNodes) {
    const copied = copy(child);
    if (copied) found.append(copied);
  }
  return found;
}

function copy(node) {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.data);
  if (node.nodeType !== Node.ELEMENT_NODE || node.namespaceURI !== SVG) return null;
  if (node.localName === "a") return copyInto(svgElement("g"), node);
  if (!ELEMENTS.has(node.localName)) return null;
  const element = svgElement(node.localName);
  for (const { name, value } of node.attributes) {
    if (ATTRIBUTES.has(name) && !OUTSIDE.test(value)) element.setAttribute(name, value);
  }
  return copyInto(element, node);
}

function copyInto(element, node) {
  for (const child of node.childNodes) {
    const copied = copy(child);
    if (copied) element.append(copied);
  }
  return element;
}
