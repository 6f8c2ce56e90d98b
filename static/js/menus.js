// Menus close on Escape, on a click elsewhere and when the focus leaves them.
(() => {
  const open = () => [...document.querySelectorAll('details.menu[open]')];
  const closeOthers = target => open().filter(menu => !menu.contains(target)).forEach(menu => { menu.open = false; });

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
