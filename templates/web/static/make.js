// Show what the choices change at once. Without this script, the button of the form does it.

const form = document.getElementById("choices");
const KEPT = "pnp-choices";
const OF_A_GAME = ["for", "players", "with", "only", "cards", "size", "component"];
const PATIENCE = 300; // ms before the page says that it is at work
let asked = null; // the request that is under way
let sent = document; // the page as the server sent it last
const inFull = new Set(); // what is shown in full: "choices", "sheets"

function queryOf(data) {
  const given = new URLSearchParams();
  for (const [name, value] of data)
    if (value && !["show", "seen"].includes(name)) given.append(name, value);
  for (const one of inFull) given.append("show", one);
  return given;
}

async function answerTo(address, signal) {
  for (let tries = 1; ; tries++) {
    const reply = await fetch(address, { signal, priority: "high" });
    if (reply.status !== 503 || tries === 5) return reply;
    await new Promise((done) => setTimeout(done, 500 * tries));
  }
}

// Keep the pictures that are the same; the others change in place, without a gap.
function keepPictures(fresh, old) {
  for (const img of fresh.querySelectorAll("img[id]")) {
    const kept = old.querySelector("#" + CSS.escape(img.id));
    if (!kept) continue;
    const same = kept.dataset.key === img.dataset.key;
    for (const { name, value } of img.attributes)
      if (!(same && name === "src") && kept.getAttribute(name) !== value)
        kept.setAttribute(name, value);
    img.replaceWith(kept);
  }
}

// Pages to read that are not yet set: those that somebody looks at stay until then.
function keepOpen(fresh, old) {
  for (const part of fresh.querySelectorAll("details[id]")) {
    const kept = old.querySelector("#" + CSS.escape(part.id));
    if (!kept?.open) continue;
    part.open = true;
    if ("soon" in part.dataset) part.querySelector("ol").replaceWith(kept.querySelector("ol"));
  }
}

const fieldsOf = (page) => [...page.querySelectorAll("#choices .field")];

// Replace the fields that the server sends differently now, except the one that has the focus.
function renewFields(page) {
  const ids = (of) => fieldsOf(of).map((field) => field.id).join();
  if (ids(page) !== ids(document)) return renewForm(page);
  for (const fresh of fieldsOf(page)) {
    const { id } = fresh;
    const old = document.getElementById(id);
    if (sent.getElementById(id)?.isEqualNode(fresh)) continue;
    if (old.contains(document.activeElement)) {
      old.querySelector(".fault")?.remove();
      const fault = fresh.querySelector(".fault");
      if (fault) old.append(document.importNode(fault, true));
    } else old.replaceWith(document.importNode(fresh, true));
  }
}

// Single components are chosen by other fields than a kit; whoever is in one stays there.
function renewForm(page) {
  const { name, value, type, dataset } = document.activeElement;
  const open = form.querySelector("details")?.open;
  form.replaceChildren(...document.importNode(page.getElementById("choices"), true).childNodes);
  if (open !== undefined) form.querySelector("details").open = open;
  if (dataset.show) form.querySelector("summary").focus();
  const same = [...form.elements].filter((one) => one.name && one.name === name);
  (same.find((one) => one.value === value || !/radio|checkbox/.test(type)) ?? same[0])?.focus();
}

function swap(page) {
  renewFields(page);
  for (const id of ["brief", "faults", "said", "summary", "get", "sheets", "ways"]) {
    const old = document.getElementById(id);
    const fresh = page.getElementById(id);
    if (!old || !fresh || (id === "sheets" && fresh.hidden)) continue;
    if (sent.getElementById(id)?.isEqualNode(fresh)) continue;
    const made = document.importNode(fresh, true);
    if (id === "sheets") keepPictures(made, old), keepOpen(made, old);
    old.replaceChildren(...made.childNodes);
    old.className = fresh.className;
    old.hidden = fresh.hidden;
  }
  sent = page;
  watchRest();
  const { address } = page.querySelector("main").dataset;
  if (address) history.replaceState(null, "", address);
}

async function sheetsInSight() {
  const isSeen = ({ top, bottom }) => bottom > 0 && top < innerHeight;
  const seen = [...document.querySelectorAll("#sheets img")];
  const drawn = seen
    .filter((img) => isSeen(img.getBoundingClientRect()))
    .map((img) => img.decode().catch(() => {}));
  await Promise.race([Promise.all(drawn), new Promise((done) => setTimeout(done, 3000))]);
}

async function take(address, signal) {
  const reply = await answerTo(address, signal);
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  if (!page.getElementById("choices")) throw new Error("no answer");
  swap(page);
  return reply.ok;
}

// Words and sheets come first: the pages to read, and their number, take longer.
const submit = () => form.submit();

// What somebody chose is kept; if it cannot be shown, the page that follows shows the fault.
async function show(lost) {
  asked?.abort();
  asked = new AbortController();
  const { signal } = asked;
  const main = document.querySelector("main");
  const busy = setTimeout(() => main.setAttribute("aria-busy", "true"), PATIENCE);
  const given = queryOf(new FormData(form)).toString();
  const query = given && "?" + given;
  const { soon } = form.dataset;
  try {
    if (soon) {
      if (!(await take(soon + query, signal))) return;
      if (!lost) keepChoices();
      clearTimeout(busy);
      main.removeAttribute("aria-busy");
      await sheetsInSight();
    }
    if ((await take(form.action + query, signal)) && !lost) keepChoices();
  } catch (error) {
    if (error.name === "AbortError") return;
    (lost ?? submit)();
  } finally {
    clearTimeout(busy);
    if (!signal.aborted) main.removeAttribute("aria-busy");
  }
}

// More than there was room for: choices that few make, and sheets when somebody comes near them.
function showInFull(link) {
  if (inFull.has(link.dataset.show)) return;
  inFull.add(link.dataset.show);
  show();
}

const near = new IntersectionObserver(
  (seen) => seen.forEach((one) => one.isIntersecting && showInFull(one.target)),
  { rootMargin: "100%" },
);

function watchRest() {
  near.disconnect();
  const rest = document.querySelector("#sheets a[data-show]");
  if (rest) near.observe(rest);
}

// Kept are the query and, after a line break, its words.
function keepChoices() {
  const given = new URLSearchParams(location.search);
  for (const name of OF_A_GAME) given.delete(name);
  for (const name of ["lang", "show"]) given.delete(name);
  const words = [...given].map((one) => wordsOf(...one)).join(", ");
  try {
    localStorage.setItem(KEPT + form.dataset.page, given + "\n" + words);
  } catch {} // the browser keeps nothing: then nothing is offered
}

function wordsOf(name, value) {
  const input = form.querySelector(`[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);
  const option = form.querySelector(
    `select[name="${CSS.escape(name)}"] option[value="${CSS.escape(value)}"]`,
  );
  return (option ?? input?.closest("label"))?.textContent.trim() ?? `${name} ${value}`;
}

// Offer what was chosen last time, where the address chooses nothing.
function offerLast() {
  const offer = document.getElementById("last");
  let kept = "";
  let words = "";
  try {
    [kept, words] = (localStorage.getItem(KEPT + form.dataset.page) ?? "").split("\n");
  } catch {}
  if (!offer || !kept || location.search) return;
  const link = offer.querySelector("a");
  link.search = "?" + kept;
  link.textContent = words;
  offer.hidden = false;
}

if (form) {
  // The button that leads to the sheets stays in sight once somebody moves on.
  const follow = () => form.classList.add("follows");
  addEventListener("scroll", follow, { once: true, passive: true });
  form.addEventListener("change", follow, { once: true });
  let typing = 0;
  // Who changes one of the choices that few make may want to see the others, and it has to stay.
  form.addEventListener("input", (event) => {
    if (event.target.closest(".chosen")) inFull.add("choices");
  });
  form.addEventListener("change", () => show());
  form.addEventListener("input", (event) => {
    if (!event.target.matches("[type=text], [type=number]")) return;
    clearTimeout(typing);
    typing = setTimeout(show, 400);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show();
  });
  document.addEventListener("click", (event) => {
    const more = event.target.closest("a[data-show]");
    if (!more) return;
    event.preventDefault();
    more.focus();
    showInFull(more);
  });
  for (const one of form.querySelectorAll("[name=show]")) inFull.add(one.value);
  // Below what they make, where the style sheet shows them: then the Tab key follows the eye.
  const narrow = matchMedia("(max-width: 54rem)");
  const arrange = () => document.querySelector(".made")[narrow.matches ? "after" : "before"](form);
  narrow.addEventListener("change", arrange);
  if (narrow.matches) arrange();
  offerLast();
  watchRest();
  if ("waits" in form.dataset) show(submit);
}
