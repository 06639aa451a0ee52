// Let buttons with data-copies copy the text of an element. Without this script they stay hidden.

for (const button of document.querySelectorAll("button[data-copies]")) {
  const words = button.textContent;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
    button.textContent = button.dataset.done;
    setTimeout(() => (button.textContent = words), 2000);
  });
}
document.documentElement.classList.add("live");
