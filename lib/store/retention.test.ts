import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#lib/domain/durations';
import { verifyReceipt } from '#lib/client/receipts/verify-receipt';
import type { Schema } from '#lib/store/engine/schema';
import type { RollUpProgress, RollUpStep } from '#lib/store/rates/tick-rollup';
import { isLong, longCount } from '#lib/testing/long-count';
import { BULK_STORES } from '#lib/testing/worlds/markets/bulk-stores';
import { fillMarket, type MarketPlan } from '#lib/testing/worlds/markets/filled-market';
import {
  differencesOfTiers,
  pinnedFigures,
  strayDocuments,
  waitingOf,
} from '#lib/testing/worlds/markets/kept-market';
import { type QuoteReceipt, storeQuoteReceipt } from '#lib/testing/worlds/markets/quote-receipts';
import { readSteadily, type SteadyReads } from '#lib/testing/worlds/markets/steady-reads';
import { rollUpUntilDone } from './roll-up-until-done.ts';
import type { Store } from './store.ts';

const ROWS = longCount('RETENTION_ROWS', 20_000);
const QUIET_MS = longCount('RETENTION_QUIET_SECONDS', 1) * 1000;

/** Of which the minutes of four and the hours of two are past their time. */
const DAYS = 5;
const RETAINED = { retainMinutesDays: 1, retainHoursDays: 3 };

/** Of a day's 1,440 minutes these have quotes: one hour is of rest, and one minute in sixteen is without. */
const MINUTES_A_DAY = 1290;

const END_MS = Date.parse('2026-04-14T00:00:00Z');
const FROM_MS = END_MS - DAYS * DAY_MS;
const PLAN: MarketPlan = { markets: Math.ceil(ROWS / DAYS / MINUTES_A_DAY), fromMs: FROM_MS, endMs: END_MS };
const MINUTES_FROM_MS = END_MS - RETAINED.retainMinutesDays * DAY_MS;
const HOURS_FROM_MS = END_MS - RETAINED.retainHoursDays * DAY_MS;

/** How much longer a read may take beside the roll-up: a fifth of what it took before, and what two of one kind differ by anyway. */
const P99_TIMES_MAX = 1.2;
const P99_NOISE_MS = 2;

/** Hours whose first minutes receipts stand on: of days of which no minutes, and of which no hours either, are kept. */
const PINNED = [
  { market: 0, hourMs: FROM_MS + 11 * HOUR_MS },
  { market: 1, hourMs: FROM_MS + 1 * DAY_MS + 5 * HOUR_MS },
  { market: 0, hourMs: FROM_MS + 3 * DAY_MS + 23 * HOUR_MS },
];

/** Reads before anything is timed. */
const WARM_UP_MS = 200;

describe.each(BULK_STORES)('minutes of five days on %s', (engine, open) => {
  it(
    `are closed to hours and days and removed after their time, ${ROWS} of them, beside readers who are answered rightly`,
    { timeout: 120_000 + ROWS / 5 },
    async ({ annotate }) => {
      const { store, bulk, settle } = await open();
      const minutes = await fillMarket(store, bulk, PLAN);
      await settle();
      const receipts: QuoteReceipt[] = [];
      for (const quote of PINNED) receipts.push(await storeQuoteReceipt(store, quote));
      await readUntil(store, AbortSignal.timeout(WARM_UP_MS));
      const before = await readUntil(store, AbortSignal.timeout(QUIET_MS));
      const startMs = performance.now();
      const { longest, removed, reads } = await rollUpBeside(store);
      const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
      await annotate(
        `${engine}: ${minutes} minutes of ${PLAN.markets} markets, ${removed} rows removed in ${seconds} s; ` +
          `reads before: ${told(before)}; meanwhile: ${told(reads)}; longest steps: ${longest}`,
      );
      expect([before.wrong, reads.wrong]).toEqual([null, null]);
      await expectTiers(bulk.db, receipts);
      for (const receipt of receipts) await expectStanding(store, bulk.db, receipt);
      if (isLong('RETENTION_ROWS')) {
        expect(reads.p99Ms).toBeLessThan(P99_TIMES_MAX * before.p99Ms + P99_NOISE_MS);
      }
    },
  );
});

/** Reads minutes that are kept. */
function readUntil(store: Store, signal: AbortSignal): Promise<SteadyReads> {
  const span = { fromMs: MINUTES_FROM_MS, endMs: END_MS };
  return readSteadily(store, { markets: PLAN.markets, span }, signal);
}

/** Closes and removes all that there is to be, as ingest does it once an hour, while others read. */
async function rollUpBeside(store: Store) {
  const stopping = new AbortController();
  const reading = readUntil(store, stopping.signal);
  const longest = new Map<string, number>();
  const rollUpTicks = async (step: RollUpStep): Promise<RollUpProgress> => {
    const startMs = performance.now();
    const progress = await store.write.rollUpTicks(step);
    const phase = step.position?.phase ?? 'roll';
    longest.set(phase, Math.max(longest.get(phase) ?? 0, performance.now() - startMs));
    return progress;
  };
  try {
    const { removed } = await rollUpUntilDone({ rollUpTicks }, { nowMs: END_MS, ...RETAINED });
    stopping.abort();
    const steps = [...longest].map(([phase, ms]) => `${phase} ${ms.toFixed(0)} ms`);
    return { removed, longest: steps.join(', '), reads: await reading };
  } finally {
    stopping.abort();
  }
}

async function expectTiers(db: Kysely<Schema>, receipts: readonly QuoteReceipt[]): Promise<void> {
  expect(await waitingOf(db)).toEqual({ quotes: 0, hours: 0 });
  const kept = { minutesFromMs: MINUTES_FROM_MS, hoursFromMs: HOURS_FROM_MS, pinned: receipts };
  expect(await differencesOfTiers(db, PLAN, kept)).toEqual([]);
  expect(await strayDocuments(db, MINUTES_FROM_MS)).toEqual({ unnamed: 0, missing: 0 });
}

/** The receipt verifies, and its quote and the contents of its document are what it says. */
async function expectStanding(
  store: Store,
  db: Kysely<Schema>,
  { id, keys, atMs, rate, sha256 }: QuoteReceipt,
): Promise<void> {
  const verified = await verifyReceipt((await store.readReceipt(id)) ?? '', keys);
  if (!verified.ok) throw new Error(verified.error);
  const [leg] = verified.value.payload.provenance.legs;
  expect(leg).toMatchObject({
    figure: rate,
    observedAt: new Date(atMs).toISOString(),
    document: { sha256 },
  });
  expect(await pinnedFigures(db, id)).toEqual([{ atMs, rate, sha256 }]);
}

function told({ count, p50Ms, p99Ms }: SteadyReads): string {
  return `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms of ${count}`;
}
