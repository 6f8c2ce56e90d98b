// Menus close on Escape, on a click elsewhere and when the focus leaves them; none leaves the screen.
(() => {
  const MARGIN = 8;
  const open = () => [...document.querySelectorAll('details.menu[open]')];
  const closeOthers = target => open().filter(menu => !menu.contains(target)).forEach(menu => { menu.open = false; });
  const keepInside = pop => {
    pop.style.translate = '';
    const { left, right } = pop.getBoundingClientRect();
    const over = right - (document.documentElement.clientWidth - MARGIN);
    pop.style.translate = `${over > 0 ? -over : Math.max(0, MARGIN - left)}px`;
  };
  // Where a row of links is wider than the screen, the one that leads here is in sight.
  const showHere = () => document.querySelectorAll('.nav [aria-current], .tabs [aria-current]').forEach(here => {
    const bar = here.parentElement, over = here.getBoundingClientRect().right - bar.getBoundingClientRect().right;
    if (over > 0) bar.scrollLeft += over + 40;
  });
  document.addEventListener('DOMContentLoaded', showHere);
  document.addEventListener('htmx:afterSettle', ({ detail }) => { if (detail.target === document.body) showHere(); });

  const sizes = new ResizeObserver(all => all.forEach(({ target }) => keepInside(target)));

  document.addEventListener('toggle', ({ target }) => {
    const pop = target.matches('details.menu') && target.querySelector('.menu__pop');
    if (pop) sizes[target.open ? 'observe' : 'unobserve'](pop);
  }, true);
  addEventListener('resize', () => open().forEach(menu => keepInside(menu.querySelector('.menu__pop'))));
  document.addEventListener('click', event => closeOthers(event.target));
  document.addEventListener('focusin', event => closeOthers(event.target));
  document.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return;
    open().forEach(menu => {
      menu.open = false;
      menu.querySelector('summary').focus();
    });
  });
})();
