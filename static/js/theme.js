// Follows the system until someone chooses. The choice is a cookie, so the server renders it.
(() => {
  const root = document.documentElement;
  const isDark = () =>
    (root.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

  document.addEventListener('click', event => {
    if (!event.target.closest('[data-theme-toggle]')) return;
    const theme = isDark() ? 'light' : 'dark';
    const secure = location.protocol === 'https:' ? '; secure' : '';
    root.dataset.theme = theme;
    document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax${secure}`;
  });
})();
