// Let buttons with data-copies copy the text of an element. Where no scripts run, they are hidden.

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copies]");
  if (!button || button.textContent === button.dataset.done) return;
  const words = button.textContent;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
  for (const one of [button, document.getElementById("said")])
    if (one) one.textContent = button.dataset.done;
  setTimeout(() => (button.textContent = words), 2000);
});
