// Figures: values where the pointer is, learners that can be switched off, and a larger view.

{
  const SVG = "http://www.w3.org/2000/svg";
  const NEAR = 30; // points of the drawing

  // A mark's points: the place in the drawing, and what is to be read there.
  function readPoints(mark) {
    return mark.dataset.points.split(";").map((each) => {
      const [x, y, horizontal, vertical] = each.split("|");
      return { mark, of: mark.closest("[data-learner]"), x: Number(x), y: Number(y), horizontal, vertical };
    });
  }

  function nearest(points, place) {
    let found = null;
    let least = NEAR;
    for (const point of points) {
      const distance = Math.hypot(point.x - place.x, point.y - place.y);
      if (distance < least && !point.of.classList.contains("off")) [found, least] = [point, distance];
    }
    return found;
  }

  function tellValues(drawing) {
    const points = Array.from(drawing.querySelectorAll("[data-points]"), readPoints).flat();
    if (points.length === 0) return;
    const values = element("div", { className: "values", hidden: true });
    const ring = document.createElementNS(SVG, "circle");
    ring.setAttribute("class", "pointed");
    ring.setAttribute("r", "4");
    const leave = () => {
      values.hidden = true;
      ring.remove();
    };
    const tell = (event) => {
      const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
      // Within a bar it is the bar's value, however far its end is.
      const bar = event.target.closest("[data-points]:not([data-points*=';'])");
      const point = bar ? points.find((each) => each.mark === bar) : nearest(points, place);
      if (!point) return leave();
      const { learner, x, y } = point.of.dataset;
      values.textContent = `${learner}\n${x}: ${point.horizontal}\n${y}: ${point.vertical}`;
      ring.setAttribute("cx", point.x);
      ring.setAttribute("cy", point.y);
      drawing.append(ring);
      // In an enlarged figure the dialog is on top of everything outside of it.
      (drawing.closest("dialog") ?? document.body).append(values);
      values.hidden = false;
      values.style.left = `${Math.min(event.clientX + 14, innerWidth - values.offsetWidth - 8)}px`;
      values.style.top = `${Math.min(event.clientY + 14, innerHeight - values.offsetHeight - 8)}px`;
    };
    drawing.addEventListener("pointermove", tell);
    drawing.addEventListener("pointerdown", tell);
    // A finger that is lifted has left, too: what it tapped stays to be read until it taps or scrolls elsewhere.
    drawing.addEventListener("pointerleave", (event) => event.pointerType === "touch" || leave());
    drawing.addEventListener("pointercancel", leave);
    document.addEventListener("pointerdown", (event) => drawing.contains(event.target) || leave());
    document.addEventListener("scroll", leave, { passive: true, capture: true });
  }

  // The colour of a mark: of a bar's inside, below its hatching, or else of a line.
  function colourOf(drawing, mark) {
    const { fill, stroke } = getComputedStyle(mark.querySelector(":scope > path, :scope > g > path") ?? mark);
    const hatched = /url\("(#[^"]+)"\)/.exec(fill);
    if (hatched) return drawing.querySelector(`${hatched[1]} rect`).getAttribute("fill");
    return fill === "none" ? stroke : fill;
  }

  function swatch(colour) {
    const square = document.createElementNS(SVG, "svg");
    square.setAttribute("width", "10");
    square.setAttribute("height", "10");
    square.setAttribute("aria-hidden", "true");
    const inside = document.createElementNS(SVG, "rect");
    inside.setAttribute("width", "10");
    inside.setAttribute("height", "10");
    inside.setAttribute("fill", colour);
    square.append(inside);
    return square;
  }

  function learnerSwitches(drawing) {
    const learners = new Map();
    for (const mark of drawing.querySelectorAll("[data-learner]")) {
      learners.set(mark.dataset.learner, [...(learners.get(mark.dataset.learner) ?? []), mark]);
    }
    if (learners.size < 2) return [];
    return Array.from(learners, ([learner, marks]) => {
      const told = marks.find((mark) => mark.dataset.x) ?? marks[0];
      const button = element("button", { type: "button" }, swatch(colourOf(drawing, told)), learner);
      button.setAttribute("aria-pressed", "true");
      button.addEventListener("click", () => {
        const on = button.getAttribute("aria-pressed") !== "true";
        button.setAttribute("aria-pressed", on);
        for (const mark of marks) mark.classList.toggle("off", !on);
      });
      return button;
    });
  }

  function enlarge(chart, caption) {
    const place = document.createComment("");
    const close = element("button", { type: "button" }, "Close");
    const dialog = element("dialog", {}, close);
    dialog.setAttribute("aria-label", caption);
    chart.replaceWith(place);
    dialog.append(chart);
    document.body.append(dialog);
    close.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => {
      place.replaceWith(chart);
      dialog.remove();
    });
    dialog.showModal();
  }

  for (const chart of document.querySelectorAll("figure.chart")) {
    const picture = chart.querySelector(".picture");
    const drawing = chart.querySelector("svg.drawing");
    const caption = chart.querySelector("figcaption").textContent;
    const larger = element("button", { type: "button", className: "larger" }, "Enlarge");
    larger.setAttribute("aria-label", `Enlarge: ${caption}`);
    larger.addEventListener("click", () => enlarge(chart, caption));
    const tools = element("div", { className: "tools" }, larger);
    if (drawing) {
      tellValues(drawing);
      tools.append(...learnerSwitches(drawing));
    }
    picture.after(tools);
  }
}
