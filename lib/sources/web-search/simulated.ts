import { findCurrency } from '#lib/domain/currencies/currency';
import type { FigureLens } from '#lib/testing/simulated-upstreams/faults/figure-lens';
import { inJson } from '#lib/testing/simulated-upstreams/rates/print-figure';
import {
  type Answer,
  type Ask,
  pageAnswer,
  type Publisher,
  type SimulatedPair,
  textAnswer,
} from '#lib/testing/simulated-upstreams/publisher';
import type { RatesMoment, SimulatedRates } from '#lib/testing/simulated-upstreams/rates/rates';
import { DAY_MS } from '#lib/domain/durations';

/** A pair that it has, so that what it says can be compared with the truth. */
export const SIMULATED_PAIR: SimulatedPair = ['EUR', 'USD'];

const OLD_PATH = /^\/finance\/quote\/([A-Z0-9]+-[A-Z0-9]+)$/;
const NEW_PATH = /^\/finance\/beta\/quote\/([A-Z0-9]+-[A-Z0-9]+)$/;

/** The pairs of the site's own list of currencies. */
const FRONT_PAGE =
  'EUR-USD USD-JPY GBP-USD USD-CAD USD-CNY AUD-USD USD-CHF NZD-USD USD-INR USD-MXN EUR-GBP EUR-JPY'.split(
    ' ',
  );

/** Pairs that every page shows beside its own. */
const COMPANIONS = ['USD-JPY', 'EUR-JPY', 'GBP-USD', 'EUR-USD', 'BTC-USD'];

/** A web-search site: Google's quote pages of the layout of 2026, figures in script blocks only. */
export function simulate(rates: SimulatedRates): Publisher {
  return {
    source: 'web-search',
    universes: [FRONT_PAGE],
    whenEmpty: 'no figures',
    answer: (ask, lens) => {
      const old = OLD_PATH.exec(ask.path);
      if (old !== null) return movedTo(`/finance/beta/quote/${old[1]}`, ask);
      const pair = NEW_PATH.exec(ask.path);
      return pair === null ? pageAnswer('Error 404 (Not Found)', 404) : quotePage(rates, pair[1] ?? '', lens);
    },
  };
}

function movedTo(path: string, { query }: Ask): Answer {
  const search = query.size === 0 ? '' : `?${query.toString()}`;
  const headers = { Location: `${path}${search}`, 'Content-Type': 'text/html; charset=UTF-8' };
  return { status: 302, headers, body: '' };
}

/** A pair that the site does not have is a page too, without the pair. */
function quotePage(rates: SimulatedRates, pair: string, lens: FigureLens): Answer {
  const now = rates.at(lens.now, 'web-search');
  const before = rates.at(new Date(lens.now.getTime() - DAY_MS), 'web-search');
  const entityFor = (name: string) => entityOf(name, { now, before, lens, noise: rates.noise.unit });
  const entity = lens.shows(pair) ? entityFor(pair) : null;
  // Its own pair is on no page a second time among the companions.
  const others = COMPANIONS.filter((name) => name !== pair && lens.shows(name)).map(entityFor);
  const blocks = [
    block('ds:0', 1, [[], [], marketIndexes(lens)]),
    ...(entity === null ? [] : [block('ds:2', 9, [[[entity.array]]]), block('ds:8', 11, [[trap(entity)]])]),
    block('ds:12', 6, [others.map((other) => [other?.array])]),
    block('ds:5', 12, [[]]),
  ];
  const title =
    entity === null ? 'Google Finance' : `${entity.name} Currency Exchange Rate &amp; News - Google Finance`;
  const head = `<!doctype html><html lang="en" dir="ltr"><head><base href="https://www.google.com/finance/beta/"><title>${title}</title></head>`;
  return textAnswer('text/html; charset=utf-8', `${head}<body>${blocks.join('')}</body></html>`);
}

/** One instrument: the array of the page, and what the trap needs of it. */
interface Entity {
  readonly id: string;
  readonly name: string;
  readonly pair: string;
  readonly currencies: readonly unknown[];
  readonly price: number | string;
  readonly previousClose: number | string;
  readonly array: readonly unknown[];
}

interface PageWorld {
  readonly now: RatesMoment;
  readonly before: RatesMoment;
  readonly lens: FigureLens;
  readonly noise: (name: string, index: number) => number;
}

/** [2] name, [3] kind 3, [5][0] price, [7] previous close, [11][0] epoch s, [15] currencies, [21] pair. */
function entityOf(pair: string, { now, before, lens, noise }: PageWorld): Entity | null {
  const [base = '', quote = ''] = pair.split('-');
  const [one, other] = [findCurrency(base), findCurrency(quote)];
  const [rate, former] = [now.rate(base, quote), before.rate(base, quote)];
  if (one === null || other === null || rate === null || former === null || base === quote) return null;
  const id = `/g/11${Math.floor(noise(`id ${pair}`, 0) * 2 ** 32).toString(36)}`;
  const name = `${base} / ${quote}`;
  const price = inJson(lens.figure(rate, printNoisy, true));
  const previousClose = inJson(lens.figure(former, printNoisy));
  const change = rate - former;
  // A fresh stamp, on weekends too.
  const epoch = [Math.floor(lens.ms(lens.now.getTime()) / 1000)];
  const currencies = [
    base,
    quote,
    one.name,
    other.name,
    `/m/${base.toLowerCase()}`,
    `/m/${quote.toLowerCase()}`,
    1,
  ];
  const prices = [price, change, (change / former) * 100, 4, 4, 2];
  const head = [id, null, name, 3, null, prices, null, previousClose, null, null, null, epoch, null, 0, id];
  const array = [...head, currencies, null, epoch, null, null, null, pair, null, null, 2];
  return { id, name, pair, currencies, price, previousClose, array };
}

/** The flat form repeats the pair with its previous close right after the name: whoever takes that reads yesterday's price. */
function trap(entity: Entity): readonly unknown[] {
  const { id, name, pair, currencies, price, previousClose, array } = entity;
  const head = [[null, null, currencies], null, 0, id, 0, 0, price, 4, 0, 4, 0, 2, null];
  const rest = [null, null, null, null, null, null, null, ''];
  return [...head, pair, name, previousClose, 0, 0, null, array, ...rest];
}

/** A share index in the same shape. */
function marketIndexes(lens: FigureLens): readonly unknown[] {
  const epoch = [Math.floor(lens.ms(lens.now.getTime()) / 1000)];
  const prices = [47_426.63, -109.28125, -0.22993, 2, 2, 2];
  const zone = ['America/New_York', -18_000];
  const head = [
    '/m/0cqyw',
    ['.DJI', 'INDEXDJX'],
    'Dow Jones Industrial Average',
    1,
    null,
    prices,
    null,
    47_535.91,
  ];
  return [
    [
      ...head,
      null,
      null,
      null,
      epoch,
      ...zone,
      '/m/0cqyw',
      null,
      null,
      epoch,
      null,
      null,
      null,
      '.DJI:INDEXDJX',
    ],
  ];
}

function block(key: string, hash: number, value: unknown): string {
  const call = `AF_initDataCallback({key: '${key}', hash: '${hash}', data:${JSON.stringify(value)}, sideChannel: {}});`;
  return `<script class="${key}" nonce="c2ltdWxhdGVkIHVwc3RyZWFt">${call}</script>`;
}

/** Nine decimals, and all of a double's digits where the figure is small: 0.0058783575339999995. */
function printNoisy(rate: number): string {
  return rate < 0.1 ? String(rate) : String(Number(rate.toFixed(9)));
}
