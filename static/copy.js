// Buttons with data-copy="id" copy the value of that field. Without script they stay hidden and
// the field can be selected by hand.
(function () {
  "use strict";

  function arm(root) {
    if (!navigator.clipboard) return;
    root.querySelectorAll("[data-copy]").forEach(function (button) {
      button.hidden = false;
    });
  }

  document.addEventListener("click", function (event) {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    if (!field) return;
    field.select();
    navigator.clipboard.writeText(field.value).then(function () {
      button.textContent = "Copied";
    }, function () {
      button.textContent = "Press Ctrl+C to copy";
    });
  });

  document.addEventListener("focusin", function (event) {
    if (event.target.matches && event.target.matches("[data-select-all]")) event.target.select();
  });

  arm(document);
  document.addEventListener("htmx:afterSettle", function (event) { arm(event.target); });
})();
