// Asks for newer figures now and then, but only while somebody can see them, and never under
// their hands: not with the focus or a selection among the figures, nor while a table is scrolled
// sideways. Without a study that goes on there is nothing to refresh.

const EVERY = 15_000;

function isRead(figures) {
  if (figures.contains(document.activeElement)) return true;
  const selection = document.getSelection();
  if (selection && !selection.isCollapsed && figures.contains(selection.anchorNode)) return true;
  return [...figures.querySelectorAll(".table-wrap")].some((table) => table.scrollLeft > 0);
}

function refresh() {
  const figures = document.querySelector("[data-refresh]");
  if (!figures || document.hidden || isRead(figures)) return;
  htmx.trigger(figures, "refresh");
}

setInterval(refresh, EVERY);
document.addEventListener("visibilitychange", refresh);
