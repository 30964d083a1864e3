import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/domain/durations';
import { DEFAULT_CHOICE, findRate } from '#lib/domain/rates/rate-engine';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { SourceId } from '#lib/domain/source-id';
import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';
import { createKnownRates } from './known-rates.ts';

const START = '2026-11-19T12:00:00Z';

/** What of a snapshot of now somebody sees. */
type Seen = (now: RateSnapshot) => RateSnapshot;

const all: Seen = (now) => now;

const without =
  (id: SourceId): Seen =>
  (now) => ({
    ...now,
    sources: now.sources.filter((source) => source.id !== id),
    priority: now.priority.filter((one) => one !== id),
  });

const notAllowed =
  (id: SourceId): Seen =>
  (now) => ({ ...now, sources: now.sources.filter((source) => source.id !== id) });

/** What was enabled, what is seen now, the pair, and its source or why that is not known. */
const CASES: readonly (readonly [string, Seen, string, string])[] = [
  ['ecb,boe,fixed', all, 'EUR/USD', 'ecb'],
  ['boe,ecb,fixed', all, 'EUR/USD', 'boe'],
  ['boe,ecb,fixed', all, 'EUR/ISK', 'ecb'],
  ['ecb,crypto-exchange,boe', all, 'EUR/USD', 'ecb'],
  ['ecb,crypto-exchange,boe', all, 'BTC/USD', 'crypto-exchange market'],
  ['crypto-exchange,ecb', all, 'EUR/USD', 'crypto-exchange market'],
  ['crypto-exchange,ecb', notAllowed('crypto-exchange'), 'EUR/USD', 'ecb'],
  ['boe,ecb', without('boe'), 'EUR/USD', 'boe disabled'],
  ['ecb,boe', without('boe'), 'EUR/USD', 'ecb'],
  ['oecd,ecb', all, 'EUR/USD', 'oecd disabled'],
  ['ecb,fixed', all, 'BTC/USD', 'no-rate'],
];

describe('the choice of then', () => {
  let world: PolledWorld;
  beforeAll(async () => {
    world = await openPolledWorld(START);
    for (const id of ['ecb', 'boe', 'crypto-exchange'] as const) await world.poll(id);
  });
  afterAll(() => world.close());

  const tell = async (instant: Date, seen: Seen, pair: string, hasPair = true) => {
    const known = createKnownRates(world.store, world.sources);
    const [base = '', quote = ''] = pair.split('/');
    const pairs = hasPair ? [{ base, quote }] : null;
    const asked = { instant, day: null, choice: DEFAULT_CHOICE, pairs };
    const told = await known.snapshotAt(seen(world.snapshot()), asked);
    if (!told.ok)
      return told.error.kind === 'undecided' ? `${told.error.source} ${told.error.because}` : told.error.kind;
    const found = findRate(told.value, { base, quote }, DEFAULT_CHOICE);
    return found.ok ? found.value.source : found.error.kind;
  };

  it.each(CASES)(
    'where %s were enabled is told or not (%#): %s %s %s',
    async (sources, seen, pair, expected) => {
      world.moveBy(MINUTE_MS);
      const at = world.clock.service();
      await world.store.write.noteSources({ sources: sources.split(','), atMs: at.getTime() });
      expect(await tell(at, seen, pair)).toBe(expected);
    },
  );

  it('of a whole table is not known where a market was enabled', async () => {
    world.moveBy(MINUTE_MS);
    const at = world.clock.service();
    await world.store.write.noteSources({ sources: ['ecb', 'crypto-exchange'], atMs: at.getTime() });
    expect(await tell(at, all, 'EUR/USD', false)).toBe('crypto-exchange market');
  });

  it('is by the newest note before the instant, and not known before the first one', async () => {
    world.moveBy(MINUTE_MS);
    const at = world.clock.service();
    await world.store.write.noteSources({ sources: ['ecb'], atMs: at.getTime() });
    await world.store.write.noteSources({ sources: ['boe'], atMs: at.getTime() + MINUTE_MS });
    expect(await tell(at, all, 'EUR/USD')).toBe('ecb');
    expect(await tell(new Date(at.getTime() + MINUTE_MS - 1), all, 'EUR/USD')).toBe('ecb');
    expect(await tell(new Date(at.getTime() + MINUTE_MS), all, 'EUR/USD')).toBe('boe');
    expect(await tell(new Date(START), all, 'EUR/USD')).toBe('not-noted');
  });
});
