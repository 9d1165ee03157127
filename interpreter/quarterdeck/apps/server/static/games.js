// The page of the host's owner: lists the games of the host, and opens new ones, over /api/v1.

const ROOT = "/api/v1";
const token = location.hash.slice(1);
const at = (id) => document.getElementById(id);

function element(name, text = "", kind = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

async function ask(path, body) {
  const headers = { Authorization: `Bearer ${token}` };
  const request = body ? { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) } : { headers };
  const answer = await fetch(ROOT + path, request);
  const found = await answer.json();
  if (!answer.ok) {
    const details = (found.findings ?? []).map((one) => `${one.code}: ${one.message}`);
    throw new Error([found.detail, ...details].join(" · "));
  }
  return found;
}

function say(words, isProblem = false) {
  at("said").textContent = words;
  at("said").className = isProblem ? "problem" : "";
}

function stateOf(game) {
  if (game.problem) return [`Cannot go on: ${game.problem}`, "problem"];
  if (game.over) return [game.over.words, ""];
  if (game.turn === null) return ["Asleep: it goes on when somebody opens a link", ""];
  const waits = game.waits?.words;
  return [waits ? `Turn ${game.turn} · waits for ${waits}` : `Turn ${game.turn}`, "open"];
}

function shownGame(game) {
  const item = element("li");
  item.append(element("h3", `${game.game}. ${game.title || "Unknown"}`), element("p", ...stateOf(game)));
  const seats = element("ul", "", "seats");
  for (const [side, state] of Object.entries(game.seats)) seats.append(element("li", `${side}: ${state}`));
  item.append(seats);
  return item;
}

let oldest = null;
let hasOlder = false;

async function list(before = null) {
  const found = await ask(before ? `/games?before=${before}` : "/games");
  const shown = found.games.map(shownGame);
  if (before) at("games").append(...shown);
  else at("games").replaceChildren(...shown);
  hasOlder = before !== null;
  oldest = found.games.at(-1)?.game ?? null;
  at("older").hidden = !found.more;
}

function shownLink(seat) {
  const item = element("li");
  const link = element("a", `${location.origin}/g/#${seat.token}`);
  link.href = `/g/#${seat.token}`;
  item.append(element("strong", `${seat.side ?? "spectators"} `), link);
  return item;
}

async function open(event) {
  event.preventDefault();
  say("Opening the game…");
  try {
    const game = await ask("/games", { ruleset: at("ruleset").value.trim(), scenario: at("scenario").value.trim() });
    at("links").replaceChildren(...game.seats.map(shownLink));
    at("opened").hidden = false;
    say(`${game.title} is open as game ${game.game}.`);
    await list();
  } catch (error) {
    say(error.message, true);
  }
}

async function begin() {
  if (!token) {
    say("Open this page by the link that `quarterdeck serve` prints for you, or a game by the link of your seat.", true);
    return;
  }
  try {
    const { rulesets } = await ask("/rulesets");
    at("rulesets").replaceChildren(...rulesets.map(({ name }) => Object.assign(document.createElement("option"), { value: name })));
    await list();
    at("order").hidden = false;
    setInterval(() => hasOlder || list().catch((error) => say(error.message, true)), 10000);
  } catch (error) {
    say(error.message, true);
  }
}

at("order").addEventListener("submit", open);
at("older").addEventListener("click", () => list(oldest).catch((error) => say(error.message, true)));
addEventListener("hashchange", () => location.reload());
begin();
