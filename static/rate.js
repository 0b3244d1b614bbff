// The rating page: questions and keys, time at work, from one item to the next. evidence.js and
// drafts.js go with it. Everything listens on the document, so it goes on working when htmx swaps
// the work area; without scripts the form still posts.

const IDLE_MS = 60_000;
// Whoever is away for so long has had a break.
const AWAY_MS = 300_000;
const AHEAD_MS = 600;

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

function enter(question, { scroll = true } = {}) {
  if (!question) return;
  mark(question);
  const radios = [...question.querySelectorAll("input[type=radio]")];
  (radios.find((r) => r.checked) ?? radios[0])?.focus({ preventScroll: true });
  if (scroll) question.scrollIntoView({ block: "nearest" });
}

function move(by) {
  const all = questions();
  const next = all.indexOf(current()) + by;
  if (next >= 0 && next < all.length) enter(all[next]);
  else if (by > 0) form()?.querySelector(".submit-bar .primary")?.focus();
}

const radioFor = (question, key) =>
  question?.querySelector(`input[type=radio][data-key="${CSS.escape(key)}"]`) ?? null;
const answered = (q) => q.querySelector("input[type=radio]:checked") !== null;

function choose(key) {
  const question = current();
  const radio = radioFor(question, key);
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

function unfold(id, selector) {
  const details = document.getElementById(id);
  if (!details) return;
  details.open = true;
  details.scrollIntoView({ block: "nearest" });
  details.querySelector(selector).focus({ preventScroll: true });
}

const actions = {
  c: () => choose("c"),
  j: () => move(1),
  ArrowDown: () => move(1),
  k: () => move(-1),
  ArrowUp: () => move(-1),
  m: () => notes("[data-comment]"),
  s: () => unfold("leave", "[data-skip]"),
  g: () => unfold("flag", "[data-flag]"),
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
  const button = form()?.querySelector(".submit-bar .primary");
  if (button) form().requestSubmit(button);
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
    if (event.key === "Enter" && event.target.matches("#rating input")) {
      event.preventDefault();
      if (event.target.matches("[data-flag]")) document.querySelector('[name="action"][value="flag"]').click();
    }
    if (event.key === "Escape") enter(current());
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat && event.key === "Enter") return;
  if (event.key === "Enter") {
    if (event.target.closest?.("a, button, summary") || !form()) return;
    event.preventDefault();
    submit();
  } else if (form() && radioFor(current(), event.key)) {
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

// --- time at work ----------------------------------------------------------------------------------

// Time counts while the page is in view and until a minute after the last sign of somebody at it.
let spent = 0;
let lastSeen = performance.now();
let lastActive = performance.now();

function tick() {
  const now = performance.now();
  if (!document.hidden && now - lastActive < IDLE_MS) {
    spent += now - lastSeen;
    workOn(now - lastSeen);
  }
  lastSeen = now;
}

function writeTime() {
  tick();
  const place = form()?.querySelector("[data-active]");
  if (place) place.value = String(Math.round(spent));
}

setInterval(tick, 1000);

// --- breaks ----------------------------------------------------------------------------------------

const WORKED = "calibrant:worked";

/** Time at work since the last break, in this tab: { ms, at }. */
function worked() {
  try {
    const found = JSON.parse(sessionStorage.getItem(WORKED) ?? "{}");
    if (Date.now() - found.at < AWAY_MS) return found;
  } catch {
    // Whatever stands there is not ours.
  }
  return { ms: 0, at: Date.now() };
}

function workOn(ms) {
  const total = worked().ms + ms;
  sessionStorage.setItem(WORKED, JSON.stringify({ ms: total, at: Date.now() }));
  const minutes = Number(work()?.dataset.break ?? 0);
  const place = document.getElementById("break");
  // Not in the middle of a sentence.
  if (!minutes || !place?.hidden || total < minutes * 60_000 || typing(document.activeElement)) return;
  place.querySelector("[data-break-minutes]").textContent = String(minutes);
  place.hidden = false;
}

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-break-over]")) return;
  sessionStorage.removeItem(WORKED);
  document.getElementById("break").hidden = true;
  enter(current(), { scroll: false });
});

for (const kind of ["keydown", "pointermove", "pointerdown", "scroll", "touchstart"]) {
  document.addEventListener(kind, () => { lastActive = performance.now(); }, { passive: true, capture: true });
}
document.addEventListener("visibilitychange", tick);
document.addEventListener("submit", (event) => {
  if (event.target === form()) writeTime();
}, { capture: true });

// --- the next item, ready before it is asked for ------------------------------------------------------

// { item, html }: the work area of the item that comes next, and whose it is.
let ready = null;
let aheadTimer = 0;

function lookAheadSoon() {
  clearTimeout(aheadTimer);
  if (work()?.dataset.aheadUrl) aheadTimer = setTimeout(lookAhead, AHEAD_MS);
}

async function lookAhead() {
  const place = work();
  const token = form()?.querySelector("[name=csrfmiddlewaretoken]")?.value;
  if (!place?.dataset.aheadUrl || !token) return;
  try {
    const answer = await fetch(place.dataset.aheadUrl, {
      method: "POST",
      headers: { "HX-Request": "true" },
      body: new URLSearchParams({ csrfmiddlewaretoken: token, holding: place.dataset.item }),
      redirect: "error",
    });
    if (answer.status !== 200) return;
    const html = await answer.text();
    const item = parse(html).querySelector("#work")?.dataset.item;
    if (item && work() === place) ready = { item, html };
  } catch {
    // The next item is then asked for when it is needed.
  }
}

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/** The work area that stands ready, under the bar with the newest counts. */
function readyUnder(bar) {
  const next = parse(ready.html);
  next.querySelector(".work-bar").replaceWith(parse(bar));
  const whole = document.createElement("div");
  whole.append(next);
  return whole.innerHTML;
}

document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.elt === form() && ready) event.detail.headers["X-Item-Ready"] = ready.item;
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (event.detail.requestConfig.elt !== form()) return;
  // Whoever is logged out is sent to a page that is no work area.
  if (xhr.responseURL && new URL(xhr.responseURL).pathname === work().dataset.login) {
    event.detail.shouldSwap = false;
    notSent("login");
    return;
  }
  if (ready && xhr.getResponseHeader("X-Item-Ready") === ready.item) {
    event.detail.serverResponse = readyUnder(event.detail.serverResponse);
  }
});

// --- from one item to the next -----------------------------------------------------------------------

function announce(text) {
  const place = document.getElementById("announcer");
  if (place) place.textContent = text;
}

// What a status says of a submission; any other may work if it is sent again.
const REFUSALS = { 403: "stale", 404: "gone" };

/** Say why a submission was not kept: "failed", "login", "stale" or "gone". */
function notSent(why) {
  const place = document.getElementById("not-sent");
  if (!place) return;
  for (const line of place.children) line.hidden = line.dataset.notSent !== why;
  const login = place.querySelector("[data-login-link]");
  login.search = new URLSearchParams({ next: work().dataset.url });
  place.querySelector("[data-reload]").href = work().dataset.url;
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
  document.dispatchEvent(new Event("rating:unsent"));
}

function begin() {
  ready = null;
  spent = Number(form()?.querySelector("[data-active]")?.value) || 0;
  lastSeen = lastActive = performance.now();
  count();
  mark(document.querySelector("#rating .question.wrong") ?? questions()[0]);
  document.querySelector(".turn-rated")?.scrollIntoView({ block: "start" });
  document.dispatchEvent(new Event("rating:begin"));
  lookAheadSoon();
}

let sent = "";

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target !== form()) return;
  sent = work().dataset.item;
  document.getElementById("not-sent").hidden = true;
});

for (const kind of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(kind, (event) => {
    if (event.detail.requestConfig?.elt === form()) notSent(REFUSALS[event.detail.xhr?.status] ?? "failed");
  });
}

document.addEventListener("htmx:afterSettle", () => {
  if (!work()) return;
  const gone = sent && work().dataset.item !== sent;
  if (gone) document.dispatchEvent(new CustomEvent("rating:accepted", { detail: sent }));
  begin();
  if (gone && !document.querySelector(".turn-rated")) scrollTo(0, 0); // on a phone the page scrolls, and no pane
  const question = current();
  // What comes next is read first: on a phone the questions stand below it.
  if (question) enter(question, { scroll: !gone });
  else (document.querySelector("[data-show], [data-go-on]") ?? document.getElementById("main")).focus();
  announce(document.querySelector(".work-bar").dataset.announce);
});

window.rating = { work, form, questions, current, mark, enter, notes, announce, typing, count, writeTime, actions };
// Once the scripts that go with this one listen too.
document.addEventListener("DOMContentLoaded", begin);
