import {
  DEFAULT_CHOICE,
  findRate,
  type NoRate,
  only,
  type SourceChoice,
} from '#lib/domain/rates/rate-engine';
import { type RateLeg, rateOfLegs, roundExact } from '#lib/domain/rates/exact-number';
import type { FoundRate, Leg } from '#lib/domain/rates/strict-rate';
import type { SourceId } from '#lib/domain/source-id';
import type { CampaignWorld } from './campaign-world.ts';
import type { PrintedPair } from './mischief.ts';
import { MARKETS_WITH_HISTORY, type PublishedTruth } from './published-truth.ts';

/** Where a figure was seen: asked of the source, asked of the service, or in the stored history. */
export type Place = 'strict' | 'default' | 'history';

/** A figure that no healthy publisher printed for its instant. */
export interface WrongFigure {
  readonly place: Place;
  readonly pair: string;
  readonly at: string;
  readonly served: number;
  /** Null where the publisher printed no figure for that instant. */
  readonly truth: number | null;
  /** Whether the publisher printed the figure, and for another instant. */
  readonly isMisdated: boolean;
  /** Whether the store has it flagged as remarkable. */
  readonly isFlagged: boolean;
}

/** What one look at the world found. */
export interface Look {
  readonly compared: number;
  readonly wrong: readonly WrongFigure[];
  /** Rate and instant by pair of what the source serves. */
  readonly served: ReadonlyMap<string, string>;
  /** Pairs that the source is said not to publish: neither too old nor held. */
  readonly notCarried: readonly string[];
}

/** Pairs that are asked of the service without a source. */
const DEFAULT_PAIRS =
  'EUR/USD USD/EUR GBP/USD USD/JPY EUR/GBP GBP/JPY USD/CHF EUR/SEK AUD/CAD BTC/USD USD/BTC ETH/EUR PLN/TRY';

/** Relative: two ways to multiply the same figures differ in the fifteenth digit. */
const SAME = 1e-9;

const HISTORY_FROM_MS = Date.UTC(2026, 6, 1);
const HISTORY_POINTS_MAX = 400;
const FLAGS_MAX = 20_000;

/** What counts as true beside a figure's own instant. */
export interface Allowance {
  /** Whether the publisher's figures stand still: without dates of its own an earlier figure is one of now. */
  readonly isStill: boolean;
}

/** What comparisons go by. */
interface Comparing {
  readonly world: CampaignWorld;
  readonly id: SourceId;
  readonly truth: PublishedTruth;
  readonly allowance: Allowance;
}

/** Compares every pair of a source, a sample without a source, and the stored history with what publishers printed. */
export async function lookAt(
  world: CampaignWorld,
  id: SourceId,
  truth: PublishedTruth,
  allowance: Allowance,
): Promise<Look> {
  const comparing = { world, id, truth, allowance };
  const answers = lookAtAnswers(comparing);
  const history = await lookAtHistory(comparing);
  return {
    compared: answers.compared + history.compared,
    wrong: [...answers.wrong, ...history.wrong],
    served: answers.served,
    notCarried: answers.notCarried,
  };
}

function lookAtAnswers({ world, id, truth, allowance }: Comparing): Look {
  const wrong: WrongFigure[] = [];
  const served = new Map<string, string>();
  const notCarried: string[] = [];
  const snapshot = world.snapshot();
  let compared = 0;
  const compare = (place: 'strict' | 'default', asked: PrintedPair, choice: SourceChoice) => {
    const found = findRate(snapshot, asked, choice);
    const pair = `${asked.base}/${asked.quote}`;
    if (!found.ok) {
      if (place === 'strict' && isNotCarried(found.error)) notCarried.push(pair);
      return;
    }
    compared += 1;
    const rate = roundExact(found.value.rate);
    const at = found.value.observedAt.toISOString();
    if (place === 'strict') served.set(pair, `${rate} ${at}`);
    const expected = trueRate(found.value, truth, allowance);
    if (expected !== null && isSame(rate, expected)) return;
    const isMisdated = found.value.legs.every(
      (leg) => leg.act !== null || isPrintedSomewhen(truth, leg.source, leg, leg.figure),
    );
    wrong.push({ place, pair, at, served: rate, truth: expected, isMisdated, isFlagged: false });
  };
  for (const pair of strictPairs(truth.pairs(id))) compare('strict', pair, only(id));
  for (const text of DEFAULT_PAIRS.split(' ')) {
    const [base = '', quote = ''] = text.split('/');
    compare('default', { base, quote }, DEFAULT_CHOICE);
  }
  return { compared, wrong, served, notCarried };
}

function isNotCarried(reason: NoRate): boolean {
  return reason.kind === 'no-rate' && reason.tried.every(({ why }) => why.kind === 'not-carried');
}

async function lookAtHistory({
  world,
  id,
  truth,
  allowance,
}: Comparing): Promise<Pick<Look, 'compared' | 'wrong'>> {
  const wrong: WrongFigure[] = [];
  let compared = 0;
  const stored = await world.store.readFlags({ source: id, sinceMs: HISTORY_FROM_MS, limit: FLAGS_MAX });
  const flags = new Set(stored.map(({ base, quote, atMs }) => `${base}/${quote} ${atMs}`));
  for (const { base, quote } of historyPairs(world, id, truth)) {
    const pair = `${base}/${quote}`;
    for (const { atMs, rate } of await readStored(world, id, { base, quote })) {
      compared += 1;
      const observedAt = new Date(atMs);
      const expected = trueFigure({ source: id, base, quote, figure: rate, observedAt }, truth, allowance);
      if (expected !== null && isSame(rate, expected)) continue;
      wrong.push({
        place: 'history',
        pair,
        at: observedAt.toISOString(),
        served: rate,
        truth: expected,
        isMisdated: isPrintedSomewhen(truth, id, { base, quote }, rate),
        isFlagged: flags.has(`${pair} ${atMs}`),
      });
    }
  }
  return { compared, wrong };
}

/** Each printed pair, its inverse, and crosses of neighbours, which go through the source's own pivots. */
function strictPairs(printed: readonly PrintedPair[]): readonly PrintedPair[] {
  const inverse = printed.map(({ base, quote }) => ({ base: quote, quote: base }));
  const crosses = printed.slice(1, 12).map((pair, index) => {
    const { quote } = printed[index] ?? pair;
    return { base: quote, quote: pair.quote };
  });
  return [...printed, ...inverse, ...crosses.filter(({ base, quote }) => base !== quote)];
}

/** Every pair of a bank; of a market those with a history, whose other pairs would only repeat their newest figure. */
function historyPairs(world: CampaignWorld, id: SourceId, truth: PublishedTruth): readonly PrintedPair[] {
  const printed = truth.pairs(id);
  return world.source(id).cadence === 'fixing' ? printed : printed.slice(0, MARKETS_WITH_HISTORY * 2);
}

async function readStored(world: CampaignWorld, id: SourceId, { base, quote }: PrintedPair) {
  const span = {
    source: id,
    base,
    quote,
    fromMs: HISTORY_FROM_MS,
    toMs: Number.MAX_SAFE_INTEGER,
    limit: HISTORY_POINTS_MAX,
  };
  const { instantsMs, rates } =
    world.source(id).cadence === 'fixing'
      ? await world.store.readSeries(span)
      : await world.store.readTickSeries({ ...span, tier: 'day' });
  return instantsMs.map((atMs, index) => ({ atMs, rate: rates[index] ?? Number.NaN }));
}

/** What a rate would be if each figure that it was made of were the printed one; null where one of them was not printed. */
function trueRate(found: FoundRate, truth: PublishedTruth, allowance: Allowance): number | null {
  const legs: RateLeg[] = [];
  for (const leg of found.legs) {
    const figure = leg.act === null ? trueFigure(leg, truth, allowance) : leg.figure;
    if (figure === null) return null;
    legs.push({ figure, inverted: leg.inverted });
  }
  return roundExact(rateOfLegs(legs));
}

function trueFigure(
  {
    source,
    base,
    quote,
    figure,
    observedAt,
  }: Pick<Leg, 'source' | 'base' | 'quote' | 'figure' | 'observedAt'>,
  truth: PublishedTruth,
  { isStill }: Allowance,
): number | null {
  const printed = truth.figure(source, base, quote, observedAt.getTime());
  if (!isStill || (printed !== undefined && isSame(printed, figure))) return printed ?? null;
  const earlier = [...truth.figures(source, base, quote)].find(
    ([atMs, rate]) => atMs <= observedAt.getTime() && isSame(rate, figure),
  );
  return earlier?.[1] ?? printed ?? null;
}

function isPrintedSomewhen(
  truth: PublishedTruth,
  source: SourceId,
  { base, quote }: PrintedPair,
  figure: number,
): boolean {
  for (const printed of truth.figures(source, base, quote).values()) {
    if (isSame(printed, figure)) return true;
  }
  return false;
}

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) <= SAME * Math.abs(other);
}
