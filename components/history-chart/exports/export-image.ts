import { withOwnFace } from '#lib/client/browser/own-face';
import type { ChartCaption } from '#lib/format/charts/chart-csv';
import { textLines } from '#lib/format/charts/text-lines';
import { lineLook } from '#components/history-chart/plot/line-look';
import { POINTED_MARK } from '#components/history-chart/plot/plot-surface.ts';

/** A drawing as text that stands alone, and its size in pixels. */
export interface StandaloneDrawing {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** A line by its name; `place` gives its look. */
export interface LegendLine {
  readonly name: string;
  readonly place: number;
}

/** What of an element's look is written into it, since no style sheet travels with a file. */
const INLINED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
] as const;

/** Those of them that are colours; other programs know no oklch. */
const COLOURS: ReadonlySet<string> = new Set(['fill', 'stroke']);

const FACE = "Geist, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const SVG = 'http://www.w3.org/2000/svg';
const SIDE_PX = 16;

/** A title that is too long for the picture is smaller, other texts go on in a next line; letters are about so wide. */
const TITLE_PX = 16;
const LETTER_EM = 0.64;

/** Below the title: what is drawn, and at the foot who published it. */
const ABOUT = { size: 12, linePx: 16 };
const FOOT = { size: 11, linePx: 16 };

/** Height of the title and of the room below what is drawn; of the room about the foot. */
const HEAD_PX = 40;
const FOOT_PX = 8;

/** Height of a line of the legend, and room of its piece of line. */
const LEGEND_PX = 18;
const SWATCH_PX = 24;

/** Pixels of a picture for each one of the drawing: sharp on every screen and on paper. */
const PICTURE_SCALE = 2;

/** The chart as it stands on the page, with title, sources, range, date and a legend, as SVG without any style sheet. */
export function chartSvg(
  surface: SVGSVGElement,
  caption: ChartCaption,
  legend: readonly LegendLine[],
): StandaloneDrawing {
  const { width, height: plotHeight } = surface.getBoundingClientRect();
  const linesOf = (text: string, { size }: typeof FOOT) =>
    textLines(text, Math.floor((width - 2 * SIDE_PX) / (size * LETTER_EM)));
  const about = linesOf(`${caption.range} · ${caption.sources}`, ABOUT);
  const made = [...linesOf(caption.credit, FOOT), `Crossrate · made ${caption.madeAt}`];
  const legendAt = HEAD_PX + about.length * ABOUT.linePx;
  const headPx = legendAt + legend.length * LEGEND_PX;
  const foot = headPx + plotHeight;
  const height = foot + FOOT_PX + made.length * FOOT.linePx;
  const plainColour = colourReader();
  const colour = (name: string) => plainColour(shownColour(`var(${name})`));
  const root = document.createElementNS(SVG, 'svg');
  setAll(root, { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': FACE });
  const title = document.createElementNS(SVG, 'title');
  const note = caption.isSimulated ? 'SIMULATED, made-up figures: ' : '';
  title.textContent = `${note}${caption.title}, ${caption.range}`;
  const ground = document.createElementNS(SVG, 'rect');
  setAll(ground, { width, height, fill: colour('--color-surface') });
  const plot = inlinedCopy(surface, plainColour);
  setAll(plot, { x: 0, y: headPx, width, height: plotHeight });
  root.append(
    title,
    ground,
    textAt(note + caption.title, {
      y: 24,
      size: Math.min(TITLE_PX, (width - 2 * SIDE_PX) / ((note + caption.title).length * LETTER_EM)),
      weight: 600,
      fill: colour('--color-text'),
    }),
    ...textsFrom(44, about, { ...ABOUT, fill: colour('--color-text-soft') }),
    ...legend.flatMap((line, index) => legendLine(line, legendAt + (index + 0.5) * LEGEND_PX, plainColour)),
    plot,
    ...textsFrom(foot + 14, made, { ...FOOT, fill: colour('--color-text-muted') }),
  );
  return { text: new XMLSerializer().serializeToString(root), width, height };
}

/** The drawing as a PNG, in the page's own face; null where the browser cannot draw it. */
export async function chartImage({ text, width, height }: StandaloneDrawing): Promise<Blob | null> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await withOwnFace(text))}`;
  const isThere = await image.decode().then(
    () => true,
    () => false,
  );
  const canvas = document.createElement('canvas');
  canvas.width = width * PICTURE_SCALE;
  canvas.height = height * PICTURE_SCALE;
  const context = canvas.getContext('2d');
  if (!isThere || context === null) return null;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** A piece of the line, as the plot draws it, and its name in the same colour. */
function legendLine(
  { name, place }: LegendLine,
  y: number,
  plainColour: (value: string) => string,
): readonly SVGElement[] {
  const { colour, dash, width } = lineLook(place);
  const fill = plainColour(shownColour(colour));
  const swatch = document.createElementNS(SVG, 'path');
  setAll(swatch, { d: `M${SIDE_PX} ${y}h${SWATCH_PX}`, stroke: fill, 'stroke-width': width });
  if (dash !== undefined) swatch.setAttribute('stroke-dasharray', dash);
  return [swatch, textAt(name, { x: SIDE_PX + SWATCH_PX + 8, y: y + 4, size: 12, weight: 500, fill })];
}

function inlinedCopy(surface: SVGSVGElement, plainColour: (value: string) => string): Element {
  const copy = surface.cloneNode(true);
  if (!(copy instanceof Element)) throw new Error('a cloned element is an element');
  const sources = surface.querySelectorAll('*');
  copy.querySelectorAll('*').forEach((element, index) => {
    const source = sources[index];
    if (!source) return;
    const style = getComputedStyle(source);
    for (const name of INLINED) {
      const value = style.getPropertyValue(name);
      if (value !== '') element.setAttribute(name, COLOURS.has(name) ? plainColour(value) : value);
    }
    element.removeAttribute('class');
    element.removeAttribute('style');
  });
  for (const pointed of copy.querySelectorAll(`[${POINTED_MARK}]`)) pointed.remove();
  for (const name of ['class', 'style', 'role', 'tabindex']) copy.removeAttribute(name);
  return copy;
}

/** What a colour is in the theme of the page: only where a token is used it is one colour. */
function shownColour(value: string): string {
  const probe = document.createElement('span');
  probe.style.color = value;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Reads colours of any form: `none` and references stay, others become the eight bits a channel that every program reads. */
function colourReader(): (value: string) => string {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const known = new Map<string, string>();
  return (value) => {
    const text = value.trim();
    if (context === null || text === 'none') return text;
    if (text.startsWith('url(')) return text.replaceAll('"', '');
    const before = known.get(text);
    if (before !== undefined) return before;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data;
    const plain =
      alpha === 255 ? `rgb(${red}, ${green}, ${blue})` : `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`;
    known.set(text, plain);
    return plain;
  };
}

/** Texts under each other, the first one at `y`. */
function textsFrom(
  y: number,
  lines: readonly string[],
  { size, linePx, fill }: { readonly size: number; readonly linePx: number; readonly fill: string },
): readonly SVGTextElement[] {
  return lines.map((line, index) => textAt(line, { y: y + index * linePx, size, fill }));
}

function textAt(
  text: string,
  {
    x = SIDE_PX,
    y,
    size,
    weight = 400,
    fill,
  }: {
    readonly x?: number;
    readonly y: number;
    readonly size: number;
    readonly weight?: number;
    readonly fill: string;
  },
): SVGTextElement {
  const element = document.createElementNS(SVG, 'text');
  setAll(element, { x, y, 'font-size': size, 'font-weight': weight, fill });
  element.textContent = text;
  return element;
}

function setAll(element: Element, attributes: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}
