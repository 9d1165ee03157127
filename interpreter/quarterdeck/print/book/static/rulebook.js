// What the pages of a rulebook do beyond standing there: chances that the reader looks up by setting inputs, and what
// a word means while the pointer or the keyboard rests on it. All of it was worked out when the book was built; nothing
// is fetched, and without this script the pages can be read.
"use strict";

// --- chances

function partsOf(fraction) {
  const [above, below = 1n] = fraction.split("/").map(BigInt);
  return [above, below];
}

/** Give a fraction such as "5/36" in percent, halves to the even digit. */
function percentOf(fraction, digits) {
  const [above, below] = partsOf(fraction);
  const unit = 10n ** BigInt(digits);
  const most = (2n * above * 100n * unit + below) / (2n * below);
  const isHalf = (2n * above * 100n * unit + below) % (2n * below) === 0n;
  const parts = isHalf && most % 2n === 1n ? most - 1n : most;
  return `${parts / unit}.${String(parts % unit).padStart(digits, "0")}%`;
}

/** Give a chance in percent to two digits; one that can happen is never printed as nothing. */
function chanceInPercent(chance) {
  const [above, below] = partsOf(chance);
  return above > 0n && above * 10000n < below ? "under 0.01%" : percentOf(chance, 2);
}

function element(name, words = "", style = "") {
  const made = document.createElement(name);
  made.textContent = words;
  if (style) made.className = style;
  return made;
}

function outcomeTable(title, outcome) {
  const table = element("table");
  const caption = element("caption", title);
  if (outcome.mean) caption.append(" ", element("small", `${outcome.mean} on average`));
  const body = element("tbody");
  for (const [words, chance] of outcome.chances) {
    const row = element("tr");
    const head = element("th", words);
    head.scope = "row";
    const bar = element("td", "", "probe-bar");
    const drawn = element("i");
    drawn.style.width = percentOf(chance, 1);
    bar.append(drawn);
    row.append(head, element("td", chanceInPercent(chance)), bar, element("td", chance, "probe-exactly"));
    body.append(row);
  }
  table.append(caption, body);
  return table;
}

function setUpProbe(probe) {
  const data = JSON.parse(probe.querySelector("script").textContent);
  const form = probe.querySelector("form");
  const fields = [...form.querySelectorAll("select")];
  const show = () => {
    const place = fields.reduce((sum, field) => sum * field.length + field.selectedIndex, 0);
    const tables = data.titles.map((title, at) => outcomeTable(title, data.cases[place][at]));
    probe.querySelector(".probe-outcome").replaceChildren(...tables);
  };
  form.addEventListener("change", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  probe.querySelector(".probe-case").hidden = true;
}

// --- what words mean

const MARGIN = 8; // pixels between the box and what it belongs to, and the edges of the window

function setUpTerms(terms) {
  const box = element("div", "", "term-box");
  box.id = "term-box";
  box.setAttribute("role", "tooltip");
  box.hidden = true;
  document.body.append(box);
  let shown = null;

  const hide = () => {
    if (!shown) return;
    shown.removeAttribute("aria-describedby");
    box.hidden = true;
    shown = null;
  };
  const show = (link) => {
    const known = terms[decodeURIComponent((link.getAttribute("href") || "").split("#")[1] || "")];
    if (link === shown || !known) return;
    hide();
    shown = link;
    link.removeAttribute("title"); // it would stand over the box, and says less
    box.replaceChildren(element("strong", known[0]), element("span", known[1]));
    link.setAttribute("aria-describedby", box.id);
    box.hidden = false;
    const at = link.getClientRects()[0];
    const widest = document.documentElement.clientWidth - box.offsetWidth - MARGIN;
    const above = at.top - box.offsetHeight - MARGIN;
    box.style.left = `${Math.max(MARGIN, Math.min(at.left, widest))}px`;
    box.style.top = `${above < MARGIN ? at.bottom + MARGIN : above}px`;
  };
  const linkOf = (event) => event.target.closest?.("a.rules-link");

  document.addEventListener("pointerover", (event) => {
    const link = linkOf(event);
    if (link && event.pointerType !== "touch") show(link); // a finger follows the link to what it means
    else hide();
  });
  document.addEventListener("focusin", (event) => {
    const link = linkOf(event);
    if (link && link.matches(":focus-visible")) show(link);
    else hide();
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  document.addEventListener("scroll", hide, { passive: true });
}

// --- what is pushed along, by keyboard too

/** Let the keyboard reach what is wider than its frame, and nothing else. */
function reachWide() {
  for (const frame of document.querySelectorAll(".table-wrapper, .drawing")) {
    if (frame.scrollWidth > frame.clientWidth + 1) frame.tabIndex = 0;
    else frame.removeAttribute("tabindex");
  }
}

document.addEventListener("DOMContentLoaded", () => {
  reachWide();
  window.addEventListener("resize", reachWide);
  document.querySelectorAll(".probe").forEach(setUpProbe);
  if (window.rulebookTerms) setUpTerms(window.rulebookTerms);
});
