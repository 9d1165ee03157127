// Make elements of a page from plain data. Text is always text: nothing here reads markup.

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

export const byId = (id) => document.getElementById(id);

export function button(words, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, words);
}

// What somebody set on this device; a browser may forbid to keep anything.
export function setting(name, fallback) {
  try {
    const kept = localStorage.getItem(`quarterdeck.${name}`);
    return kept === null ? fallback : JSON.parse(kept);
  } catch {
    return fallback;
  }
}

export function keepSetting(name, value) {
  try {
    localStorage.setItem(`quarterdeck.${name}`, JSON.stringify(value));
  } catch {
    // Then it holds until the page is closed.
  }
}

export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
