// How the search of the handbook ranks its results: tasks before reference, and decisions last.
var Scorer = {
  score: ([docname, , , , score]) => {
    if (docname.startsWith("decisions/") || docname === "measurements" || docname === "constructs") return score - 20;
    if (docname.startsWith("reference/codes/")) return /\bqd\d/i.test(location.search) ? score + 20 : score - 14;
    if (docname.startsWith("reference/") || docname === "changelog") return score - 8;
    return score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
