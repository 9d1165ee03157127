// One seat of a game: connects with the token behind the # of the link, shows the question and the log, and answers.
const byId = (id) => document.getElementById(id);
const token = location.hash.slice(1);
const grounds = new Map();
let socket, sight, pause = 500;

const send = (message) => socket.send(JSON.stringify(message));

const element = (tag, text, ...classes) => {
  const made = document.createElement(tag);
  made.textContent = text;
  made.classList.add(...classes);
  return made;
};

const button = (text, act) => {
  const item = document.createElement("li");
  const made = element("button", text);
  made.type = "button";
  made.addEventListener("click", act);
  item.append(made);
  return item;
};

const refusedWords = (group) => {
  const numbers = group.numbers.map((run) => (run.low === run.high ? `${run.low}` : `${run.low} to ${run.high}`));
  return `${[...group.options.map((one) => one.words), ...numbers].join(", ")}: ${group.reason}`;
};

const numberField = (runs, answer) => {
  const item = document.createElement("li");
  const form = document.createElement("form");
  const field = document.createElement("input");
  field.setAttribute("aria-label", `a number: ${runs.map((run) => `${run.low} to ${run.high}`).join(", ")}`);
  field.inputMode = "decimal";
  field.value = runs[0].low;
  const made = element("button", "answer");
  form.append(field, made);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answer(typeof runs[0].low === "number" ? Number.parseInt(field.value, 10) : field.value.trim());
  });
  item.append(form);
  return item;
};

const showQuestion = (question) => {
  byId("asked").textContent = question ? question.asked : "No question is open";
  const { number } = sight;
  const answer = (value) => send({ number, value });
  const items = (question?.options ?? []).map((one) => {
    const item = button(one.words, () => answer(one.value));
    if (one.told) item.append(element("span", ` ${one.told}`));
    return item;
  });
  if (question?.numbers.length) items.push(numberField(question.numbers, answer));
  if (question?.may_stop) items.push(button("stop", () => answer("stop")));
  if (question?.may_decline) items.push(button("none", () => answer("none")));
  byId("options").replaceChildren(...items);
  byId("refused-box").hidden = !question?.refused.length;
  byId("refused").replaceChildren(...(question?.refused ?? []).map((group) => element("li", refusedWords(group))));
};

const showPicture = (picture) => {
  if (!picture) return;
  const { ground, moving } = picture;
  if (ground.svg !== null) grounds.set(ground.hash, ground.svg);
  byId("board").setAttribute("viewBox", ground.box);
  byId("ground").innerHTML = grounds.get(ground.hash) ?? "";
  byId("moving").innerHTML = moving;
};

const showSight = (seen) => {
  sight = seen;
  byId("title").textContent = seen.title;
  document.title = `${seen.question ? "● " : ""}${seen.title}`;
  const who = seen.side ?? "looking on";
  const state = seen.over ? seen.over.words : seen.question ? "your turn" : `waiting: ${seen.waits?.words ?? ""}`;
  byId("status").textContent = `${who} · turn ${seen.turn} · ${state}`;
  byId("refusal").textContent = "";
  showQuestion(seen.question);
  showPicture(seen.picture);
  const log = byId("log");
  while (log.children.length > seen.log.start) log.lastChild.remove();
  log.append(...seen.log.lines.map((one) => element("li", one.text, one.sort, `depth-${Math.min(one.depth, 3)}`)));
  log.scrollTop = log.scrollHeight;
};

const showTable = ({ wishes }) => {
  byId("wishes").replaceChildren(...wishes.filter((one) => sight?.side && one.by !== sight.side).flatMap((one) => {
    const words = one.kind === "undo" ? `${one.by} wants to take back` : `${one.by} wants a bot for ${one.side}`;
    const reply = (how) => () => send(one.kind === "undo" ? { undo: how } : { bot: how, side: one.side });
    return [button(`${words}: agree`, reply("agree")), button(`${words}: decline`, reply("decline"))];
  }));
};

const show = (message) => {
  if (message.sight) showSight(message.sight);
  if (message.table) showTable(message.table);
  if (message.refused) byId("refusal").textContent = message.refused.why;
  if (message.accepted && sight?.question && message.accepted.number === sight.number) showQuestion(null);
};

const connect = () => {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/play`);
  socket.addEventListener("open", () => { pause = 500; grounds.clear(); send({ token, pixels: 1000 }); });
  socket.addEventListener("message", (event) => show(JSON.parse(event.data)));
  socket.addEventListener("close", (event) => {
    if (event.code === 1008) { byId("status").textContent = "This link opens no seat."; return; }
    byId("status").textContent = "The connection is lost. Trying again…";
    setTimeout(connect, pause);
    pause = Math.min(pause * 2, 15000);
  });
};

byId("moving").addEventListener("click", (event) => {
  const option = event.target.closest("[data-value]");
  if (option && sight.question) send({ number: sight.number, value: JSON.parse(option.dataset.value) });
});
byId("undo").addEventListener("click", () => send({ undo: "ask" }));
byId("resign").addEventListener("click", () => confirm("Give up this game?") && send({ resign: true }));
connect();
