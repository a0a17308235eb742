// Names for what the theme leaves without one, for readers who hear the page; and a stop of the Tab key at each table
// that scrolls, for those who have no mouse.
function nameAll() {
  document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
  document.querySelectorAll(".md-code__nav").forEach((nav, i) => nav.setAttribute("aria-label", `Block of code ${i + 1}`));
  document.querySelectorAll(".md-typeset__scrollwrap").forEach((wrap) => {
    if (wrap.scrollWidth > wrap.clientWidth) wrap.tabIndex = 0;
    else wrap.removeAttribute("tabindex");
  });
}

new MutationObserver(nameAll).observe(document.body, { childList: true, subtree: true });
addEventListener("resize", nameAll);
nameAll();
