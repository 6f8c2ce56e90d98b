// The modules that draw a graph are fetched where a page holds one, and nowhere else.
(() => {
  const begun = new WeakSet();
  const begin = () => document.querySelectorAll('[data-module]').forEach(async root => {
    if (begun.has(root)) return;
    begun.add(root);
    const { start } = await import(root.dataset.module);
    start(root);
  });

  document.addEventListener('DOMContentLoaded', begin);
  document.addEventListener('htmx:afterSettle', begin);
  document.addEventListener('htmx:historyRestore', begin);
})();
