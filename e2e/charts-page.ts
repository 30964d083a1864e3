import type { Page } from '@playwright/test';
import { addDays, type IsoDay, parseIsoDay } from '#lib/domain/iso-day';
import { isTargetDay } from '#lib/domain/calendars/target-calendar';
import type { SharedServer } from '#lib/testing/worlds/running-server';
import type { FolderContents } from '#lib/testing/worlds/served-folder';

/** A point as GET /v1/historical gives it. */
export interface ServedPoint {
  readonly rate: number;
  readonly source: string;
  readonly timestamp: string;
}

/** A server with 27 years of daily history, and what its API answers. */
export interface ChartServer extends SharedServer {
  /** All points of GET /v1/historical, `query` being its parameters but `limit`. */
  readonly history: (query: string) => Promise<readonly ServedPoint[]>;
}

const FIRST_DAY = '1999-01-04';

/** The newest two days are the bank's own; what lies before is made up, on the bank's days, and its size is true. */
const NEWEST: readonly (readonly [string, readonly number[]])[] = [
  ['2026-04-13', [1.1684, 186.75, 0.87058, 0.9242, 11.098]],
  ['2026-04-10', [1.1711, 186.43, 0.87105, 0.9241, 11.1165]],
];

/** Days of March 2026 on which the publisher is made to have failed. */
const OUTAGE: ReadonlySet<string> = new Set(['2026-03-17', '2026-03-18']);

/** 27 years, whose newest figures are known on the morning of 14 April 2026. */
export function longHistory(): FolderContents {
  return { clock: '2026-04-14T08:00:00Z', files: { ecb: historyFile() } };
}

/** What the API of a server answers to a chart. */
export function chartsOn(server: SharedServer): ChartServer {
  const { origin, folder } = server;
  return {
    ...server,
    history: (query) => readAll(`${origin}/v1/historical?${query}&limit=5000`, folder.key),
  };
}

/** The plot, once it is drawn. */
export function drawing(page: Page) {
  return page.locator('[data-plot-drawing] svg').first();
}

/** The slider that moves the crosshair. */
export function crosshair(page: Page) {
  return page.getByRole('slider', { name: 'Point of the chart' });
}

/** A line of the plot by its name. */
export function line(page: Page, name: string) {
  return page.locator(`[data-line="${name}"]`);
}

/** The value of one of the range figures, by its name. */
export function rangeFigure(page: Page, name: string) {
  return page
    .getByRole('complementary', { name: 'Range figures' })
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');
}

async function readAll(address: string, key: string): Promise<readonly ServedPoint[]> {
  const answer = await fetch(address, { headers: { 'X-API-Key': key } });
  const points = pointsOf(await answer.json());
  const before = /<([^>]+)>; rel="prev"/.exec(answer.headers.get('Link') ?? '')?.[1];
  return before === undefined ? points : [...(await readAll(new URL(before, address).href, key)), ...points];
}

/** The endpoint answers 200 with points, which its own tests hold. */
function pointsOf(body: unknown): readonly ServedPoint[] {
  return (body as { readonly points: readonly ServedPoint[] }).points;
}

/** A history file in the bank's own form: newest first, one column a currency. */
function historyFile(): string {
  const rows = NEWEST.map(([day, rates]) => [day, ...rates].join(','));
  let rates = NEWEST[1]?.[1] ?? [];
  let seed = 20260413;
  const step = () => {
    // A linear congruential generator: the same file on every machine.
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (seed / 2_147_483_648 - 0.5) * 0.012;
  };
  for (let day = addDays(knownDay('2026-04-10'), -1); day >= FIRST_DAY; day = addDays(day, -1)) {
    if (!isTargetDay(day) || OUTAGE.has(day)) continue;
    const drift = (index: number) => Math.log((NEWEST[0]?.[1][index] ?? 1) / (rates[index] ?? 1)) * 0.002;
    rates = rates.map((rate, index) => Number((rate * (1 + step() + drift(index))).toPrecision(5)));
    rows.push([day, ...rates].join(','));
  }
  return `Date,USD,JPY,GBP,CHF,NOK,\n${rows.map((row) => `${row},`).join('\n')}\n`;
}

function knownDay(text: string): IsoDay {
  const day = parseIsoDay(text);
  if (day === null) throw new Error(`${text} is no day`);
  return day;
}
