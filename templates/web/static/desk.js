// Keeps a page of a designer's desk as the folder is. What has data-live is replaced when it
// differs; pictures that look as before stay in the page, and new ones are decoded before.
"use strict";

const main = document.querySelector("main[data-state]");
const SEEN = 1500, HIDDEN = 15000; // milliseconds between looks without events, and while hidden
const NEXT = 50; // while rules and other languages are still being read
const PATIENCE = 3000; // milliseconds to wait for pictures
const html = new Map(); // of each region, as the server wrote it
let wanted = main.dataset.state;
let busy = false, stream = null, timer = 0;

const regions = () => [...main.querySelectorAll("[data-live]")];
const pictures = (region) => [...region.querySelectorAll("img")];
const source = (image) => image.getAttribute("src");

// Wait until the pictures are decoded that take the place of others which are shown.
function prepare(region, fresh) {
  const before = pictures(region);
  const known = new Set(before.map(source));
  return pictures(fresh).map((image, n) => {
    if (known.has(source(image)) || !before[n] || !before[n].complete) return null;
    image.loading = "eager";
    return image.decode().catch(() => null);
  });
}

function swap(region, fresh) {
  const known = new Map(pictures(region).map((image) => [source(image), image]));
  for (const image of pictures(fresh)) {
    const same = known.get(source(image));
    known.delete(source(image));
    if (!same) continue;
    same.alt = image.alt;
    image.replaceWith(same);
  }
  region.replaceChildren(...fresh.childNodes);
}

// What the reader looks at stays where it is, whatever changes above it.
function holding(change) {
  const seen = [...main.querySelectorAll("[data-live] [id]")].find(
    (one) => !one.closest(".faults") && one.getBoundingClientRect().bottom > 0,
  );
  const top = seen && scrollY > 0 && seen.getBoundingClientRect().top;
  const focus = document.activeElement;
  change();
  if (!focus.isConnected) {
    const again = [...main.querySelectorAll("a[href]")].find((one) => one.href === focus.href);
    if (again) again.focus({ preventScroll: true });
  }
  const there = seen && document.getElementById(seen.id);
  if (there && scrollY > 0) scrollBy(0, there.getBoundingClientRect().top - top);
}

async function show(address) {
  const asked = new URL(address);
  asked.searchParams.set("live", "1"); // answer at once, without what takes longer
  const answer = await fetch(asked);
  if (!answer.ok) return location.reload();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("main[data-state]");
  const changes = regions()
    .map((region) => [region, document.importNode(page.getElementById(region.id), true)])
    .filter(([region, next]) => next.innerHTML !== html.get(region.id));
  const waits = changes.flatMap(([region, next]) => prepare(region, next));
  await Promise.race([Promise.all(waits), new Promise((done) => setTimeout(done, PATIENCE))]);
  holding(() => {
    for (const [region, next] of changes) {
      html.set(region.id, next.innerHTML);
      swap(region, next);
    }
  });
  Object.assign(main.dataset, fresh.dataset);
  tell(page.title);
}

function tell(title) {
  const faults = main.querySelectorAll(".faults li").length;
  document.title = (faults ? `(${faults}) ` : "") + title;
  const link = main.querySelector(".glance");
  const since = Number(sessionStorage.getItem("pnp-glance"));
  if (!link || !since || since >= Number(main.dataset.version)) return;
  const address = new URL(link.firstChild.href);
  address.searchParams.set("since", since);
  link.firstChild.href = address.href;
  link.hidden = false;
}

async function follow(state) {
  wanted = state;
  if (busy || wanted === main.dataset.state) return;
  busy = true;
  try {
    let doing;
    do {
      doing = wanted;
      await show(location.href);
    } while (doing !== wanted);
  } catch {
    later(SEEN); // the server is not there just now
  }
  busy = false;
}

async function look() {
  let more = false;
  try {
    const answer = await fetch(`/own/state.json?since=${main.dataset.state}`);
    const said = await answer.json();
    more = said.more;
    await follow(said.state);
  } catch {
    // The server is not there just now.
  }
  if (document.hidden || !stream || stream.readyState === EventSource.CLOSED) {
    later(more ? NEXT : document.hidden ? HIDDEN : SEEN);
  }
}

function later(wait) {
  clearTimeout(timer);
  timer = setTimeout(look, wait);
}

// Browsers open six connections to a server: only a page in sight keeps one open.
function listen() {
  clearTimeout(timer);
  if (stream) stream.close();
  stream = null;
  if (document.hidden) {
    sessionStorage.setItem("pnp-glance", main.dataset.version);
    return later(HIDDEN);
  }
  stream = new EventSource(`/own/events?since=${main.dataset.state}`);
  stream.onmessage = (event) => follow(event.lastEventId);
  stream.addEventListener("enough", () => { stream.close(); later(SEEN); });
  stream.onerror = () => { if (stream.readyState === EventSource.CLOSED) later(SEEN); };
}

for (const region of regions()) html.set(region.id, region.innerHTML);
for (const form of main.querySelectorAll(".desk-over")) {
  form.addEventListener("change", () => {
    const words = new URLSearchParams(new FormData(form));
    history.replaceState(null, "", `${location.pathname}?${words}`);
    show(location.href);
  });
}
document.addEventListener("visibilitychange", listen);
addEventListener("pagehide", () => stream && stream.close());
addEventListener("pageshow", listen);
tell(document.title);
