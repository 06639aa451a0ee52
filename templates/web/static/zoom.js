// Show a sheet large in the page, to be magnified with buttons, keys, two fingers or a wheel.
// Without this script, the links to pictures lead to them.
"use strict";
(() => {
  const view = document.getElementById("zoom");
  const pane = view.querySelector("div");
  const MOST = 12, STEP = 1.5;
  let image = null, size = 1, fingers = null;

  // The width at which the whole sheet is seen.
  const whole = () =>
    Math.min(pane.clientWidth, (pane.clientHeight * image.naturalWidth) / image.naturalHeight);

  // Magnify, while a point of the pane, by default its middle, stays where it is.
  const magnify = (to, x = pane.clientWidth / 2, y = pane.clientHeight / 2) => {
    if (!image?.naturalWidth) return;
    const before = image.getBoundingClientRect();
    const box = pane.getBoundingClientRect();
    const across = (box.left + x - before.left) / before.width;
    const down = (box.top + y - before.top) / before.height;
    size = Math.min(Math.max(to, 1), MOST);
    image.style.width = `${size * whole()}px`;
    const after = image.getBoundingClientRect();
    pane.scrollLeft += after.left + across * after.width - box.left - x;
    pane.scrollTop += after.top + down * after.height - box.top - y;
  };

  const by = { "-": () => size / STEP, "+": () => size * STEP, "=": () => size * STEP, 0: () => 1 };

  const show = (link) => {
    image = new Image();
    image.alt = link.querySelector("img")?.alt ?? "";
    image.onload = () => magnify(1);
    image.src = link.href;
    pane.replaceChildren(image);
    view.showModal();
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-zoom], a:has(> img[data-key])");
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || elsewhere) return;
    event.preventDefault();
    show(link);
  });
  view.addEventListener("click", ({ target }) => by[target.value] && magnify(by[target.value]()));
  view.addEventListener("keydown", (event) => {
    if (!by[event.key] || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    magnify(by[event.key]());
  });
  pane.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return; // as of two fingers on a pad; others scroll
    event.preventDefault();
    const box = pane.getBoundingClientRect();
    magnify(size * Math.exp(-event.deltaY / 200), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });

  const apart = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  pane.addEventListener("touchstart", ({ touches }) => {
    fingers = touches.length === 2 ? { apart: apart(touches), size } : null;
  }, { passive: true });
  pane.addEventListener("touchmove", (event) => {
    if (!fingers || event.touches.length !== 2) return;
    event.preventDefault();
    const [one, other] = event.touches, box = pane.getBoundingClientRect();
    magnify(
      (fingers.size * apart(event.touches)) / fingers.apart,
      (one.clientX + other.clientX) / 2 - box.left,
      (one.clientY + other.clientY) / 2 - box.top,
    );
  }, { passive: false });
  addEventListener("resize", () => view.open && magnify(size));
})();
