// Reading a transcript: parts that come as they are looked at, clipped steps whole, anchors,
// pairs of call and result, copying; keys where the page leaves them to the reader. Everything
// listens on the document, so it goes on working when htmx swaps what is on the page.

const FRAGMENT = { headers: { "HX-Request": "true" } };
const AHEAD_PX = 1500;
const STEP_PX = 90;

const reader = () => document.querySelector("[data-transcript]");
const ownKeys = () => reader()?.dataset.keys === "all";
const typing = (el) => el instanceof HTMLElement && el.matches("textarea, select, input:not([type=radio], [type=checkbox])");

function announce(text) {
  const place = document.getElementById("reader-announcer") ?? document.getElementById("announcer");
  if (place) place.textContent = text;
}

// Addresses are relative to the page's: leads and raters have their own below it.
async function fragment(address) {
  const answer = await fetch(address, FRAGMENT);
  // Whoever is logged out meanwhile is sent to a page that is no part of the transcript.
  if (!answer.ok || answer.redirected) throw new Error(`${address}: ${answer.status}`);
  return document.createRange().createContextualFragment(await answer.text());
}

function changed(el) {
  if (expanded) unfold(el, true);
  el.dispatchEvent(new CustomEvent("transcript:changed", { bubbles: true }));
}

// --- text ----------------------------------------------------------------------------------------

// What a step's element holds beside the step's own text.
const ASIDES = "[data-aside], .cut, .step-kind, .step-author, .step-size, caption";

/** The text nodes of an element that hold what stands in the step, in order. */
function textNodes(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement.closest(ASIDES) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const nodes = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node);
  return nodes;
}

// --- parts ---------------------------------------------------------------------------------------

const loading = new WeakMap();

function loadPart(part) {
  if ("here" in part.dataset) return Promise.resolve();
  if (!loading.has(part)) loading.set(part, fetchPart(part).finally(() => loading.delete(part)));
  return loading.get(part);
}

async function fetchPart(part) {
  const link = part.querySelector(".part-link");
  part.setAttribute("aria-busy", "true");
  try {
    const steps = await fragment(`parts/${part.dataset.part}/${part.parentElement.dataset.ask}`);
    part.replaceChildren(steps);
    part.style.minHeight = "";
    part.dataset.here = "";
    watcher?.unobserve(part);
    changed(part);
  } catch {
    if (link) link.dataset.failed = "";
  } finally {
    part.removeAttribute("aria-busy");
  }
}

let watcher = null;
const inView = new Set();

function seen(entries) {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) {
      inView.delete(target);
      continue;
    }
    inView.add(target);
    // What only flies past while somebody drags the scroll bar is not asked for.
    setTimeout(() => inView.has(target) && target.isConnected && loadPart(target), 80);
  }
}

function watchParts() {
  watcher?.disconnect();
  inView.clear();
  const pane = document.querySelector(".work-read");
  const scrolls = pane && getComputedStyle(pane).overflowY === "auto";
  watcher = new IntersectionObserver(seen, { root: scrolls ? pane : null, rootMargin: `${AHEAD_PX}px 0px` });
  for (const part of document.querySelectorAll(".part:not([data-here])")) {
    const steps = Number(part.dataset.last) - Number(part.dataset.first) + 1;
    part.style.minHeight = `${steps * STEP_PX}px`;
    watcher.observe(part);
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".part-link a");
  if (!link) return;
  event.preventDefault();
  loadPart(link.closest(".part"));
});

// --- going to a step -----------------------------------------------------------------------------

const HASH = /^#((?:left-|right-)?)step-(\d+)$/;
const transcriptOf = (prefix) =>
  [...document.querySelectorAll(".transcript")].find((el) => el.dataset.prefix === prefix);

/** The element of a step, once the part that holds it is here; null for none. */
async function stepAt(prefix, number) {
  const id = `${prefix}step-${number}`;
  if (!document.getElementById(id)) {
    const part = [...(transcriptOf(prefix)?.querySelectorAll(".part") ?? [])].find(
      (el) => Number(el.dataset.first) <= number && number <= Number(el.dataset.last),
    );
    if (part) await loadPart(part);
  }
  return document.getElementById(id);
}

function mark(step) {
  for (const el of document.querySelectorAll(".step.at")) {
    el.classList.remove("at");
    el.removeAttribute("aria-current");
  }
  step.classList.add("at");
  step.setAttribute("aria-current", "step");
}

function show(step, block = "start") {
  mark(step);
  step.scrollIntoView({ block });
  // What comes into view above may turn out taller than was thought.
  requestAnimationFrame(() => step.scrollIntoView({ block }));
}

async function goTo(prefix, number, { focus = false, block = "start" } = {}) {
  const step = await stepAt(prefix, number);
  if (!step) return null;
  show(step, block);
  if (focus) {
    step.tabIndex = -1;
    step.focus({ preventScroll: true });
  }
  return step;
}

function followHash() {
  const found = HASH.exec(location.hash);
  if (found && reader()) goTo(found[1], Number(found[2]), { focus: ownKeys() });
}

addEventListener("hashchange", followHash);

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-transcript] a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || link.matches("[data-whole], .part-link a")) return;
  const found = HASH.exec(link.hash);
  if (!found || link.pathname !== location.pathname) return;
  if (link.matches(".step-number") && ownKeys() && navigator.clipboard) {
    const address = new URL(location.href);
    address.searchParams.delete("q");
    address.hash = link.hash;
    navigator.clipboard.writeText(address.href).then(
      () => announce(`Link to step ${found[2]} copied.`),
      () => {},
    );
  }
  event.preventDefault();
  if (location.hash === link.hash) followHash();
  else if (ownKeys()) location.hash = link.hash;
  else goTo(found[1], Number(found[2]));
});

// --- clipped steps whole, folded ones open --------------------------------------------------------

const clipped = new WeakMap();

/** Put the whole of a clipped step in its place; resolves to the step that is there then. */
async function whole(step) {
  const link = step.querySelector("[data-whole]");
  if (!link || link.ariaBusy === "true") return step;
  link.ariaBusy = "true";
  try {
    const fresh = (await fragment(link.getAttribute("href"))).firstElementChild;
    const less = document.createElement("button");
    less.type = "button";
    less.className = "btn more";
    less.dataset.less = "";
    less.textContent = "Show less";
    const line = document.createElement("p");
    line.className = "cut";
    line.dataset.aside = "";
    line.append(less);
    fresh.querySelector("[data-step]").append(line);
    clipped.set(fresh, step);
    if (step.matches(".at")) fresh.classList.add("at");
    step.replaceWith(fresh);
    changed(fresh);
    announce(`All of step ${fresh.dataset.index} is shown.`);
    return fresh;
  } catch {
    link.textContent = "It could not be loaded. Try again";
    return step;
  } finally {
    link.ariaBusy = null;
  }
}

function less(step) {
  const before = clipped.get(step);
  if (!before) return;
  step.replaceWith(before);
  changed(before);
  before.querySelector("[data-whole]")?.focus({ preventScroll: true });
  before.scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", async (event) => {
  const more = event.target.closest?.("[data-whole]");
  if (more && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    const step = await whole(more.closest(".step"));
    step.querySelector("[tabindex='0'], [data-less]")?.focus({ preventScroll: true });
  }
  const back = event.target.closest?.("[data-less]");
  if (back) less(back.closest(".step"));
});

let expanded = false;

function unfold(root, open) {
  for (const el of root.querySelectorAll(".tool details")) el.open = open;
}

function expandAll() {
  expanded = !expanded;
  unfold(document, expanded);
  const button = document.querySelector("[data-expand-all]");
  if (button) {
    button.setAttribute("aria-pressed", String(expanded));
    button.firstChild.data = expanded ? "Fold all " : "Expand all ";
  }
}

// --- pairs ---------------------------------------------------------------------------------------

function pairUp(event) {
  for (const el of document.querySelectorAll(".step.paired")) el.classList.remove("paired");
  const step = event.target.closest?.(".step[data-pair]");
  if (!step || event.type === "pointerleave") return;
  const both = step.closest(".transcript")?.querySelectorAll(`.step[data-pair="${step.dataset.pair}"]`) ?? [];
  if (both.length > 1) for (const el of both) el.classList.add("paired");
}

document.addEventListener("pointerover", pairUp, { passive: true });
document.addEventListener("focusin", pairUp);

// --- copying -------------------------------------------------------------------------------------

async function copyText(button) {
  const ask = document.querySelector(".transcript")?.dataset.ask ?? "";
  const text = fetch(button.dataset.copyText + ask).then(async (answer) => {
    if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
    return new Blob([await answer.text()], { type: "text/plain" });
  });
  button.ariaBusy = "true";
  try {
    // Handed over as a promise: a long text may take longer than a click counts for.
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
    const { size } = await text;
    button.textContent = "Copied";
    announce(`The conversation is copied as text, ${Math.ceil(size / 1000).toLocaleString("en")} kB.`);
  } catch {
    button.textContent = "Not copied: use Download";
    announce("It could not be copied. The download holds the same text.");
  } finally {
    button.ariaBusy = null;
  }
}

document.addEventListener("click", (event) => {
  const copy = event.target.closest?.("[data-copy-text]");
  if (copy) copyText(copy);
  if (event.target.closest?.("[data-expand-all]")) expandAll();
  if (event.target.closest?.("[data-reader-help]")) document.getElementById("reader-help")?.showModal();
});

// --- keys ----------------------------------------------------------------------------------------

function current() {
  const marked = document.querySelector(".step.at");
  if (marked) return marked;
  const top = document.querySelector("[data-reader-bar]")?.getBoundingClientRect().bottom ?? 0;
  return [...document.querySelectorAll(".step")].find((el) => el.getBoundingClientRect().bottom > top) ?? null;
}

function lastNumber() {
  const ends = document.querySelectorAll(".part, .step");
  const end = ends[ends.length - 1];
  return Number(end?.closest(".part")?.dataset.last ?? end?.dataset.index ?? 0);
}

function move(by) {
  const step = current();
  if (!step) return;
  const next = step.matches(".at") ? Number(step.dataset.index) + by : Number(step.dataset.index);
  if (next >= 1 && next <= lastNumber()) goTo("", next, { focus: true, block: "nearest" });
}

function open() {
  const step = current();
  if (!step) return;
  mark(step);
  const fold = step.querySelector(".tool details");
  if (fold && !fold.open) fold.open = true;
  else if (step.querySelector("[data-whole]")) whole(step);
  else if (step.querySelector("[data-less]")) less(step);
  else if (fold) fold.open = false;
}

const actions = {
  j: () => move(1),
  k: () => move(-1),
  g: () => goTo("", 1, { focus: true }),
  G: () => goTo("", lastNumber(), { focus: true }),
  e: open,
  E: expandAll,
  p: () => current()?.querySelector(".pair-link a, a.pair-link")?.click(),
  "[": () => document.querySelector("a[rel=prev][aria-keyshortcuts]")?.click(),
  "]": () => document.querySelector("a[rel=next][aria-keyshortcuts]")?.click(),
  "?": () => document.getElementById("reader-help")?.showModal(),
};

document.addEventListener("keydown", (event) => {
  if (!ownKeys() || typing(event.target) || event.isComposing) return;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (!Object.hasOwn(actions, event.key)) return;
  event.preventDefault();
  actions[event.key]();
});

// --- from one page to the next --------------------------------------------------------------------

function begin() {
  expanded = false;
  for (const el of document.querySelectorAll("[data-script]")) el.hidden = false;
  for (const el of document.querySelectorAll("[data-no-script]")) el.hidden = true;
  if (!navigator.clipboard) for (const el of document.querySelectorAll("[data-copy-text]")) el.hidden = true;
  watchParts();
}

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.querySelector?.("[data-transcript]")) begin();
});

window.transcript = { goTo, whole, stepAt, textNodes };
begin();
followHash();
