// The search of a site: it looks through an index of all games, which is read when it is first
// used. Without this script, lists of the games by each value of a facet do the same.
"use strict";
(() => {
  const form = document.getElementById("search");
  if (!form) return;
  const words = form.dataset;
  const field = form.elements.q;
  const selects = [...form.querySelectorAll("select")];
  const by = form.querySelector("details");
  const lists = document.getElementById("lists");
  const card = document.getElementById("card").content.firstElementChild;
  const main = form.parentNode;
  const A_PAGE = 24;
  const LETTERS = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l", ı: "i" };
  let index = null; // once it is read: the columns of the index, and a text to look through
  let waiting = null;

  // What a search replaces, and what shows its results.
  const before = [...main.children].filter((one) => one !== form && one !== lists && one.tagName !== "HEADER");
  const found = document.createElement("p");
  found.className = "found";
  found.setAttribute("role", "status");
  const results = document.createElement("ul");
  results.className = "cards";
  const more = document.createElement("button");
  more.type = "button";
  more.textContent = words.more;
  const shown = document.createElement("div");
  shown.append(results, more);
  shown.hidden = true;
  main.append(found, shown);

  // As folded() in catalogue.py has it: without accents, capitals and signs.
  const fold = (text) => text.toLowerCase().replace(/[ßæœøđłı]/g, (sign) => LETTERS[sign])
    .normalize("NFKD").replace(/\p{M}+/gu, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();

  // The values of each game lie in one array, those of game n from starts[n] to starts[n + 1].
  const flat = (of) => {
    const values = of.flat();
    const starts = new Uint32Array(of.length + 1);
    of.forEach((one, n) => { starts[n + 1] = starts[n] + (Array.isArray(one) ? one.length : 1); });
    return { values: Uint32Array.from(values), starts };
  };

  const has = ({ values, starts }, game, value) => {
    for (let n = starts[game]; n < starts[game + 1]; n++) if (values[n] === value) return true;
    return false;
  };

  const prepare = (data) => {
    const kinds = ({ words: names, of }, n) => [of[n]].flat().map((kind) => names[kind]).join(" ");
    // Of each game: its names, these and its keys, and everything.
    const texts = data.names.map((name, n) => {
      const named = `${name} ${data.named[n]}`;
      const keys = `${named} ${data.more[n]} ${kinds(data.facets.kind, n)}`;
      const all = `${keys} ${data.facts[n]} ${data.says[n]} ${data.rest[n]}`;
      return [named, keys, all].map((text) => ` ${fold(text)}`);
    });
    const facets = selects.map((select) => {
      const { keys, words: names, of } = data.facets[select.name];
      return { keys, names, ...flat(of) };
    });
    return { ...data, texts, facets };
  };

  const read = () => {
    waiting ??= new Promise((resolve) => {
      window.searchIndex = (data) => resolve(index = prepare(data));
      const script = document.createElement("script");
      script.src = words.index;
      document.head.append(script);
    });
    return waiting;
  };

  // Return the numbers of the games that fit, and for each facet, if these are counted, how many
  // fit but for that one.
  const search = (asked, chosen, counted) => {
    const wanted = fold(asked).split(" ").filter(Boolean).map((word) => ` ${word}`);
    const { texts, facets } = index;
    const found = [[], [], []]; // by the first text that has every word
    const counts = facets.map((facet) => new Uint32Array(facet.keys.length));
    const asking = facets.map((_, n) => n).filter((n) => chosen[n] >= 0);
    const count = (game, n) => {
      const { values, starts } = facets[n];
      for (let at = starts[game]; at < starts[game + 1]; at++) counts[n][values[at]]++;
    };
    for (let game = 0; game < texts.length; game++) {
      const level = texts[game].findIndex((text) => wanted.every((word) => text.includes(word)));
      if (level < 0) continue;
      const unfit = asking.filter((n) => !has(facets[n], game, chosen[n]));
      if (unfit.length > 1) continue;
      if (unfit.length === 0) found[level].push(game);
      if (!counted) continue;
      if (unfit.length === 1) count(game, unfit[0]);
      else {
        for (let n = 0; n < facets.length; n++) count(game, n);
      }
    }
    return { games: found.flat(), counts };
  };

  const show = (games, from) => {
    for (const game of games.slice(from, from + A_PAGE)) {
      const item = card.cloneNode(true);
      const id = index.ids[game];
      const [picture, heading, says, facts] = item.children;
      picture.src = `${words.covers}/${id}/cover.svg`;
      heading.firstChild.href = `${words.games}/${id}/${words.page}`;
      heading.firstChild.textContent = index.names[game];
      says.textContent = index.says[game];
      facts.textContent = index.facts[game];
      results.append(item);
    }
    more.hidden = from + A_PAGE >= games.length;
    more.onclick = () => {
      const last = results.children.length;
      show(games, from + A_PAGE);
      results.children[last].querySelector("a").focus();
    };
  };

  const offer = (counts) => {
    selects.forEach((select, n) => {
      const { keys, names } = index.facets[n];
      const now = select.value;
      const options = keys.map((key, value) => [key, names[value], counts[n][value]])
        .filter(([key, , count]) => count > 0 || key === now)
        .map(([key, name, count]) => new Option(`${name} (${count})`, key, false, key === now));
      select.replaceChildren(new Option(words.any, ""), ...options);
    });
  };

  const remember = () => {
    const asked = [...new FormData(form)].filter(([, value]) => value);
    const query = asked.length ? `?${new URLSearchParams(asked)}` : "";
    if (location.protocol !== "file:") history.replaceState(null, "", location.pathname + query);
  };

  const answer = async () => {
    await read();
    const chosen = selects.map((select, n) => index.facets[n].keys.indexOf(select.value));
    const start = performance.now();
    const { games, counts } = search(field.value, chosen, by.open);
    performance.measure("search", { start });
    const asked = field.value.trim() || chosen.some((value) => value >= 0);
    if (by.open) offer(counts);
    if (asked) for (const one of before) one.remove();
    else found.before(...before);
    shown.hidden = !asked;
    const number = games.length;
    found.textContent = !asked ? "" : !number ? words.none
      : number === 1 ? words.one : words.other.replace("#", number);
    results.replaceChildren();
    if (asked) show(games, 0);
    lists?.classList.toggle("offered", asked && !number);
    if (lists && asked && !number) lists.open = true;
    remember();
  };

  let soon = 0;
  const later = () => {
    clearTimeout(soon);
    soon = setTimeout(answer, 60);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answer();
  });
  field.addEventListener("focus", read);
  field.addEventListener("input", later);
  form.addEventListener("change", later);
  by.addEventListener("toggle", answer);

  const query = new URLSearchParams(location.search);
  if ([...query.values()].some(Boolean)) {
    field.value = query.get("q") ?? "";
    for (const select of selects) {
      const key = query.get(select.name);
      if (key) select.replaceChildren(new Option(words.any, ""), new Option(key, key, true, true));
    }
    answer();
  }
})();
