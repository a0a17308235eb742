// Names for what the theme leaves without one, for readers who hear the page.
function nameAll() {
  document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
  document.querySelectorAll(".md-code__nav").forEach((nav, i) => nav.setAttribute("aria-label", `Block of code ${i + 1}`));
}

new MutationObserver(nameAll).observe(document.body, { childList: true, subtree: true });
nameAll();
