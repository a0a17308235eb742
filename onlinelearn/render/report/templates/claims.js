// Claims: filters by verdict, paper and text, and the way from the picture to a claim.

{
  const filters = document.querySelector(".filters");

  function show(anchor) {
    const target = anchor ? document.getElementById(anchor) : null;
    const claim = target?.closest("details.claim");
    if (!claim) return;
    claim.hidden = claim.parentElement.hidden = false;
    claim.open = true;
    target.scrollIntoView({ block: "start" });
  }

  function filter() {
    const wanted = new Set(
      Array.from(filters.querySelectorAll("[aria-pressed=true]"), (button) => button.dataset.verdict),
    );
    const paper = filters.querySelector("select").value;
    const text = filters.querySelector("input").value.trim().toLowerCase();
    let shown = 0;
    let all = 0;
    for (const group of document.querySelectorAll(".group")) {
      let mine = 0;
      for (const claim of group.querySelectorAll(".claim")) {
        const fits = wanted.has(claim.dataset.verdict) && (!paper || group.dataset.paper === paper);
        claim.hidden = !fits || !claim.querySelector("summary").textContent.toLowerCase().includes(text);
        mine += !claim.hidden;
        all += 1;
      }
      group.hidden = mine === 0;
      shown += mine;
    }
    filters.querySelector("[role=status]").textContent = `${shown} of ${all} claims`;
  }

  if (filters) {
    filters.hidden = false;
    filters.addEventListener("input", filter);
    for (const button of filters.querySelectorAll("[aria-pressed]")) {
      button.addEventListener("click", () => {
        button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
        filter();
      });
    }
    // By clicks, too: a second one on the same link leaves the address as it is.
    for (const link of document.querySelectorAll("a[href^='#']")) {
      link.addEventListener("click", () => show(decodeURIComponent(link.getAttribute("href").slice(1))));
    }
    const fromAddress = () => show(decodeURIComponent(location.hash.slice(1)));
    addEventListener("hashchange", fromAddress);
    fromAddress();
  }
}
