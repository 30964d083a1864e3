import type { Health } from '#lib/domain/health/source-health';

/** What a badge says: a name, and a state or why there is none. */
export interface Badge {
  readonly label: string;
  readonly state: Health | 'unknown';
  /** What stands in the place of the state; the state itself unless given. */
  readonly message?: string;
}

/** White on each of these has a contrast of at least 4.5:1, and each keeps 3:1 to the white and to the near-black page that badges stand on. */
export const BADGE_COLOURS: Readonly<Record<Badge['state'] | 'label' | 'text', string>> = {
  label: '#5b6870',
  operational: '#1f7a4d',
  degraded: '#9a5b00',
  outage: '#c0372f',
  unknown: '#6b747a',
  text: '#ffffff',
};

const HEIGHT = 20;
const PADDING = 6;
/** Verdana at 11 px: an average of its small letters; `textLength` makes every face fit. */
const CHARACTER = 6.6;

/** A badge as SVG: two words on two grounds, without a script, a font or an address; its name for screen readers is its title. */
export function badgeSvg({ label, state, message = state }: Badge): string {
  const [left, right] = [boxOf(label), boxOf(message)];
  const width = left + right;
  const name = `${escapeXml(label)}: ${escapeXml(message)}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${name}">`,
    `<title>${name}</title>`,
    `<clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="${HEIGHT}" fill="${BADGE_COLOURS.label}"/>`,
    `<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${BADGE_COLOURS[state]}"/></g>`,
    `<g fill="${BADGE_COLOURS.text}" font-family="Verdana,Geneva,'DejaVu Sans',sans-serif" font-size="11" aria-hidden="true">`,
    textOf(label, PADDING, left),
    textOf(message, left + PADDING, right),
    '</g></svg>',
  ].join('');
}

function textOf(text: string, x: number, box: number): string {
  return `<text x="${x}" y="14" textLength="${box - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${escapeXml(text)}</text>`;
}

function boxOf(text: string): number {
  return Math.round(text.length * CHARACTER) + 2 * PADDING;
}

/** A text as XML may hold it, in elements and attributes. */
function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}
