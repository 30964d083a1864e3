import { withOwnFace } from '#lib/client/browser/own-face';
import type { ChartCaption } from '#lib/format/charts/chart-csv';
import type { ModelLine } from '#lib/format/charts/chart-model';
import { textLines } from '#lib/format/charts/text-lines';
import { shortSourceName } from '#lib/format/sources/source-names';
import { lineLook } from '#components/history-chart/plot/line-look';
import { POINTED_MARK } from '#components/history-chart/plot/plot-surface.ts';

/** A drawing as text that stands alone, and its size in pixels. */
export interface StandaloneDrawing {
  readonly text: string;
  readonly width: number;
  readonly height: number;
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

/** Sizes of letters: what is drawn, the names of the lines, and at the foot who published it. */
const ABOUT_PX = 12;
const NAME_PX = 12;
const FOOT_PX = 11;

/** Height of a line of text below the title and at the foot, of the title, and of the room below the foot. */
const LINE_PX = 16;
const HEAD_PX = 40;
const BELOW_PX = 8;

/** Height of a line of the legend, and room of its piece of line. */
const LEGEND_PX = 18;
const SWATCH_PX = 24;

/** Pixels of a picture for each one of the drawing: sharp on every screen and on paper. */
const PICTURE_SCALE = 2;

/** The chart as it stands on the page, with title, sources, range, date and a legend, as SVG without any style sheet. */
export function chartSvg(
  surface: SVGSVGElement,
  caption: ChartCaption,
  legend: readonly ModelLine[],
): StandaloneDrawing {
  const { width, height: plotHeight } = surface.getBoundingClientRect();
  const roomPx = width - 2 * SIDE_PX;
  const linesOf = (text: string, sizePx: number) =>
    textLines(text, Math.floor(roomPx / (sizePx * LETTER_EM)));
  const about = linesOf(`${caption.range} · ${caption.sources}`, ABOUT_PX);
  const made = [...linesOf(caption.credit, FOOT_PX), `Crossrate · made ${caption.madeAt}`];
  const legendAt = HEAD_PX + about.length * LINE_PX;
  const headPx = legendAt + legend.length * LEGEND_PX;
  const foot = headPx + plotHeight;
  const height = foot + BELOW_PX + made.length * LINE_PX;
  const plainColour = colourReader();
  const colour = (value: string) => plainColour(shownColour(value));
  const [ink, soft, muted] = ['text', 'text-soft', 'text-muted'].map((name) =>
    colour(`var(--color-${name})`),
  );
  const title = `${caption.isSimulated ? 'SIMULATED, made-up figures: ' : ''}${caption.title}`;
  const titlePx = Math.min(TITLE_PX, roomPx / (title.length * LETTER_EM));
  const plot = inlinedCopy(surface, plainColour);
  setAll(plot, { x: 0, y: headPx, width, height: plotHeight });
  const root = drawn(
    'svg',
    { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': FACE },
    drawn('title', {}, `${title}, ${caption.range}`),
    drawn('rect', { width, height, fill: colour('var(--color-surface)') }),
    drawn('text', { x: SIDE_PX, y: 24, 'font-size': titlePx, 'font-weight': 600, fill: ink }, title),
    ...about.map((text, line) =>
      drawn('text', { x: SIDE_PX, y: 44 + line * LINE_PX, 'font-size': ABOUT_PX, fill: soft }, text),
    ),
    ...legend.flatMap((line, index) => legendLine(line, legendAt + (index + 0.5) * LEGEND_PX, colour)),
    plot,
    ...made.map((text, line) =>
      drawn('text', { x: SIDE_PX, y: foot + 14 + line * LINE_PX, 'font-size': FOOT_PX, fill: muted }, text),
    ),
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

/** A piece of the line, as the plot draws it, and its pair and source in the same colour. */
function legendLine(
  { base, quote, source, place }: ModelLine,
  y: number,
  colourOf: (value: string) => string,
): readonly SVGElement[] {
  const { colour, dash, width } = lineLook(place);
  const fill = colourOf(colour);
  const name = `${base}/${quote} · ${shortSourceName(source)}`;
  const piece = `M${SIDE_PX} ${y}h${SWATCH_PX}`;
  return [
    drawn('path', { d: piece, stroke: fill, 'stroke-width': width, 'stroke-dasharray': dash }),
    drawn(
      'text',
      { x: SIDE_PX + SWATCH_PX + 8, y: y + 4, 'font-size': NAME_PX, 'font-weight': 500, fill },
      name,
    ),
  ];
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
  return (value) => {
    const text = value.trim();
    if (context === null || text === 'none') return text;
    if (text.startsWith('url(')) return text.replaceAll('"', '');
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data;
    return alpha === 255
      ? `rgb(${red}, ${green}, ${blue})`
      : `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`;
  };
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

function drawn(name: string, attributes: Attributes, ...inside: readonly (Node | string)[]): SVGElement {
  const element = document.createElementNS(SVG, name);
  setAll(element, attributes);
  element.append(...inside);
  return element;
}

function setAll(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, String(value));
  }
}
