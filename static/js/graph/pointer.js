// Hands on the picture: drag and wheel, two fingers, a click. One finger up and down scrolls the page.
const CLICK = 5;

export const followPointer = (surface, camera, { moved, picked, hovered, signal }) => {
  const held = new Map();
  let dragged = 0;
  const local = event => {
    const box = surface.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const middle = () => {
    const [one, other = one] = held.values();
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, apart: Math.hypot(one.x - other.x, one.y - other.y) };
  };
  const on = (type, then, options) => surface.addEventListener(type, then, { signal, ...options });

  on('pointerdown', event => {
    if (event.button) return;
    held.set(event.pointerId, local(event));
    if (held.size === 1) dragged = 0;
    surface.setPointerCapture(event.pointerId);
  });
  on('pointermove', event => {
    const here = local(event);
    if (!held.has(event.pointerId)) return hovered(here);
    const before = middle();
    held.set(event.pointerId, here);
    const after = middle();
    dragged += Math.hypot(after.x - before.x, after.y - before.y);
    if (dragged < CLICK && held.size === 1) return;
    camera.pan(after.x - before.x, after.y - before.y);
    if (before.apart && after.apart) camera.zoom(after.apart / before.apart, after.x, after.y);
    moved();
  });
  on('pointerup', event => {
    const wasClick = held.size === 1 && held.has(event.pointerId) && dragged < CLICK;
    held.delete(event.pointerId);
    if (wasClick) picked(local(event));
  });
  on('pointercancel', event => held.delete(event.pointerId));
  on('pointerleave', () => { if (!held.size) hovered(null); });
  on('wheel', event => {
    event.preventDefault();
    const { x, y } = local(event), unit = event.deltaMode === 1 ? 24 : 1;
    if (event.shiftKey) camera.pan(-(event.deltaY || event.deltaX) * unit, 0);
    else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) camera.pan(-event.deltaX * unit, 0);
    else camera.zoom(Math.exp(-event.deltaY * unit * .0018), x, y);
    moved();
  }, { passive: false });
};
