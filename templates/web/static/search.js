// The search of a site: it looks through an index of all games, which is read when it is first
// used. Without this script, lists of the games by each value of a facet do the same.
"use strict";
(() => {
  const form = document.getElementById("search");
  if (!form) return;
  const words = form.dataset;
  const field = form.elements.q;
  const selects = [...form.querySelectorAll("select")];
  const lists = document.getElementById("lists");
  const card = document.getElementById("card").content.firstElementChild;
  const main = form.parentNode;
  const A_PAGE = 24;
  const LETTERS = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l", ı: "i" };
  let index = null; // once it is read: the columns of the index, and a text to look through
  let waiting = null;

  // What a search replaces, and what shows its results.
  const before = [...main.children].filter((one) => one !== form && one.tagName !== "HEADER");
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

  const prepare = (data) => {
    const texts = data.names.map((name, n) =>
      ` ${fold(`${name} ${data.more[n]} ${data.facts[n]} ${data.says[n]}`)}`);
    const facets = selects.map((select) => {
      const { keys, words: names, of } = data.facets[select.name];
      return { keys, names, of: of.map((one) => (Array.isArray(one) ? one : [one])) };
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

  // Return the numbers of the games that fit, and for each facet how many fit but for that one.
  const search = (asked, chosen) => {
    const wanted = fold(asked).split(" ").filter(Boolean).map((word) => ` ${word}`);
    const { texts, facets } = index;
    const games = [];
    const counts = facets.map((facet) => new Uint32Array(facet.keys.length));
    for (let game = 0; game < texts.length; game++) {
      if (!wanted.every((word) => texts[game].includes(word))) continue;
      let missing = -1; // the facet in which it does not fit; several if it is -2
      for (let n = 0; n < facets.length && missing !== -2; n++) {
        if (chosen[n] >= 0 && !facets[n].of[game].includes(chosen[n])) {
          missing = missing === -1 ? n : -2;
        }
      }
      if (missing === -2) continue;
      if (missing === -1) games.push(game);
      for (let n = 0; n < facets.length; n++) {
        if (missing === -1 || missing === n) for (const value of facets[n].of[game]) counts[n][value]++;
      }
    }
    return { games, counts };
  };

  const show = (games, from) => {
    for (const game of games.slice(from, from + A_PAGE)) {
      const item = card.cloneNode(true);
      const id = index.ids[game];
      const [picture, heading, says, facts] = item.children;
      picture.src = `${words.covers}/${id}/cover.svg`;
      heading.firstChild.href = `${words.games}/${id}/index.html`;
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
    const { games, counts } = search(field.value, chosen);
    const asked = field.value.trim() || chosen.some((value) => value >= 0);
    offer(counts);
    for (const one of before) one.hidden = Boolean(asked);
    shown.hidden = !asked;
    const number = games.length;
    found.textContent = !asked ? "" : !number ? words.none
      : number === 1 ? words.one : words.other.replace("#", number);
    results.replaceChildren();
    if (asked) show(games, 0);
    remember();
  };

  form.hidden = false;
  if (lists) lists.hidden = true;
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
  form.querySelector("details").addEventListener("toggle", () => { if (!index) answer(); });

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
