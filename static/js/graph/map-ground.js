// The faint ground of cells, gone towards the edges.
export const comb = (pen, colours, { width, height }) => {
  const r = 16, across = r * Math.sqrt(3), far = Math.hypot(width, height) / 2;
  pen.strokeStyle = colours.line;
  pen.lineWidth = 1;
  for (let row = -1; row * r * 1.5 < height + r; row++) for (let cell = -1; cell * across < width + across; cell++) {
    const x = (cell + (row % 2 ? .5 : 0)) * across, y = row * r * 1.5;
    const fade = .5 * (1 - 1.25 * Math.hypot(x - width / 2, y - height / 2) / far);
    if (fade <= 0) continue;
    pen.globalAlpha = fade;
    pen.beginPath();
    pen.moveTo(x - across / 2, y - r / 2);
    pen.lineTo(x, y - r);
    pen.lineTo(x + across / 2, y - r / 2);
    pen.lineTo(x + across / 2, y + r / 2);
    pen.stroke();
  }
  pen.globalAlpha = 1;
};
