// Hides what a search or filter leaves out, and brings more when asked. The page is whole without it; texts are only read.
"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const root = document.documentElement;
  const groups = [...document.querySelectorAll(".group")].map((section) => ({
    section,
    items: [...section.querySelectorAll(".item")],
    tally: section.querySelector(".tally"),
    paging: section.querySelector(".paging"),
    step: Number(section.dataset.step),
    limit: Number(section.dataset.step),
    matching: [],
  }));
  const filled = groups.filter((group) => group.items.length);
  const texts = new Map(); // of an item, in lower case: made when first searched

  const textOf = (item) => {
    if (!texts.has(item)) texts.set(item, item.textContent.toLowerCase());
    return texts.get(item);
  };
  const headOf = (item) => item.querySelector("summary") || item.querySelector("h3");
  const titlesOf = (item) => [...item.querySelectorAll(".title")].map((title) => title.textContent);

  // What is asked for
  const wanted = () => ({
    words: find("search").value.toLowerCase().split(/\s+/).filter(Boolean),
    kind: find("kind")?.value || "", // a page has the filters that its job knows
    size: Number(find("size").value),
    score: Number(find("score")?.value || 0),
    copies: Number(find("copies")?.value || 0),
    from: find("from")?.value || "",
    until: find("until")?.value || "",
    series: find("series")?.value || "",
    title: find("document").value.trim().toLowerCase(),
  });
  const isAnything = (asked) => asked.words.length || asked.kind || asked.size || asked.score || asked.title || isOfFamilies(asked);
  const isOfFamilies = (asked) => asked.copies || asked.from || asked.until || asked.series;
  const matches = (item, asked) =>
    (!asked.kind || item.dataset.kind.split(" ").includes(asked.kind)) &&
    Number(item.dataset.size) >= asked.size &&
    (!asked.score || Number(item.dataset.score) >= asked.score) &&
    (!isOfFamilies(asked) || (item.dataset.copies && fits(item.dataset, asked))) &&
    asked.words.every((word) => textOf(item).includes(word)) &&
    (!asked.title || titlesOf(item).some((title) => title.toLowerCase().includes(asked.title)));

  // Only families have copies, years and series
  const fits = (data, asked) =>
    Number(data.copies) >= asked.copies &&
    (!asked.from || data.until >= asked.from) &&
    (!asked.until || (data.from && data.from <= asked.until)) &&
    (!asked.series || JSON.parse(data.series).includes(asked.series));

  // What is shown
  const count = (number, what) => `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
  const show = (group, filtered) => {
    group.items.forEach((item) => (item.hidden = true));
    const shown = group.matching.slice(0, group.limit);
    shown.forEach((item) => (item.hidden = false));
    group.section.hidden = Boolean(filtered) && !group.matching.length;
    const rest = group.matching.length - shown.length;
    group.paging.hidden = !group.matching.length || (!rest && !group.paging.querySelector(".unfold"));
    const more = group.paging.querySelector(".more");
    more.hidden = !rest;
    more.textContent = `Show ${Math.min(rest, group.step * 5).toLocaleString("en")} more of ${rest.toLocaleString("en")}`;
    group.tally.textContent = filtered ? `${count(group.matching.length, "match").replace("matchs", "matches")} here` : group.said;
  };
  const toTop = () => scrollBy({ top: find("findings").getBoundingClientRect().top, behavior: "instant" });
  const apply = (asker) => {
    const asked = wanted();
    const filtered = isAnything(asked);
    filled.forEach((group) => {
      group.matching = group.items.filter((item) => matches(item, asked));
      group.limit = group.step;
      show(group, filtered);
    });
    find("clear").hidden = !filtered;
    find("status").textContent = filtered ? told() : "";
    highlight(asked.words);
    if (asker !== "reader") return;
    remember(filtered);
    if (filtered) toTop(); // what was found begins under the search
  };
  const goToFirst = () => {
    clearTimeout(waiting);
    apply("reader");
    const first = filled.find((group) => group.matching.length)?.matching[0];
    if (!first || !isAnything(wanted())) return;
    if (first.tagName === "DETAILS") first.open = true;
    headOf(first).focus({ preventScroll: true });
    first.scrollIntoView({ block: "start", behavior: "instant" });
  };
  const clear = () => {
    for (const name of ["search", "document"]) find(name).value = "";
    for (const select of find("filters").querySelectorAll("select")) select.selectedIndex = 0;
    apply("reader");
  };

  // The address keeps the search and the filters: #q=flood&kind=drift
  const FIELDS = { q: "search", kind: "kind", size: "size", score: "score", copies: "copies", from: "from", until: "until", series: "series", document: "document" };
  const remember = (filtered) => {
    const kept = Object.entries(FIELDS).filter(([, id]) => find(id)?.value && find(id).value !== "0");
    const hash = new URLSearchParams(kept.map(([name, id]) => [name, find(id).value]));
    if (!filtered && !location.hash.includes("=")) return; // a link to an entry stays
    try {
      history.replaceState(null, "", filtered ? `#${hash}` : location.pathname + location.search);
    } catch {
      // a page from disk may not be allowed to
    }
  };
  const recall = () => {
    if (!location.hash.includes("=")) return reveal();
    const asked = new URLSearchParams(location.hash.slice(1));
    for (const [name, id] of Object.entries(FIELDS)) if (find(id)) find(id).value = asked.get(name) ?? (find(id).matches("select") ? find(id).options[0].value : "");
    apply();
    toTop();
  };

  // The entries that are left as CSV: no spreadsheet takes a text for a formula
  const cell = (value) => {
    const text = typeof value === "string" && /^\s*[=+\-@]/.test(value) ? `'${value}` : String(value ?? "");
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const save = () => {
    const rows = filled.flatMap((group) => group.matching).map((item) => JSON.parse(item.dataset.row));
    const names = [...new Set(rows.flatMap(Object.keys))];
    const lines = [names, ...rows.map((row) => names.map((name) => row[name]))].map((row) => row.map(cell).join(","));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${lines.join("\r\n")}\r\n`], { type: "text/csv" }));
    link.download = `${document.title.split(":")[0].replace(/[^\w.-]+/g, "-")}.csv`;
    link.click();
    find("status").textContent = `${count(rows.length, "row")} saved as ${link.download}`;
  };
  const copy = async (button) => {
    const { text } = button.dataset;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      const area = Object.assign(document.createElement("textarea"), { value: text, className: "copied", readOnly: true, rows: 8, ariaLabel: "wikitext" });
      button.replaceWith(area); // to copy by hand
      area.select();
    }
  };
  const told = () => {
    const of = (test) => filled.filter(test).reduce((sum, group) => sum + group.matching.length, 0);
    const first = (group) => group.section.id === "contradictions";
    const older = (group) => group.section.id === "older";
    const family = (group) => group.section.id === "families";
    const rest = count(of((group) => !first(group) && !older(group) && !family(group)), find("filters").dataset.what);
    const found = find("contradictions") ? [count(of(first), "contradiction"), rest] : [rest];
    if (find("families")) found.unshift(count(of(family), "family").replace("familys", "families"));
    if (find("older")) found.splice(1, 0, count(of(older), "older pair"));
    return `${found.join(found.length > 2 ? ", " : " and ")} on this page`;
  };

  // Words that were found, marked without touching the texts
  const highlight = (words) => {
    if (!window.Highlight || !CSS.highlights) return;
    CSS.highlights.delete("found");
    const ranges = [];
    const shown = words.length ? filled.flatMap((group) => group.matching.slice(0, group.limit)) : [];
    for (const item of shown) {
      const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
      while (walker.nextNode() && ranges.length < 5000) mark(walker.currentNode, words, ranges);
    }
    if (ranges.length) CSS.highlights.set("found", new Highlight(...ranges));
  };
  const mark = (node, words, ranges) => {
    const text = node.data.toLowerCase();
    if (node.parentElement.closest(".said")) return; // what a plot can say is not shown
    if (text.length !== node.data.length) return; // places would not fit
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        ranges.push(range);
      }
    }
  };

  // More, and all of these open
  filled.forEach((group) => {
    group.said = group.tally.textContent;
    group.paging.querySelector(".more").addEventListener("click", () => {
      const next = group.matching[group.limit];
      group.limit += group.step * 5;
      show(group, isAnything(wanted()));
      highlight(wanted().words);
      headOf(next).focus();
    });
    const unfold = group.paging.querySelector(".unfold");
    unfold?.addEventListener("click", () => {
      const shown = group.matching.slice(0, group.limit);
      const open = shown.some((item) => !item.open);
      shown.forEach((item) => (item.open = open));
      unfold.textContent = open ? "Close these" : "Open these";
    });
  });

  // A link to something that is hidden shows it
  const reveal = () => {
    const target = find(location.hash.slice(1));
    const item = target?.closest(".item");
    const group = filled.find((each) => each.items.includes(item));
    if (!group) return;
    if (!group.matching.includes(item)) clear();
    group.limit = Math.max(group.limit, group.matching.indexOf(item) + 1);
    show(group, isAnything(wanted()));
    if (item.tagName === "DETAILS") item.open = true;
    (target === item ? headOf(item) : target).focus({ preventScroll: true });
    const scroll = () => target.scrollIntoView({ block: "start", behavior: "instant" });
    scroll();
    requestAnimationFrame(scroll); // what came into view may have grown
  };

  // Titles to choose from, when first asked for
  const offer = () => {
    const times = new Map();
    filled.flatMap((group) => group.items).flatMap(titlesOf).forEach((title) => times.set(title, (times.get(title) || 0) + 1));
    const most = [...times].sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1)).slice(0, 1000);
    find("titles").replaceChildren(...most.map(([title]) => Object.assign(document.createElement("option"), { value: title })));
  };

  // Light and dark
  const dark = () => (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const remembered = (theme) => {
    try {
      if (theme) localStorage.setItem("twicetold-theme", theme);
      return localStorage.getItem("twicetold-theme");
    } catch {
      return null; // a page from disk may not be allowed to
    }
  };
  const label = () => (find("theme").textContent = dark() ? "Light page" : "Dark page");
  const setTheme = (theme) => {
    if (theme === "dark" || theme === "light") root.dataset.theme = theme;
    label();
  };

  // Keys: / to search, arrows from one cluster to the next
  const isTyping = (target) => target.matches("input, select, textarea");
  const step = (summary, by) => {
    const shown = filled.flatMap((group) => group.matching.slice(0, group.limit)).map((item) => item.querySelector("summary"));
    const there = shown.filter(Boolean);
    there[there.indexOf(summary) + by]?.focus();
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/" && !isTyping(event.target)) {
      event.preventDefault();
      find("search").focus({ preventScroll: true });
      toTop();
    } else if (event.key === "Enter" && event.target === find("search")) {
      event.preventDefault();
      goToFirst();
    } else if (event.key === "Escape" && event.target.form === find("filters")) {
      clear();
    } else if (/^Arrow(Up|Down)$/.test(event.key) && event.target.matches(".item > summary")) {
      event.preventDefault();
      step(event.target, event.key === "ArrowDown" ? 1 : -1);
    }
  });

  // On paper all that is shown is open
  let opened = [];
  addEventListener("beforeprint", () => {
    const shown = document.querySelectorAll(".item:not([hidden]), .item:not([hidden]) details.rest");
    opened = [...shown].filter((item) => item.open === false);
    opened.forEach((item) => (item.open = true));
  });
  addEventListener("afterprint", () => opened.forEach((item) => (item.open = false)));

  let waiting;
  find("filters").addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(apply, 120, "reader");
  });
  find("filters").addEventListener("submit", (event) => event.preventDefault());
  find("clear").addEventListener("click", () => {
    clear();
    find("search").focus();
  });
  find("document").addEventListener("focus", offer, { once: true });
  find("theme").addEventListener("click", () => {
    setTheme(dark() ? "light" : "dark");
    remembered(root.dataset.theme);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", label);
  addEventListener("hashchange", recall);
  find("csv").addEventListener("click", save);
  document.querySelectorAll(".copy").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  });

  find("filters").hidden = !filled.length;
  find("theme").hidden = false;
  setTheme(remembered());
  apply();
  recall();
})();
