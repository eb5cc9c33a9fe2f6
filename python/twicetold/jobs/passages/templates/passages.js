// The plots: which dot or passage is pointed at, and the two sentences there. Texts are only read, and set as text.
"use strict";
(() => {
  const NEAR = 14; // pixels
  const plots = new WeakMap(); // of an svg: made when first used

  const plotOf = (svg) => {
    if (!plots.has(svg)) {
      const figure = svg.closest(".plot");
      const around = figure.parentElement;
      const dots = [...svg.querySelector(".dots").getAttribute("d").matchAll(/M(\d+) (\d+)/g)].map((found) => [Number(found[1]), Number(found[2])]);
      const passages = [...svg.querySelectorAll("[data-passage]")].reverse().map((group) => ({
        id: `passage-${group.dataset.passage}`,
        at: group.dataset.at.split(" ").map(Number),
      }));
      const said = [...around.querySelectorAll(".said ol")].map((list) => new Map([...list.children].map((item) => [item.value, item.textContent])));
      const sizes = [Number(figure.dataset.wide), Number(figure.dataset.high)];
      plots.set(svg, { svg, dots, passages, said, sizes, readout: around.querySelector(".readout"), dot: -1, passage: -1 });
    }
    return plots.get(svg);
  };

  // What is said there
  const holding = (plot, [x, y]) => plot.passages.find(({ at }) => at[0] <= x && x <= at[2] && at[1] <= y && y <= at[3]);
  const show = (plot, place, passage, begins) => {
    const { readout, said } = plot;
    readout.querySelector(".hint").hidden = true;
    readout.querySelector(".words").hidden = false;
    const which = readout.querySelector(".which");
    which.replaceChildren(begins ? "The beginning of " : passage ? "Two sentences of " : "Two sentences that match");
    if (passage) {
      const link = document.createElement("a");
      link.href = `#${passage.id}`;
      link.textContent = document.getElementById(passage.id).getAttribute("aria-label");
      which.append(link);
    }
    readout.querySelectorAll(".at").forEach((element, side) => (element.textContent = `sentence ${(place[side] + 1).toLocaleString("en")}`));
    readout.querySelectorAll(".text").forEach((element, side) => (element.textContent = said[side].get(place[side]) ?? "(not on this page)"));
    plot.svg.querySelector(".here").setAttribute("d", `M${place[0]} ${place[1]}h0`);
  };
  const showDot = (plot, number) => {
    plot.dot = number;
    show(plot, plot.dots[number], holding(plot, plot.dots[number]), false);
  };
  const showPassage = (plot, number) => {
    plot.passage = number;
    const passage = plot.passages[number];
    show(plot, passage.at.slice(0, 2), passage, true);
  };

  // What is pointed at: the nearest dot, else the passage there
  const point = (event) => {
    const svg = event.target.closest?.(".matrix");
    if (!svg) return;
    const plot = plotOf(svg);
    const box = svg.getBoundingClientRect();
    const scale = [box.width / plot.sizes[0], box.height / plot.sizes[1]];
    const at = [event.clientX - box.left, event.clientY - box.top];
    const [dot, far] = nearest(plot.dots, at, scale);
    if (dot >= 0 && far <= NEAR) return showDot(plot, dot);
    const passage = plot.passages.findIndex((each) => isIn(each.at, at, scale));
    if (passage >= 0) showPassage(plot, passage);
  };
  const nearest = (dots, at, scale) => {
    let [found, least] = [-1, Infinity];
    dots.forEach((dot, number) => {
      const far = Math.hypot((dot[0] + 0.5) * scale[0] - at[0], (dot[1] + 0.5) * scale[1] - at[1]);
      if (far < least) [found, least] = [number, far];
    });
    return [found, least];
  };
  const isIn = (ends, at, scale) =>
    [0, 1].every((side) => ends[side] * scale[side] - NEAR / 2 <= at[side] && at[side] <= (ends[side + 2] + 1) * scale[side] + NEAR / 2);

  // Keys
  const KEYS = { ArrowRight: ["dot", 1], ArrowLeft: ["dot", -1], ArrowDown: ["passage", 1], ArrowUp: ["passage", -1], Home: ["dot", -Infinity], End: ["dot", Infinity] };
  const key = (event) => {
    if (!event.target.matches(".matrix") || event.ctrlKey || event.metaKey || event.altKey) return;
    const plot = plotOf(event.target);
    if (event.key === "Enter") plot.readout.querySelector(".which a")?.click();
    const [what, by] = KEYS[event.key] || [];
    if (!what) return;
    event.preventDefault();
    const there = what === "dot" ? plot.dots : plot.passages;
    if (!there.length) return;
    const number = Math.min(Math.max(plot[what] + by, 0), there.length - 1);
    (what === "dot" ? showDot : showPassage)(plot, number);
  };

  // A run of words that both texts have: the same run on the other side
  const pair = (event) => {
    document.querySelectorAll(".partner").forEach((mark) => mark.classList.remove("partner"));
    const mark = event.target.closest?.("mark[data-run]");
    if (!mark) return;
    mark.closest(".passage").querySelectorAll(`mark[data-run="${mark.dataset.run}"]`).forEach((each) => {
      each.classList.add("partner");
      const box = each.parentElement;
      if (each !== mark) box.scrollTop = each.offsetTop - box.offsetTop - box.clientHeight / 3;
    });
  };
  document.addEventListener("pointerover", pair);
  document.addEventListener("pointermove", (event) => event.pointerType !== "touch" && point(event));
  document.addEventListener("click", point);
  document.addEventListener("keydown", key);
})();
