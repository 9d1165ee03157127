// Numbers of a question: runs from `low` to `high` by `step`, as the record writes them: 3, or "4.16".
// They are compared as whole numbers of the last decimal place, so that nothing is rounded.

const NUMBER = /^\s*([+\-−]?)(\d*)(?:[.,](\d*))?\s*$/;

const decimals = (value) => (String(value).split(".")[1] || "").length;

const placesOf = (runs) => Math.max(0, ...runs.flatMap((run) => [run.low, run.high, run.step].map(decimals)));

function units(value, places) {
  const found = NUMBER.exec(String(value));
  if (!found || !(found[2] || found[3])) return null;
  const fraction = (found[3] || "").replace(/0+$/, "");
  if (fraction.length > places) return null;
  const whole = Number((found[2] || "0") + fraction.padEnd(places, "0"));
  return found[1] && found[1] !== "+" ? -whole : whole;
}

function written(amount, places, asText) {
  if (!places) return asText ? String(amount) : amount;
  const digits = String(Math.abs(amount)).padStart(places + 1, "0");
  const whole = `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, "");
  return (amount < 0 ? "-" : "") + whole;
}

const isText = (runs) => typeof runs[0].low === "string";

// Give the answer that a text means as the record writes it, or null where it is not allowed.
export function allowedNumber(runs, text) {
  const places = placesOf(runs);
  const amount = units(text, places);
  if (amount === null) return null;
  const fits = runs.some((run) => {
    const low = units(run.low, places);
    return amount >= low && amount <= units(run.high, places) && (amount - low) % units(run.step, places) === 0;
  });
  return fits ? written(amount, places, isText(runs)) : null;
}

// Give the allowed number that is nearest to any number.
export function nearestNumber(runs, value) {
  const places = placesOf(runs);
  const wanted = Number(value) * 10 ** places;
  let best = null;
  for (const run of runs) {
    const [low, high, step] = [run.low, run.high, run.step].map((one) => units(one, places));
    const at = Math.min(high, Math.max(low, low + Math.round((wanted - low) / step) * step));
    if (best === null || Math.abs(at - wanted) < Math.abs(best - wanted)) best = at;
  }
  return written(best, places, isText(runs));
}

// Give the next allowed number above (1) or below (-1) another.
export function nextNumber(runs, value, way) {
  const places = placesOf(runs);
  const here = units(value, places) ?? units(runs[0].low, places);
  let best = null;
  for (const run of runs) {
    const [low, high, step] = [run.low, run.high, run.step].map((one) => units(one, places));
    const on = way > 0 ? Math.max(low, low + (Math.floor((here - low) / step) + 1) * step)
      : Math.min(high, low + (Math.ceil((here - low) / step) - 1) * step);
    const isNext = way > 0 ? on > here && on <= high : on < here && on >= low;
    if (isNext && (best === null || Math.abs(on - here) < Math.abs(best - here))) best = on;
  }
  return written(best ?? here, places, isText(runs));
}

export const lowest = (runs) => runs[0].low;
export const highest = (runs) => runs[runs.length - 1].high;

export function inWords(runs) {
  return runs.map((run) => (run.low === run.high ? String(run.low) : `${run.low} to ${run.high}`)).join(", ")
    + (decimals(runs[0].step) || Number(runs[0].step) > 1 ? ` in steps of ${runs[0].step}` : "");
}

// Give the allowed heading that is nearest to a bearing, the short way round.
export function nearestHeading(runs, bearing) {
  const around = [bearing - 360, bearing, bearing + 360].map((one) => nearestNumber(runs, one));
  const off = (one) => Math.abs(((Number(one) - bearing + 540) % 360) - 180);
  return around.sort((one, other) => off(one) - off(other))[0];
}
