// The rating page: keys, evidence, drafts, time at work. Everything listens on the document, so
// it goes on working when htmx swaps the work area; without this script the form still posts.

const IDLE_MS = 60_000;
const DRAFT_MS = 1_200;

const work = () => document.getElementById("work");
const form = () => document.getElementById("rating");
const questions = () => [...document.querySelectorAll("#rating .question")];
const typing = (el) =>
  el instanceof HTMLElement &&
  (el.isContentEditable || el.matches("textarea, select, input:not([type=radio], [type=checkbox])"));

// --- which question the keys are for ---------------------------------------------------------

function current() {
  const all = questions();
  return (
    all.find((q) => q.contains(document.activeElement)) ??
    all.find((q) => "current" in q.dataset) ??
    all[0]
  );
}

function mark(question) {
  for (const q of questions()) delete q.dataset.current;
  if (question) question.dataset.current = "";
}

function enter(question) {
  if (!question) return;
  mark(question);
  const radios = [...question.querySelectorAll("input[type=radio]")];
  (radios.find((r) => r.checked) ?? radios[0])?.focus({ preventScroll: true });
  question.scrollIntoView({ block: "nearest" });
}

function move(by) {
  const all = questions();
  const next = all.indexOf(current()) + by;
  if (next >= 0 && next < all.length) enter(all[next]);
  else if (by > 0) form()?.querySelector(".submit-bar .primary")?.focus();
}

const answered = (q) => q.querySelector("input[type=radio]:checked") !== null;

function choose(key) {
  const question = current();
  const radio = question?.querySelector(`input[type=radio][data-key="${CSS.escape(key)}"]`);
  if (!radio || radio.matches(":disabled")) return;
  radio.checked = true;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
  const all = questions();
  const next = all.slice(all.indexOf(question) + 1).find((q) => !answered(q));
  enter(next ?? question);
}

function count() {
  const place = document.querySelector("[data-answered]");
  if (!place) return;
  const all = questions();
  const done = all.filter(answered).length;
  place.textContent = `${done} of ${all.length} answered`;
}

// --- keys --------------------------------------------------------------------------------------

function notes(selector) {
  const question = current();
  const field = question?.querySelector(selector);
  if (!field) return;
  field.closest("details").open = true;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "nearest" });
}

const actions = {
  c: () => choose("c"),
  j: () => move(1),
  ArrowDown: () => move(1),
  k: () => move(-1),
  ArrowUp: () => move(-1),
  m: () => notes("[data-comment]"),
  e: () => quoteSelection(),
  s: () => {
    const leave = document.getElementById("leave");
    if (!leave) return;
    leave.open = true;
    leave.scrollIntoView({ block: "nearest" });
    leave.querySelector("[data-skip]").focus({ preventScroll: true });
  },
  PageDown: () => turnPage(1),
  PageUp: () => turnPage(-1),
  u: () => document.querySelector("[data-undo]")?.click(),
  "?": () => help(),
};

// The questions have the focus, the transcript is what one reads.
function turnPage(by) {
  const pane = document.querySelector(".work-read");
  const own = pane.scrollHeight > pane.clientHeight;
  (own ? pane : document.scrollingElement).scrollBy({ top: by * 0.85 * (own ? pane.clientHeight : innerHeight) });
}

function submit() {
  form()?.requestSubmit(form().querySelector(".submit-bar .primary"));
}

function help() {
  const dialog = document.getElementById("help");
  if (dialog && !dialog.open) dialog.showModal();
}

document.addEventListener("keydown", (event) => {
  // A format with keys of its own takes them first.
  if (!work() || event.defaultPrevented || document.querySelector("dialog[open]") || event.isComposing) return;
  const inText = typing(event.target);
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && form()) {
    event.preventDefault();
    submit();
    return;
  }
  if (inText) {
    // Enter in a one-line field would send the whole form.
    if (event.key === "Enter" && event.target.matches("#rating input")) event.preventDefault();
    if (event.key === "Escape") enter(current());
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat && event.key === "Enter") return;
  if (event.key === "Enter") {
    if (event.target.closest?.("a, button, summary") || !form()) return;
    event.preventDefault();
    submit();
  } else if (/^[1-9]$/.test(event.key) && form()) {
    event.preventDefault();
    choose(event.key);
  } else if (Object.hasOwn(actions, event.key) && (form() || "u?".includes(event.key))) {
    event.preventDefault();
    actions[event.key]();
  }
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-help]");
  if (link && document.getElementById("help")) {
    event.preventDefault();
    help();
  }
});

document.addEventListener("focusin", (event) => {
  const question = event.target.closest?.(".question");
  if (question) mark(question);
});

// --- evidence -----------------------------------------------------------------------------------

// The newest selection inside the transcript; it outlives the focus going elsewhere.
let selected = null;

function readSelection() {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed) return;
  const range = selection.getRangeAt(0);
  // A selection that runs over several steps is evidence from the first of them.
  for (const step of stepsIn(range)) {
    const found = readRange(range, step);
    if (!found) continue;
    selected = found;
    return;
  }
}

document.addEventListener("selectionchange", readSelection);

const elementOf = (node) => (node.nodeType === Node.TEXT_NODE ? node.parentElement : node);

function* stepsIn(range) {
  const first = elementOf(range.startContainer).closest?.("[data-transcript] [data-step]");
  if (first) yield first;
  for (const step of elementOf(range.commonAncestorContainer).querySelectorAll?.("[data-step]") ?? []) {
    if (step !== first && step.closest("[data-transcript]") && range.intersectsNode(step)) yield step;
  }
}

// Places are counted in characters, as the server does, and not in the halves of which a script's
// texts are made.
const characters = (text) => text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);

/** Where the character of a number stands in a text. */
function indexOf(text, character) {
  let at = 0;
  for (let left = character; left > 0 && at < text.length; left -= 1) at += text.codePointAt(at) > 0xffff ? 2 : 1;
  return at;
}

// Their texts follow each other without white space.
const CELLS = "th, td, pre, .tool-head";

/** What may be quoted of an element: { text, nodes: [{ node, at }] }, a space between cells. */
function quotable(root) {
  const nodes = [];
  let text = "";
  let last = null;
  for (const node of window.transcript.textNodes(root)) {
    const cell = node.parentElement.closest(CELLS);
    if (text && cell !== last && !/\s$/.test(text)) text += " ";
    last = cell;
    nodes.push({ node, at: text.length });
    text += node.data;
  }
  return { text, nodes };
}

// Of a very long text both ends are on the page; the second says where it begins.
function pieceOf(step, range) {
  const pieces = [...step.querySelectorAll("[data-from]")];
  return pieces.find((piece) => range.intersectsNode(piece)) ?? step;
}

function readRange(range, step) {
  const piece = pieceOf(step, range);
  const { text, nodes } = quotable(piece);
  let start = -1;
  let end = -1;
  let last = null;
  for (const { node, at } of nodes) {
    if (!range.intersectsNode(node)) continue;
    const from = node === range.startContainer ? range.startOffset : 0;
    const to = node === range.endContainer ? range.endOffset : node.length;
    if (from >= to) continue;
    // What stands on both sides of a cut does not follow each other.
    if (last && cutBetween(piece, last, node)) break;
    if (start < 0) start = at + from;
    end = at + to;
    last = node;
  }
  const words = start < 0 ? "" : text.slice(start, end);
  if (!words.trim()) return null;
  start += words.length - words.trimStart().length;
  return {
    side: step.closest("[data-side]")?.dataset.side ?? "",
    step: Number(step.dataset.step),
    start: Number(piece.dataset.from ?? 0) + characters(text.slice(0, start)),
    quote: words.trim(),
  };
}

function cutBetween(root, before, after) {
  return [...root.querySelectorAll(".cut")].some(
    (cut) =>
      before.compareDocumentPosition(cut) & Node.DOCUMENT_POSITION_FOLLOWING &&
      after.compareDocumentPosition(cut) & Node.DOCUMENT_POSITION_PRECEDING,
  );
}

const field = (question) => question.querySelector("[data-evidence]");

function quotesOf(question) {
  try {
    return JSON.parse(field(question).value || "[]");
  } catch {
    return [];
  }
}

function setQuotes(question, quotes) {
  field(question).value = quotes.length ? JSON.stringify(quotes) : "";
  showQuotes(question);
  highlight();
  saveSoon();
}

function quoteSelection() {
  const question = current();
  if (!question) return;
  readSelection();
  if (!selected) {
    notes(`[name="${question.dataset.question}-quote"]`);
    announce("Select words in the transcript first, or write them here.");
    return;
  }
  const quotes = quotesOf(question);
  const same = (quote) =>
    (quote.side ?? "") === selected.side && ["step", "start", "quote"].every((name) => quote[name] === selected[name]);
  if (!quotes.some(same)) {
    setQuotes(question, [...quotes, selected]);
  }
  announce(`Quoted from step ${selected.step}.`);
  selected = null;
  document.getSelection()?.removeAllRanges();
}

function showQuotes(question) {
  const list = question.querySelector("[data-quotes]");
  list.replaceChildren(
    ...quotesOf(question).map((quote, index) => {
      const item = document.createElement("li");
      const words = document.createElement("q");
      words.textContent = quote.quote;
      words.dir = "auto";
      item.append(words);
      if (!form().querySelector(".ask").disabled) {
        const remove = document.createElement("button");
        remove.type = "button";
        remove.className = "btn quiet";
        remove.dataset.removeQuote = String(index);
        remove.textContent = "Remove";
        remove.setAttribute("aria-label", `Remove quote: ${quote.quote.slice(0, 60)}`);
        item.append(remove);
      }
      return item;
    }),
  );
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-remove-quote]");
  if (button) {
    const question = button.closest(".question");
    setQuotes(
      question,
      quotesOf(question).filter((_, index) => index !== Number(button.dataset.removeQuote)),
    );
    enter(question);
    return;
  }
  const quote = event.target.closest?.("[data-quote]");
  if (quote) {
    mark(quote.closest(".question"));
    quoteSelection();
  }
});

// Quotes are painted over the transcript; its elements are left as they are.
function highlight() {
  if (!("highlights" in CSS)) return;
  const ranges = questions().flatMap(quotesOf).map(rangeOf).filter(Boolean);
  CSS.highlights.set("evidence", new Highlight(...ranges));
}

document.addEventListener("transcript:changed", highlight);

function rangeOf({ side = "", step, start, quote }) {
  const root = [...document.querySelectorAll("[data-transcript] [data-side]")].find(
    (el) => el.dataset.side === side,
  );
  const el = root?.querySelector(`[data-step="${Number(step)}"]`);
  if (!el || !quote) return null;
  const found = [...el.querySelectorAll("[data-from]")];
  const pieces = (found.length ? found : [el]).map((piece) => placeIn(piece, quote, start)).filter(Boolean);
  const nearest = pieces.sort((one, other) => one.away - other.away)[0];
  return nearest ? rangeAt(nearest.nodes, nearest.at, quote.length) : null;
}

/** The place of a quote in a piece that is nearest to `start`; null where it is not in it. */
function placeIn(piece, quote, start) {
  const { text, nodes } = quotable(piece);
  const meant = indexOf(text, (start ?? 0) - Number(piece.dataset.from ?? 0));
  const before = text.lastIndexOf(quote, meant);
  const after = text.indexOf(quote, meant);
  if (before < 0 && after < 0) return null;
  const at = before < 0 || (after >= 0 && after - meant < meant - before) ? after : before;
  return { nodes, at, away: Math.abs(at - meant) };
}

function rangeAt(nodes, start, length) {
  const range = document.createRange();
  const end = start + length;
  const first = nodes.findLast(({ at }) => at <= start);
  const last = nodes.findLast(({ at }) => at < end);
  range.setStart(first.node, Math.min(start - first.at, first.node.length));
  range.setEnd(last.node, Math.min(end - last.at, last.node.length));
  return range;
}

// --- drafts --------------------------------------------------------------------------------------

let draftTimer = 0;
let unsaved = false;

function saveSoon() {
  if (!work()?.dataset.draftUrl) return;
  unsaved = true;
  clearTimeout(draftTimer);
  draftTimer = setTimeout(saveDraft, DRAFT_MS);
}

async function saveDraft() {
  const url = work()?.dataset.draftUrl;
  clearTimeout(draftTimer);
  if (!unsaved || !url || !form()) return;
  unsaved = false;
  writeTime();
  try {
    // keepalive lets the last one out while the page is being left.
    const answer = await fetch(url, {
      method: "POST",
      body: new URLSearchParams(new FormData(form())),
      keepalive: true,
      redirect: "error",
    });
    if (answer.status >= 500) unsaved = true;
  } catch {
    unsaved = true;
  }
}

document.addEventListener("input", (event) => {
  if (event.target.closest?.("#rating")) saveSoon();
});
document.addEventListener("change", (event) => {
  if (event.target.closest?.("#rating")) {
    count();
    saveSoon();
  }
});

// --- time at work ----------------------------------------------------------------------------------

let spent = 0;
let lastSeen = performance.now();
let lastActive = performance.now();

function tick() {
  const now = performance.now();
  if (!document.hidden && now - lastActive < IDLE_MS) spent += now - lastSeen;
  lastSeen = now;
}

function writeTime() {
  tick();
  const place = form()?.querySelector("[data-active]");
  if (place) place.value = String(Math.round(spent));
}

setInterval(tick, 1000);
for (const kind of ["keydown", "pointermove", "pointerdown", "scroll", "touchstart"]) {
  document.addEventListener(kind, () => { lastActive = performance.now(); }, { passive: true, capture: true });
}
document.addEventListener("visibilitychange", () => {
  tick();
  if (document.hidden) saveDraft();
});
addEventListener("pagehide", saveDraft);
document.addEventListener("submit", (event) => {
  if (event.target === form()) writeTime();
}, { capture: true });

// --- from one item to the next -----------------------------------------------------------------------

function announce(text) {
  const place = document.getElementById("announcer");
  if (place) place.textContent = text;
}

function begin() {
  unsaved = false;
  clearTimeout(draftTimer);
  spent = Number(form()?.querySelector("[data-active]")?.value) || 0;
  lastSeen = lastActive = performance.now();
  selected = null;
  for (const question of questions()) showQuotes(question);
  for (const button of document.querySelectorAll("[data-quote]")) button.hidden = false;
  highlight();
  count();
  mark(document.querySelector("#rating .question.wrong") ?? questions()[0]);
}

let sent = "";

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target !== form()) return;
  clearTimeout(draftTimer);
  unsaved = false;
  sent = work().dataset.item;
  document.getElementById("not-sent").hidden = true;
});

for (const kind of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(kind, () => {
    const place = document.getElementById("not-sent");
    if (!place) return;
    place.hidden = false;
    place.scrollIntoView({ block: "nearest" });
    unsaved = true;
    saveSoon();
  });
}

document.addEventListener("htmx:afterSettle", () => {
  if (!work()) return;
  begin();
  if (work().dataset.item !== sent) scrollTo(0, 0); // a phone scrolls the page, not the panes
  const question = current();
  if (question) enter(question);
  else document.getElementById("main").focus();
  announce(work().dataset.announce);
});

begin();
