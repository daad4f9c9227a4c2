// The cells of a terminal as an SVG file: text and rectangles, no fonts in it, one class for each look.

const CELL = { width: 8.4, height: 19, size: 14, baseline: 14 };
const PAD = 12;
/** The sixteen colours of the terminal that is drawn. */
const DARK = [
  "#1d1f21",
  "#e06c75",
  "#98c379",
  "#e5c07b",
  "#61afef",
  "#c678dd",
  "#56b6c2",
  "#c8ccd4",
  "#6b7280",
  "#ef8a92",
  "#b5e890",
  "#f0d399",
  "#8ac6ff",
  "#dda0ee",
  "#7fd5e0",
  "#ffffff",
];
const LIGHT = [
  "#1f2328",
  "#c4323c",
  "#2f7a34",
  "#8a6400",
  "#1f63c4",
  "#8a3ab0",
  "#0f7480",
  "#5b6370",
  "#6e7781",
  "#d1444e",
  "#3a8f40",
  "#a07800",
  "#2b78e4",
  "#a04ccf",
  "#158a98",
  "#24292f",
];
export const LOOKS = {
  dark: { background: "#16181d", foreground: "#d4d7dd", palette: DARK },
  light: { background: "#ffffff", foreground: "#24292f", palette: LIGHT },
};

/** The screen of an xterm as the text of an SVG file. */
export function toSvg(terminal, { background, foreground, palette }) {
  const { cols, rows } = terminal;
  const width = n(cols * CELL.width + 2 * PAD);
  const height = n(rows * CELL.height + 2 * PAD);
  const classes = new Map();
  const classOf = (look) => {
    const css = [
      ...(look.fg === foreground ? [] : [`fill:${look.fg}`]),
      ...(look.bold ? ["font-weight:700"] : []),
      ...(look.italic ? ["font-style:italic"] : []),
      ...(look.underline || look.strike
        ? [
            `text-decoration:${[look.underline && "underline", look.strike && "line-through"].filter(Boolean).join(" ")}`,
          ]
        : []),
      ...(look.dim ? ["opacity:.65"] : []),
    ].join(";");
    if (css === "") return undefined;
    if (!classes.has(css)) classes.set(css, `c${classes.size.toString(36)}`);
    return classes.get(css);
  };
  const rects = [];
  const texts = [];
  for (let row = 0; row < rows; row++) {
    const line = terminal.buffer.active.getLine(terminal.buffer.active.baseY + row);
    for (const run of runsOf(line, cols, { background, foreground, palette })) {
      const x = n(PAD + run.from * CELL.width);
      const y = n(PAD + row * CELL.height);
      const wide = n(run.cells * CELL.width);
      if (run.look.bg !== background)
        rects.push(`<rect x="${x}" y="${y}" width="${wide}" height="${CELL.height}" fill="${run.look.bg}"/>`);
      const text = run.text.trimEnd();
      if (text === "") continue;
      const lead = text.length - text.trimStart().length;
      const shown = n((run.cells - (run.text.length - text.length) - lead) * CELL.width);
      const name = classOf(run.look);
      texts.push(
        `<text x="${n(PAD + (run.from + lead) * CELL.width)}" y="${n(y + CELL.baseline)}" textLength="${shown}"${name === undefined ? "" : ` class="${name}"`}>${escape(text.trimStart())}</text>`,
      );
    }
  }
  const style = [
    `text{font:${CELL.size}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:${foreground};white-space:pre}`,
    ...[...classes].map(([css, name]) => `.${name}{${css}}`),
  ].join("");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<style>${style}</style>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${background}"/>`,
    ...rects,
    ...texts,
    "</svg>\n",
  ].join("\n");
}

/** Neighbouring cells of one look; a wide character is a run of its own, so that every glyph stays in its cells. */
function runsOf(line, cols, look) {
  const runs = [];
  let run;
  for (let column = 0; column < cols; column++) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const own = lookOf(cell, look);
    const key = JSON.stringify(own);
    const chars = cell.getChars() || " ";
    const alone = cell.getWidth() > 1 || chars.length > 1;
    if (run === undefined || run.key !== key || run.alone || alone) {
      run = { key, look: own, from: column, cells: 0, text: "", alone };
      runs.push(run);
    }
    run.cells += cell.getWidth();
    run.text += chars;
  }
  return runs;
}

function lookOf(cell, { background, foreground, palette }) {
  const colour = (isDefault, isRgb, value, fallback) =>
    isDefault ? fallback : isRgb ? `#${value.toString(16).padStart(6, "0")}` : indexed(value, palette);
  let fg = colour(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor(), foreground);
  let bg = colour(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor(), background);
  if (cell.isInverse()) [fg, bg] = [bg, fg];
  const on = (flag) => flag !== 0;
  return {
    fg,
    bg,
    bold: on(cell.isBold()),
    dim: on(cell.isDim()),
    italic: on(cell.isItalic()),
    underline: on(cell.isUnderline()),
    strike: on(cell.isStrikethrough()),
  };
}

/** Colours 16 to 255 of xterm: a cube of six steps, then greys. */
function indexed(index, palette) {
  if (index < 16) return palette[index];
  const grey = index - 232;
  const step = (value) => (value === 0 ? 0 : 55 + value * 40);
  const parts =
    grey >= 0
      ? [8 + grey * 10, 8 + grey * 10, 8 + grey * 10]
      : [Math.floor((index - 16) / 36), Math.floor((index - 16) / 6) % 6, (index - 16) % 6].map(step);
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function n(value) {
  return Number(value.toFixed(1));
}
