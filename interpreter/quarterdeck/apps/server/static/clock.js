// The time that is left for a decision: the host says it with each sight, and the page counts it down.

const HURRY = 60; // seconds: from here on the time stands out
const SECOND = 1000; // milliseconds

export class Clock {
  constructor(frame) {
    this.frame = frame;
    this.clear();
  }

  // Count down from so many seconds; `who` is for whom they run.
  start(left, who) {
    this.clear();
    this.who = who;
    this.end = Date.now() + left * SECOND;
    this.draw();
    this.timer = setInterval(() => this.draw(), SECOND);
  }

  clear() {
    clearInterval(this.timer);
    this.frame.hidden = true;
    this.frame.replaceChildren();
    this.frame.classList.remove("hurry");
  }

  draw() {
    const left = Math.max(0, Math.round((this.end - Date.now()) / SECOND));
    this.frame.textContent = left ? `${this.who}: ${inWords(left)} left` : `${this.who}: time is up, a bot takes over`;
    this.frame.classList.toggle("hurry", left <= HURRY);
    this.frame.hidden = false;
    if (!left) clearInterval(this.timer);
  }
}

function inWords(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours) return `${hours} h ${minutes} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
