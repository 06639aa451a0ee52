// One's own game changes while it is on the page of make.js: its desk tells when, and without one
// the page looks when somebody comes back to it.

const changed = document.getElementById("changed");
let stream = null;

function renew() {
  changed.hidden = true;
  show(() => (changed.hidden = false)); // it cannot be read just now
}

function follow() {
  stream?.close();
  const { events } = form.dataset;
  if (document.hidden) return;
  if (!events) return renew();
  stream = new EventSource(events);
  stream.onmessage = renew;
  stream.addEventListener("enough", stream.close);
}

document.addEventListener("visibilitychange", follow);
addEventListener("pagehide", () => stream?.close());
if (form.dataset.events) follow();
