import { withOwnFace } from '#lib/client/browser/own-face';
import type { ChartCaption } from '#lib/format/charts/chart-csv';
import type { ModelLine } from '#lib/format/charts/chart-model';
import { textLines } from '#lib/format/charts/text-lines';
import { shortSourceName } from '#lib/format/sources/source-names';
import { lineLook } from '#components/history-chart/plot/line-look';

/** A drawing as text that stands alone, and its size in pixels. */
export interface StandaloneDrawing {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

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
  const title = `${caption.isSimulated ? 'SIMULATED, made-up figures: ' : ''}${caption.title}`;
  const titlePx = Math.min(TITLE_PX, roomPx / (title.length * LETTER_EM));
  const plot = bareCopy(surface);
  setAll(plot, { x: 0, y: headPx, width, height: plotHeight });
  const root = drawn(
    'svg',
    { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': FACE },
    drawn('title', {}, `${title}, ${caption.range}`),
    drawn('rect', { width, height, fill: 'var(--color-surface)' }),
    drawn(
      'text',
      { x: SIDE_PX, y: 24, 'font-size': titlePx, 'font-weight': 600, fill: 'var(--color-text)' },
      title,
    ),
    ...about.map((text, line) =>
      drawn(
        'text',
        { x: SIDE_PX, y: 44 + line * LINE_PX, 'font-size': ABOUT_PX, fill: 'var(--color-text-soft)' },
        text,
      ),
    ),
    ...legend.flatMap((line, index) => legendLine(line, legendAt + (index + 0.5) * LEGEND_PX)),
    plot,
    ...made.map((text, line) =>
      drawn(
        'text',
        { x: SIDE_PX, y: foot + 14 + line * LINE_PX, 'font-size': FOOT_PX, fill: 'var(--color-text-muted)' },
        text,
      ),
    ),
  );
  return { text: withPlainColours(new XMLSerializer().serializeToString(root)), width, height };
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
function legendLine({ base, quote, source, place }: ModelLine, y: number): readonly SVGElement[] {
  const { colour: fill, dash, width } = lineLook(place);
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

/** The drawing without what only the page knows: its style sheets, and the point that somebody looks at. */
function bareCopy(surface: SVGSVGElement): Element {
  const copy = surface.cloneNode(true);
  if (!(copy instanceof Element)) throw new Error('a cloned element is an element');
  for (const pointed of copy.querySelectorAll('[data-pointed]')) pointed.remove();
  for (const element of [copy, ...copy.querySelectorAll('*')]) {
    for (const name of ['class', 'style', 'role', 'tabindex']) element.removeAttribute(name);
  }
  return copy;
}

/** Writes the colours of the page, which are tokens of its style sheet, as what they are in its theme. */
function withPlainColours(text: string): string {
  const tokens = new Set(text.match(/var\(--color-[\w-]+\)/g));
  return [...tokens].reduce((written, token) => written.replaceAll(token, plainColour(token)), text);
}

/** A colour of any form in the eight bits a channel that every program reads; many know no oklch. */
function plainColour(token: string): string {
  // Only where a token is used it is one colour.
  const probe = document.createElement('span');
  probe.style.color = token;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  const context = document.createElement('canvas').getContext('2d');
  probe.remove();
  if (context === null) return color;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data;
  return alpha === 255 ? `rgb(${red}, ${green}, ${blue})` : `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`;
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
