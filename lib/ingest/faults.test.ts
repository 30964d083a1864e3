import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';
import {
  type Fault,
  FAULTS,
  type PolledSourceId,
  SIMULATED_SOURCES,
} from '#lib/testing/simulated-upstreams/faults/faults';
import { simulatedPair } from '#lib/testing/simulated-upstreams/publishers';
import { MINUTE_MS } from '#lib/domain/durations';
import { isLong } from '#lib/testing/long-count';

/** A Thursday afternoon on which every publisher has published and every market is open. */
const START = '2026-11-19T16:30:00Z';

/** Each fault in one of eight sources, one after the other; all of them with every source in the long run. */
function faultsOf(source: PolledSourceId): readonly Fault[] {
  if (isLong('EVERY_CASE')) return FAULTS;
  return FAULTS.filter(
    (_, fault) => (fault + SIMULATED_SOURCES.indexOf(source)) % SIMULATED_SOURCES.length === 0,
  );
}

/** Nothing is wrong with what comes: only time tells that it no longer moves. */
const STILL: readonly Fault[] = ['stale'];

/** The documents of these state no date, so that none of theirs can be wrong. */
const WITHOUT_DATES: readonly PolledSourceId[] = ['crypto-exchange', 'charting-platform'];

/** Publishers under these give no answer, however long one waits. */
const SILENT: readonly Fault[] = ['hang', 'drip'];

describe.each(SIMULATED_SOURCES)('%s', (source) => {
  const [base, quote] = simulatedPair(source);
  const everyMs = source === 'crypto-exchange' ? 20_000 : 50_000;
  // Three failed checks of a bank are an outage, and more than four changes within half an hour hold a source back.
  const settledMs = isBank(source) ? 31 * MINUTE_MS : everyMs;
  let world: PolledWorld;

  beforeEach(async () => {
    world.setImpatient(false);
    await world.upstreams.setFault(source, null);
  });
  beforeAll(async () => {
    world = await openPolledWorld(START);
    await world.poll('web-search');
  });
  afterAll(() => world.close());

  const faults = faultsOf(source);

  it.each(faults)(
    'serves no wrong figure under %s, keeps the reason, and recovers by itself',
    async (fault) => {
      world.forgetHealth(source);
      world.moveBy(everyMs);
      await world.poll(source);
      world.moveBy(settledMs);
      expect(await world.poll(source)).toMatchObject({ kind: 'pass', status: 'operational', held: 0 });
      expect(world.strict(source, base, quote)).toBeTypeOf('number');

      await world.upstreams.setFault(source, fault);
      world.setImpatient(SILENT.includes(fault));
      const outcomes = await world.pollOften(source, 3, everyMs);
      world.setImpatient(false);
      expectNothingWrong(world, source);
      for (const { kind, reason, sentence } of outcomes) {
        expect(kind === 'pass').toBe(!isSeen(source, fault));
        if (kind !== 'pass')
          expect([reason, sentence]).toEqual([expect.any(String), expect.stringMatching(/\.$/)]);
      }
      expect(world.statusOf(source)).toBe(isSeen(source, fault) ? 'degraded' : 'operational');

      await world.upstreams.setFault(source, null);
      await world.pollOften(source, 4, Math.max(everyMs, MINUTE_MS));
      expect(world.statusOf(source)).toBe('operational');
      expectNothingWrong(world, source);
    },
  );

  it('kept every check with its reason', async () => {
    const checks = await world.store.readHealthChecks({ source, sinceMs: 0, limit: 1000 });
    expect(checks.length).toBe(faults.length * 9 + (source === 'web-search' ? 1 : 0));
    for (const { kind, sentence } of checks) expect(sentence === null).toBe(kind === 'pass');
  });
});

function isBank(source: PolledSourceId): boolean {
  return ['ecb', 'boe', 'fed', 'boj'].includes(source);
}

function isSeen(source: PolledSourceId, fault: Fault): boolean {
  return !STILL.includes(fault) && !(fault === 'wrong_date' && WITHOUT_DATES.includes(source));
}

/** Every pair that the source serves is within 3 % of the truth of its own instant. */
function expectNothingWrong({ snapshot, upstreams }: PolledWorld, source: PolledSourceId): void {
  const publications = snapshot().sources.find(({ id }) => id === source)?.publications ?? [];
  expect(publications.length).toBeGreaterThan(0);
  for (const { figures, observedAt, quotes } of publications) {
    for (const [pair, rate] of figures) {
      const [one = '', other = ''] = pair.split('/');
      const truth = upstreams.rateOf(one, other, quotes?.get(pair)?.observedAt ?? observedAt) ?? Number.NaN;
      if (!(Math.abs(Math.log(rate / truth)) < 0.03)) expect([pair, rate, observedAt]).toEqual([pair, truth]);
    }
  }
}
