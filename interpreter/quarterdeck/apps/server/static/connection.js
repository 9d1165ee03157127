// The connection to the host of the game: it opens again by itself, and an answer that was not confirmed is sent again.

const FIRST_WAIT = 500; // milliseconds
const LONGEST_WAIT = 15000;

export class Connection {
  // `hear(kind, message)` is called for each message, `tell(state, words)` when the connection changes.
  // `pixels()` gives about how wide the board is; nothing, where no pictures are wanted.
  constructor(token, pixels, hear, tell) {
    this.token = token;
    this.pixels = pixels;
    this.hear = hear;
    this.tell = tell;
    this.wait = FIRST_WAIT;
    this.pending = null;
    this.lastRefused = "";
    this.ended = false;
    window.addEventListener("online", () => this.retryNow());
    this.open();
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  open() {
    this.timer = null;
    this.tell("opening", "Connecting…");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}/play`);
    this.socket.addEventListener("open", () => this.send({ token: this.token, pixels: this.pixels() }));
    this.socket.addEventListener("message", (event) => this.heard(event.data));
    this.socket.addEventListener("close", (event) => this.closed(event));
  }

  heard(data) {
    if (this.isLeft) return;
    const message = JSON.parse(data);
    const kind = Object.keys(message)[0];
    if (kind === "sight") {
      this.wait = FIRST_WAIT;
      this.lastRefused = "";
      this.tell("open", "Connected");
    }
    if (kind === "accepted" && this.pending?.number === message.accepted.number) this.pending = null;
    if (kind === "refused") {
      this.pending = null;
      this.lastRefused = message.refused.why;
    }
    this.hear(kind, message[kind]);
    if (kind === "sight" && this.pending) this.repeat(message.sight);
  }

  // An answer to a question that is still open was lost: its number makes it safe to send it again.
  repeat(sight) {
    if (sight.question && sight.number === this.pending.number) {
      if (this.pending.socket !== this.socket) this.sendAnswer();
    } else {
      this.pending = null;
    }
  }

  // Leave for good, without a word.
  leave() {
    this.ended = this.isLeft = true;
    clearTimeout(this.timer);
    this.socket.close();
  }

  closed(event) {
    if (this.isLeft) return;
    const isFinal = event.code >= 4000 || event.code === 1008 || event.code === 1003;
    if (isFinal) {
      this.ended = true;
      this.tell("ended", this.lastRefused || event.reason || "The host has closed this connection.");
      return;
    }
    const seconds = Math.ceil(this.wait / 1000);
    this.tell("lost", `Connection lost. Trying again in ${seconds} s.`);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  retryNow() {
    if (this.timer && !this.ended) {
      clearTimeout(this.timer);
      this.open();
    }
  }

  send(message) {
    if (!this.isOpen) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  answer(number, value) {
    this.pending = { number, value, socket: null };
    this.sendAnswer();
  }

  sendAnswer() {
    const { number, value } = this.pending;
    if (this.send({ number, value })) this.pending.socket = this.socket;
  }
}
