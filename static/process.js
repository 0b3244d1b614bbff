// Trajectories on the rating page: each step's label stands at the step in the transcript, the keys
// go from step to step. Goes with rate.js and transcript.js. Labels of steps that a long transcript
// does not show yet wait in the form, so that they are always sent with it.

const { form, mark, announce, typing, actions } = window.rating;

const list = () => document.querySelector("#rating [data-step-list]");
const asked = () => list() !== null;
const question = () => document.getElementById("q-first_error");
const rest = () => document.querySelector("[data-rest]");
const categories = () => document.querySelector("[data-categories]");
const errorStep = () => document.querySelector("[data-error-step]");

// The fieldsets of the labels by the number of their step, in order; wherever they stand.
let rows = new Map();
// The number of the step that the keys are for.
let at = 0;
// Whether digits choose the kind of error.
let choosing = false;

const labelOf = (row) => row.querySelector("input:checked")?.value ?? "";
/** The label that would be sent: those still open are needed where all the others are. */
const sent = (row) => labelOf(row) || (rest().checked ? "NEEDED" : "");
const locked = () => form().querySelector(".ask").disabled;
const changed = (field) => field.dispatchEvent(new Event("change", { bubbles: true }));
const stateOf = () => form().elements.namedItem("first_error-state").value;
const errorAt = () => (stateOf() === "found" ? Number(errorStep().value) : 0);

// --- labels at their steps ---------------------------------------------------------------------------

/** Keep the fields of `el` in the form wherever they stand. */
function ours(el) {
  for (const field of el.querySelectorAll("input")) field.setAttribute("form", "rating");
}

function place() {
  for (const [number, row] of rows) {
    const body = document.querySelector(`#step-${number} > .step-body`);
    if (body && row.parentElement !== body) {
      ours(row);
      body.append(row);
    }
  }
  placeCategories();
}

/** The kinds of error stand at the step that they are about, as far as that is on the page. */
function placeCategories() {
  const kinds = categories();
  const row = rows.get(errorAt());
  const before = row?.closest(".step-body") ? row : document.querySelector("[data-responsible]");
  if (before.nextElementSibling !== kinds) {
    ours(kinds);
    before.after(kinds);
  }
  kinds.hidden = stateOf() !== "found";
}

function errorButton(number) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "mark mark-error";
  button.dataset.errorAt = String(number);
  button.setAttribute("aria-pressed", "false");
  const key = document.createElement("kbd");
  key.ariaHidden = "true";
  key.textContent = "f";
  button.append(key, "First error");
  return button;
}

function begin() {
  if (!asked()) return;
  rows = new Map();
  for (const row of list().querySelectorAll("[data-label-step]")) {
    const number = Number(row.dataset.labelStep);
    // Out of the form's own fieldset it has to be told.
    row.disabled = locked();
    if (!locked()) row.append(errorButton(number));
    rows.set(number, row);
  }
  categories().disabled = locked();
  choosing = false;
  at = firstOpen() || rows.keys().next().value || 0;
  document.querySelector("[data-label-counts]").hidden = false;
  list().classList.toggle("elsewhere", rows.size > 0);
  place();
  show();
  // Whoever comes back goes on where they were.
  if (firstOpen() !== rows.keys().next().value) go(at);
  else markStep();
}

function markStep() {
  for (const el of document.querySelectorAll(".step.at")) el.classList.remove("at");
  document.getElementById(`step-${at}`)?.classList.add("at");
}

// --- what is shown of the answers --------------------------------------------------------------------

function show() {
  if (!asked()) return;
  const counts = new Map();
  for (const row of rows.values()) {
    counts.set(sent(row), (counts.get(sent(row)) ?? 0) + 1);
  }
  for (const el of document.querySelectorAll("[data-count]")) el.textContent = String(counts.get(el.dataset.count) ?? 0);
  const open = counts.get("") ?? 0;
  const found = errorAt();
  const done = stateOf() && (stateOf() !== "found" || (found && kindChosen()));
  document.querySelector("[data-answered]").textContent =
    `${rows.size - open} of ${rows.size} steps, ${done ? "first error said" : "first error open"}`;
  for (const button of document.querySelectorAll("[data-error-at]")) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.errorAt) === found));
  }
  placeCategories();
  const row = rows.get(found);
  document.querySelector("[data-responsible]").hidden = !row;
  document.querySelector("[data-agent-name]").textContent = row?.dataset.agent ?? "";
  document.querySelector("[data-needed-note]").hidden = !row || sent(row) !== "NEEDED";
}

const kindChosen = () => categories().querySelector("input:checked") !== null;

// --- going from step to step -------------------------------------------------------------------------

/** The first step without a label, behind `after` if there is one; 0 where all have theirs. */
function firstOpen(after = 0) {
  const numbers = [...rows.keys()].filter((number) => !labelOf(rows.get(number)));
  return numbers.find((number) => number > after) ?? numbers[0] ?? 0;
}

async function go(number) {
  await showStep(number);
  // Another key may have gone on meanwhile.
  if (at !== number || !asked()) return;
  const row = rows.get(number);
  (row?.querySelector("input:checked") ?? row?.querySelector("input"))?.focus({ preventScroll: true });
}

/** As go, with the focus left where it is. */
function showStep(number) {
  at = number;
  return window.transcript.goTo("", number, { block: "nearest" });
}

function move(by) {
  choosing = false;
  const numbers = [...rows.keys()];
  const next = numbers[numbers.indexOf(at) + by];
  if (next) go(next);
}

function goOn() {
  const numbers = [...rows.keys()];
  const next = rest().checked ? numbers[numbers.indexOf(at) + 1] : firstOpen(at);
  if (next) go(next);
  else if (!stateOf()) enterQuestion();
  else form().querySelector(".submit-bar .primary")?.focus({ preventScroll: true });
}

function enterQuestion() {
  mark(question());
  question().scrollIntoView({ block: "nearest" });
  announce("Every step has a label. Where is the first error? f on its step, x for none, c for can’t tell.");
  question().querySelector("input[type=radio]").focus({ preventScroll: true });
}

// --- answering ---------------------------------------------------------------------------------------

function label(key) {
  const field = rows.get(at)?.querySelectorAll("input")[key - 1];
  if (!field || locked()) return;
  field.checked = true;
  changed(field);
  announce(`Step ${at}: ${field.parentElement.textContent.trim().slice(1)}.`);
  goOn();
}

function setState(value) {
  if (locked()) return;
  choosing = false;
  const field = [...form().querySelectorAll("[name=first_error-state]")].find((one) => one.value === value);
  field.checked = true;
  changed(field);
  announce(field.closest("label").querySelector(".level-text").textContent);
}

function setError(number) {
  if (!rows.has(number) || locked()) return;
  errorStep().value = String(number);
  form().querySelector("[data-found]").checked = true;
  changed(errorStep());
  choosing = true;
  categories().scrollIntoView({ block: "nearest" });
  const field = categories().querySelector("input:checked") ?? categories().querySelector("input");
  field.focus({ preventScroll: true });
  announce(`Step ${number} is the first error, made by ${rows.get(number).dataset.agent}. Choose its kind, 1 to 6.`);
}

function choose(key) {
  const field = categories().querySelector(`[data-category="${key}"]`);
  if (!field) return;
  field.checked = true;
  choosing = false;
  changed(field);
  announce(`${field.parentElement.textContent.trim().slice(1)}.`);
  if (labelOf(rows.get(at))) goOn();
  else go(at);
}

function toggleRest() {
  if (locked()) return;
  rest().checked = !rest().checked;
  changed(rest());
  announce(rest().checked ? "All the other steps are needed." : "The other steps are open again.");
}

// --- keys --------------------------------------------------------------------------------------------

const keys = {
  j: () => move(1),
  ArrowDown: () => move(1),
  k: () => move(-1),
  ArrowUp: () => move(-1),
  f: () => setError(at),
  x: () => setState("none"),
  0: () => setState("none"),
  c: () => setState("cant_tell"),
  a: toggleRest,
};

document.addEventListener(
  "keydown",
  (event) => {
    if (!asked() || typing(event.target) || event.isComposing || document.querySelector("dialog[open]")) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (choosing && event.key === "Escape") {
      choosing = false;
      go(at);
    } else if (choosing && /^[1-6]$/.test(event.key)) choose(event.key);
    else if (/^[1-4]$/.test(event.key)) label(Number(event.key));
    else if (Object.hasOwn(keys, event.key)) keys[event.key]();
    else return;
    // rate.js leaves alone what is taken here.
    event.preventDefault();
  },
  { capture: true },
);

// --- pointer, focus, and what else happens to the page --------------------------------------------------

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-error-at]");
  if (!button || !asked()) return;
  at = Number(button.dataset.errorAt);
  if (errorAt() === at) {
    // Pressed once more it is taken back.
    form().querySelector("[data-found]").checked = false;
    errorStep().value = "";
    choosing = false;
    changed(errorStep());
  } else setError(at);
});

document.addEventListener("focusin", (event) => {
  if (!asked()) return;
  choosing = event.target.matches("[data-category]") && !locked();
  const row = event.target.closest("[data-label-step]");
  if (!row) return;
  at = Number(row.dataset.labelStep);
  markStep();
});

document.addEventListener("change", (event) => {
  if (!asked() || event.target.form !== form()) return;
  if (event.target === errorStep() && errorStep().value) form().querySelector("[data-found]").checked = true;
  show();
  if (event.target === errorStep() && rows.has(errorAt())) showStep(errorAt());
});

// Parts come, clipped steps are shown whole.
document.addEventListener("transcript:changed", () => asked() && place());
document.addEventListener("rating:begin", begin);
document.addEventListener("rating:restored", () => queueMicrotask(show));
// The labels of the next item would be one group with these, as long as both are on the page.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!asked() || event.detail.target?.id !== "work" || !event.detail.shouldSwap) return;
  categories().remove();
  for (const row of rows.values()) row.remove();
});
document.addEventListener("htmx:afterSettle", () => {
  if (!asked()) return;
  const open = firstOpen() && !rest().checked;
  if (open || !document.querySelector(".question.wrong")) go(at);
});
