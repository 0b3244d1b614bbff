// Evidence on the rating page: words selected in the transcript, kept with a question, painted over
// the transcript. Goes with rate.js.

const { work, form, questions, current, mark, enter, notes, announce, actions } = window.rating;

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
  removed = null;
  field(question).value = quotes.length ? JSON.stringify(quotes) : "";
  showQuotes(question);
  highlight();
  document.dispatchEvent(new Event("rating:changed"));
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
      const words = document.createElement("button");
      words.type = "button";
      words.className = "quote-words";
      words.dataset.goQuote = String(index);
      words.append(document.createElement("q"));
      words.firstChild.textContent = quote.quote;
      words.firstChild.dir = "auto";
      words.title = "Show where it stands";
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
    ...(removed?.question === question ? [gone()] : []),
  );
}

function gone() {
  const item = document.createElement("li");
  item.className = "quote-gone";
  const back = document.createElement("button");
  back.type = "button";
  back.className = "btn quiet";
  back.dataset.restoreQuote = "";
  back.textContent = "Put the quote back";
  item.append("Quote removed.", back);
  return item;
}

// What was removed last can be put back, until something else becomes of the quotes.
let removed = null;

function remove(question, at) {
  const quotes = quotesOf(question);
  setQuotes(question, quotes.toSpliced(at, 1));
  removed = { question, at, quote: quotes[at] };
  showQuotes(question);
  announce("Quote removed. It can be put back.");
  question.querySelector("[data-restore-quote]").focus({ preventScroll: true });
}

function restore() {
  const { question, at, quote } = removed;
  setQuotes(question, quotesOf(question).toSpliced(at, 0, quote));
  announce("Quote put back.");
  enter(question);
}

/** Show where a quote stands. */
async function goToQuote({ side = "", step }) {
  const found = await window.transcript.goTo(side ? `${side}-` : "", Number(step), { block: "center" });
  if (!found) announce("The step of this quote is not here.");
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-remove-quote]");
  if (button) remove(button.closest(".question"), Number(button.dataset.removeQuote));
  if (event.target.closest?.("[data-restore-quote]")) restore();
  const words = event.target.closest?.("[data-go-quote]");
  if (words) goToQuote(quotesOf(words.closest(".question"))[Number(words.dataset.goQuote)]);
  const marked = event.target.closest?.("[data-quote-mark]");
  if (marked) {
    const question = document.getElementById(marked.dataset.quoteMark);
    mark(question);
    const quote = question.querySelectorAll("[data-go-quote]")[Number(marked.dataset.at)];
    quote.focus({ preventScroll: true });
    quote.scrollIntoView({ block: "center" });
  }
  const quote = event.target.closest?.("[data-quote]");
  if (quote) {
    mark(quote.closest(".question"));
    quoteSelection();
  }
});

// Quotes are painted over the transcript; its elements are left as they are.
function highlight() {
  const found = questions().flatMap((question, number) =>
    quotesOf(question).map((quote, at) => ({ question, number, at, range: rangeOf(quote) })),
  );
  if ("highlights" in CSS) {
    CSS.highlights.set("evidence", new Highlight(...found.map(({ range }) => range).filter(Boolean)));
  }
  for (const el of document.querySelectorAll(".quote-marks")) el.remove();
  for (const one of found) if (one.range) markStep(one);
}

/** A button with the number of the question, at the step that holds its quote. */
function markStep({ question, number, at, range }) {
  const step = elementOf(range.startContainer).closest(".step");
  let place = step.querySelector(":scope > .quote-marks");
  if (!place) {
    place = document.createElement("span");
    place.className = "quote-marks";
    place.dataset.aside = "";
    step.append(place);
  }
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.quoteMark = question.id;
  button.dataset.at = String(at);
  button.textContent = String(number + 1);
  button.setAttribute("aria-label", `Evidence for question ${number + 1}: go to the quote`);
  place.append(button);
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

// --- with the other scripts -------------------------------------------------------------------------

actions.e = quoteSelection;

function showAll() {
  for (const question of questions()) showQuotes(question);
  highlight();
}

document.addEventListener("rating:begin", () => {
  selected = null;
  removed = null;
  showAll();
  for (const button of document.querySelectorAll("[data-quote]")) button.hidden = button.matches(":disabled");
});
document.addEventListener("rating:restored", showAll);
