// The Studio's modules are fetched where a page holds a Studio, and nowhere else.
(() => {
  const begun = new WeakSet();
  const begin = async () => {
    const root = document.getElementById('studio');
    if (!root || begun.has(root)) return;
    begun.add(root);
    const { start } = await import(root.dataset.module);
    start(root);
  };

  document.addEventListener('DOMContentLoaded', begin);
  document.addEventListener('htmx:afterSettle', begin);
  document.addEventListener('htmx:historyRestore', begin);
})();
