// Searching in a transcript. What is on the page is searched here; where some of it is not (parts
// to come, clipped steps) the server is asked. Matches are painted over the text, which stays as
// it is: offsets of evidence are offsets into it.

const WAIT_MS = 150;
const PAINTED = 5_000;
const AROUND = 50;
const LISTED = 500;
// Characters that turn the order of what follows; in a list they would reach beyond their row.
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

const reader = () => document.querySelector("[data-transcript]");
const input = () => document.querySelector("[data-find]");
const typing = (el) => el instanceof HTMLElement && el.matches("textarea, select, input:not([type=radio], [type=checkbox])");

let query = "";
// { hits: [{ side, step, count, label, before, match, after }], steps, total }; those that are not
// listed have only side, step and count.
let found = null;
let place = null; // { hit, match }: indices of the match that was gone to last; it stays painted
let asked = 0;

// --- text and ranges ------------------------------------------------------------------------------

const BLOCKS = "[data-from], td, th, pre, code, .json, .said, .piece, [data-step]";

function pattern() {
  return new RegExp(query.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi");
}

/** Texts of a step by block, with the nodes that they are made of; asides are left out. */
function blocks(step) {
  const made = [];
  for (const root of step.querySelectorAll("[data-step]")) {
    for (const node of window.transcript.textNodes(root)) {
      const block = node.parentElement.closest(BLOCKS);
      const last = made.at(-1);
      if (last?.block === block) {
        last.nodes.push(node);
        last.text += node.data;
      } else made.push({ block, nodes: [node], text: node.data });
    }
  }
  return made;
}

function rangesIn(step) {
  const looked = pattern();
  return blocks(step).flatMap(({ nodes, text }) => {
    const ranges = [];
    let at = 0;
    let begun = 0; // where nodes[at] begins in text
    for (const match of text.matchAll(looked)) {
      const range = document.createRange();
      const end = match.index + match[0].length;
      while (match.index >= begun + nodes[at].length) begun += nodes[at++].length;
      range.setStart(nodes[at], match.index - begun);
      let last = at;
      let from = begun;
      while (end > from + nodes[last].length) from += nodes[last++].length;
      range.setEnd(nodes[last], end - from);
      ranges.push(range);
    }
    return ranges;
  });
}

const prefixOf = (side) => (side ? `${side}-` : "");
const stepOf = ({ side, step }) => document.getElementById(`${prefixOf(side)}step-${step}`);

function paint() {
  if (!("highlights" in CSS)) return;
  const at = place && stepOf(found.hits[place.hit]);
  const now = at ? rangesIn(at)[place.match] : null;
  const ranges = [];
  for (const hit of found?.hits ?? []) {
    const step = stepOf(hit);
    if (step) ranges.push(...rangesIn(step));
    if (ranges.length > PAINTED) break;
  }
  CSS.highlights.set("found", new Highlight(...ranges.slice(0, PAINTED)));
  const one = new Highlight(...(now ? [now] : []));
  one.priority = 1;
  CSS.highlights.set("found-now", one);
}

// --- finding --------------------------------------------------------------------------------------

const allHere = () => !reader().querySelector(".part:not([data-here]), [data-clipped]");

function findHere() {
  const hits = [];
  const looked = pattern();
  for (const step of reader().querySelectorAll(".step")) {
    const text = blocks(step).map((block) => block.text).join("\n");
    const places = [...text.matchAll(looked)];
    if (!places.length) continue;
    const [first] = places;
    const end = first.index + first[0].length;
    hits.push({
      side: step.closest("[data-side]")?.dataset.side ?? "",
      step: Number(step.dataset.index),
      count: places.length,
      label: (step.querySelector(".tool-head code, .step-author bdi") ?? step.closest(".turn").querySelector(".turn-who")).textContent.trim(),
      before: text.slice(Math.max(0, first.index - AROUND), first.index).replace(TURNING, ""),
      match: first[0],
      after: text.slice(end, end + AROUND).replace(TURNING, ""),
    });
  }
  return { hits, steps: hits.length, total: hits.reduce((sum, hit) => sum + hit.count, 0) };
}

async function findThere() {
  const address = new URL("search/", location.href);
  const ask = new URLSearchParams(document.querySelector(".transcript")?.dataset.ask ?? "");
  if (ask.has("revision")) address.searchParams.set("revision", ask.get("revision"));
  address.searchParams.set("q", query);
  const answer = await fetch(address, { headers: { "HX-Request": "true" } });
  if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
  return answer.json();
}

async function run(words) {
  query = words.trim();
  place = null;
  const mine = ++asked;
  let result = null;
  try {
    if (query) result = allHere() ? findHere() : await findThere();
  } catch {
    if (mine === asked) say("The search could not be done.");
    return;
  }
  if (mine !== asked || !reader()) return;
  found = result;
  list();
  count();
  paint();
}

// --- saying ---------------------------------------------------------------------------------------

function say(text) {
  const el = document.querySelector("[data-find-count]");
  if (el) el.textContent = text;
}

function count() {
  if (!found) return say("");
  if (!found.total) return say("No match");
  const all = found.total.toLocaleString("en");
  if (!place) {
    const steps = `${found.steps.toLocaleString("en")} step${found.steps === 1 ? "" : "s"}`;
    return say(`${all} match${found.total === 1 ? "" : "es"} in ${steps}`);
  }
  const before = found.hits.slice(0, place.hit).reduce((sum, hit) => sum + hit.count, 0);
  return say(`${(before + place.match + 1).toLocaleString("en")} of ${all}, step ${found.hits[place.hit].step}`);
}

function list() {
  const box = document.querySelector("[data-find-list]");
  const rows = (found?.hits ?? []).filter(({ match }) => match).slice(0, LISTED).map((hit) => {
    const link = document.createElement("a");
    link.href = `#${prefixOf(hit.side)}step-${hit.step}`;
    link.dataset.hit = hit.step;
    link.dataset.hitSide = hit.side;
    const words = [["span", `Step ${hit.step}`, "num"], ["bdi", hit.label, ""]];
    if (hit.count > 1) words.push(["span", `${hit.count} times`, "num"]);
    for (const [name, text, css] of words) {
      const el = document.createElement(name);
      el.textContent = text;
      if (css) el.className = css;
      link.append(el, " ");
    }
    const snippet = document.createElement("span");
    snippet.className = "find-snippet";
    snippet.dir = "auto";
    const marked = document.createElement("mark");
    marked.textContent = hit.match;
    snippet.append(hit.before, marked, hit.after);
    link.append(snippet);
    const row = document.createElement("li");
    row.append(link);
    return row;
  });
  const more = (found?.hits.length ?? 0) - rows.length;
  if (more > 0) {
    const row = document.createElement("li");
    row.className = "find-more";
    row.textContent = `${more.toLocaleString("en")} more step${more === 1 ? "" : "s"}: Enter and ↓ go on to them.`;
    rows.push(row);
  }
  box.querySelector("[data-find-hits]").replaceChildren(...rows);
  box.hidden = rows.length === 0;
  box.open = rows.length > 0 && !allHere();
}

// --- going ----------------------------------------------------------------------------------------

async function show(hit, match) {
  const mine = asked;
  const { side, step: number, count: expected } = found.hits[hit];
  let step = await window.transcript.goTo(prefixOf(side), number, { block: "nearest" });
  if (step && rangesIn(step).length < expected && step.querySelector("[data-clipped]")) {
    step = await window.transcript.whole(step);
  }
  if (!step || mine !== asked) return;
  for (const fold of step.querySelectorAll("details")) fold.open = true;
  const ranges = rangesIn(step);
  // What the server counts in stored values may be written otherwise on the page.
  found.total += ranges.length - found.hits[hit].count;
  found.hits[hit].count = Math.max(1, ranges.length);
  if (!ranges.length) found.total += 1;
  const at = Math.min(match, found.hits[hit].count - 1);
  place = { hit, match: at };
  paint();
  if (ranges[at]) reveal(ranges[at]);
  count();
}

function go(by) {
  if (!found?.hits.length) return;
  const { hits } = found;
  let hit = place?.hit ?? (by > 0 ? 0 : hits.length - 1);
  let match = place ? place.match + by : by > 0 ? 0 : Infinity;
  if (match < 0) {
    hit = (hit - 1 + hits.length) % hits.length;
    match = Infinity;
  } else if (place && match >= hits[hit].count) {
    hit = (hit + 1) % hits.length;
    match = 0;
  }
  return show(hit, match);
}

/** Scroll every box around a range until it is in view. */
function reveal(range) {
  for (let el = range.startContainer.parentElement; el; el = el.parentElement) {
    const root = el === document.documentElement;
    const scrolls = /auto|scroll/.test(getComputedStyle(el).overflowY) && el.scrollHeight > el.clientHeight + 1;
    if (!root && (!scrolls || el === document.body)) continue;
    const rect = range.getBoundingClientRect();
    const top = root ? 0 : el.getBoundingClientRect().top;
    const high = root ? innerHeight : el.clientHeight;
    if (rect.top < top + 80 || rect.bottom > top + high - 40) el.scrollBy({ top: rect.top - top - high / 3 });
  }
}

// --- what people do -------------------------------------------------------------------------------

let timer = 0;

document.addEventListener("input", (event) => {
  if (!event.target.matches?.("[data-find]")) return;
  clearTimeout(timer);
  timer = setTimeout(() => run(event.target.value), WAIT_MS);
});

document.addEventListener("submit", (event) => {
  if (event.target.matches?.(".find")) event.preventDefault();
}, { capture: true });

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-find-go]");
  if (button) go(Number(button.dataset.findGo));
  const link = event.target.closest?.("[data-hit]");
  if (link && found) {
    const hit = found.hits.findIndex(
      ({ step, side }) => step === Number(link.dataset.hit) && side === link.dataset.hitSide,
    );
    if (hit < 0) return;
    event.preventDefault();
    event.stopPropagation();
    show(hit, 0);
  }
}, { capture: true });

document.addEventListener("keydown", async (event) => {
  if (!input() || event.isComposing || document.querySelector("dialog[open]")) return;
  if (event.target === input()) {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      clearTimeout(timer);
      if (input().value.trim() !== query) await run(input().value);
      go(event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape") {
      if (input().value) {
        input().value = "";
        run("");
      }
      input().blur();
    }
    return;
  }
  if (typing(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/") {
    event.preventDefault();
    input().focus();
    input().select();
  } else if (found && (event.key === "n" || event.key === "N")) {
    event.preventDefault();
    go(event.key === "n" ? 1 : -1);
  }
});

document.addEventListener("transcript:changed", () => {
  if (query) paint();
});

function begin() {
  clearTimeout(timer);
  asked += 1;
  query = "";
  found = place = null;
  paint();
  if (input()?.value) run(input().value);
}

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.querySelector?.("[data-transcript]")) begin();
});

begin();
