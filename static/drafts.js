// Answers kept while they are given: on the server as a draft, and in this browser as long as the
// server has not taken them. Goes with rate.js.

const DRAFT_MS = 1_200;
// What belongs to the form and not to the answers.
const OWN = new Set(["csrfmiddlewaretoken", "submit_key", "base_revision", "rubric", "active_ms", "skip_reason"]);

const { work, form, enter, current, announce, count, writeTime } = window.rating;

let timer = 0;
let unsaved = false;
let sending = null;

// --- on the server -----------------------------------------------------------------------------------

function saveSoon() {
  keepHere();
  if (!work()?.dataset.draftUrl) return;
  unsaved = true;
  clearTimeout(timer);
  timer = setTimeout(save, DRAFT_MS);
}

async function save() {
  const url = work()?.dataset.draftUrl;
  clearTimeout(timer);
  if (!unsaved || !url || !form()) return;
  unsaved = false;
  writeTime();
  const { item } = work().dataset;
  const controller = (sending = new AbortController());
  try {
    // keepalive lets the last one out while the page is being left.
    const answer = await fetch(url, {
      method: "POST",
      body: new URLSearchParams(new FormData(form())),
      keepalive: true,
      redirect: "manual",
      signal: controller.signal,
    });
    if (answer.status === 204 && !unsaved) forget(item);
    if (answer.status >= 500) unsaved = true;
  } catch {
    if (!controller.signal.aborted) unsaved = true;
  }
}

// --- in this browser ---------------------------------------------------------------------------------

const keyOf = (item) => `calibrant:answers:${item}`;
const answers = () => [...new FormData(form())].filter(([name, value]) => value && !OWN.has(name));

function keepHere() {
  if (!form() || !work().dataset.item) return;
  try {
    const kept = { at: Date.now(), answers: answers() };
    localStorage.setItem(keyOf(work().dataset.item), JSON.stringify(kept));
  } catch {
    // A full or forbidden store: the draft on the server has to do.
  }
}

function forget(item) {
  try {
    localStorage.removeItem(keyOf(item));
  } catch {
    // There is none, then.
  }
}

function keptHere() {
  try {
    return JSON.parse(localStorage.getItem(keyOf(work().dataset.item)) ?? "null");
  } catch {
    return null;
  }
}

/** Offer what this browser kept of an item, where it is not what the form shows anyhow. */
function offer() {
  const place = document.getElementById("kept-here");
  const kept = place && form() && work().dataset.item ? keptHere() : null;
  if (!kept) return;
  const there = new Set(answers().map((pair) => JSON.stringify(pair)));
  if (kept.answers.every((pair) => there.has(JSON.stringify(pair)))) {
    if (work().dataset.draftUrl) forget(work().dataset.item);
    return;
  }
  place.querySelector("[data-kept-at]").textContent = `on ${new Date(kept.at).toLocaleString()}`;
  place.hidden = false;
}

function putBack() {
  for (const [name, value] of keptHere()?.answers ?? []) {
    for (const field of document.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if (field.form !== form()) continue;
      if (field.type === "radio" || field.type === "checkbox") field.checked ||= field.value === value;
      else field.value = value;
    }
  }
  document.getElementById("kept-here").hidden = true;
  document.dispatchEvent(new Event("rating:restored"));
  count();
  saveSoon();
  announce("Your answers are back.");
  enter(current());
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-put-back]")) putBack();
  if (event.target.closest?.("[data-drop]")) {
    forget(work().dataset.item);
    document.getElementById("kept-here").hidden = true;
    enter(current(), { scroll: false });
  }
});

// --- when --------------------------------------------------------------------------------------------

const mine = (el) => el instanceof HTMLElement && el.form === form() && form() !== null;

for (const kind of ["input", "change"]) {
  document.addEventListener(kind, (event) => {
    if (!mine(event.target)) return;
    if (kind === "change") count();
    saveSoon();
  });
}
document.addEventListener("rating:changed", saveSoon);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) save();
});
addEventListener("pagehide", save);

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target !== form()) return;
  clearTimeout(timer);
  unsaved = false;
  // What is sent now has all of it, and a draft that came after it would be refused.
  sending?.abort();
});
document.addEventListener("rating:unsent", saveSoon);
document.addEventListener("rating:accepted", (event) => forget(event.detail));
document.addEventListener("rating:begin", () => {
  unsaved = false;
  clearTimeout(timer);
  offer();
});
