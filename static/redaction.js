// Marking in a preview of redaction: selected text goes into the form for misses as a place and
// offsets, a hidden text that is clicked is chosen in the list of false alarms. Without script
// words are typed and the list is used as it is.
(function () {
  "use strict";

  const miss = document.getElementById("miss");
  const alarm = document.getElementById("alarm");
  if (!miss) return;
  const chosen = miss.querySelector("[data-chosen]");
  const hint = miss.querySelector("[data-hint]");
  let ready = false;

  // Offsets are counted in characters, as Python does, not in UTF-16 units.
  function length(text) { return Array.from(text).length; }

  function slotOf(node) {
    const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    return element && element.closest("[data-slot]");
  }

  function before(slot, node, offset) {
    const range = document.createRange();
    range.setStart(slot, 0);
    range.setEnd(node, offset);
    return range.toString();
  }

  function take() {
    const selection = document.getSelection();
    if (!selection || selection.isCollapsed || !selection.rangeCount) return;
    const range = selection.getRangeAt(0);
    const slot = slotOf(range.startContainer);
    if (!slot) return;
    const text = range.toString();
    if (slot !== slotOf(range.endContainer)) {
      say("Select text within one value only.");
      return;
    }
    const lead = text.length - text.trimStart().length;
    const start = length(before(slot, range.startContainer, range.startOffset)) + length(text.slice(0, lead));
    const words = text.trim();
    if (!words) return;
    miss.elements.slot.value = slot.dataset.slot;
    miss.elements.start.value = start;
    miss.elements.end.value = start + length(words);
    miss.elements.selected.value = words;
    miss.elements.words.value = "";
    ready = true;
    say("Selected: " + (length(words) > 60 ? words.slice(0, 60) + "…" : words));
  }

  function say(text) {
    chosen.textContent = text;
    chosen.hidden = false;
    hint.hidden = true;
  }

  function forget() {
    ["slot", "selected", "start", "end"].forEach(function (name) { miss.elements[name].value = ""; });
    ready = false;
    chosen.hidden = true;
    hint.hidden = false;
  }

  document.addEventListener("selectionchange", take);
  miss.elements.words.addEventListener("input", forget);

  document.addEventListener("click", function (event) {
    const link = event.target.closest("[data-finding]");
    if (!link) return;
    const selection = document.getSelection();
    event.preventDefault();
    if (selection && !selection.isCollapsed) return;
    const radio = alarm.querySelector('input[name="finding"][value="' + link.dataset.finding + '"]');
    if (!radio || radio.disabled) return;
    radio.checked = true;
    radio.focus({ preventScroll: true });
    radio.closest("label").scrollIntoView({ block: "nearest" });
  });

  // n and p walk through the hidden texts, m goes to the form for misses.
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea")) return;
    if (event.key === "m") {
      event.preventDefault();
      (ready ? miss.elements.kind : miss.elements.words).focus();
    } else if (event.key === "n" || event.key === "p") {
      const links = Array.from(document.querySelectorAll("[data-finding]"));
      if (!links.length) return;
      const at = links.indexOf(document.activeElement);
      const step = event.key === "n" ? 1 : -1;
      const next = at < 0 ? (step > 0 ? 0 : links.length - 1) : (at + step + links.length) % links.length;
      event.preventDefault();
      links[next].focus();
    }
  });
})();
