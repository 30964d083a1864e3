import { describe, expect, it, onTestFinished } from 'vitest';
import type { SourceId } from '#lib/domain/source-id';
import type { PollOutcome } from '#lib/ingest/poll/poll-context';
import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';
import type { PolledSourceId } from '#lib/testing/simulated-upstreams/faults/faults';
import { MINUTE_MS } from '#lib/domain/durations';
import { someOf } from '#lib/testing/long-count';

/** A Thursday before the ECB's fixing of the day, every market open. */
const START = '2026-11-19T12:00:00Z';
/** After its publication. */
const PUBLISHED = '2026-11-19T15:05:00Z';

describe.each(someOf(['ecb', 'web-finance', 'crypto-exchange', 'charting-platform'] as const, 2))(
  'a feed of %s',
  (source) => {
    const everyMs = source === 'crypto-exchange' ? 20_000 : 2 * MINUTE_MS;

    it('in hundredfold units is held with the rule, shown with a figure, never released, and forgotten once it is over', async () => {
      const world = await openWorld();
      await world.poll(source);
      const before = served(world, source);
      await world.upstreams.setFault(source, 'times_100');
      const outcomes = await world.pollOften(source, 6, everyMs);
      for (const { kind, reason, sentence, held, imported } of outcomes) {
        expect([kind, reason, imported]).toEqual(['hard', 'quarantined', 0]);
        expect(sentence).toMatch(
          /^\d+ figures are held for review, such as \w+\/\w+ [\d.e-]+ \((unit_scale|jump)\)\.$/,
        );
        expect(held).toBe(outcomes[0]?.held);
      }
      const rows = await world.store.readHeldFigures({ source, state: 'held', limit: 1000 });
      expect(rows.length).toBe(outcomes[0]?.held);
      expect(rows.some(({ rule }) => rule === 'unit_scale')).toBe(true);
      expect(Math.max(...rows.map(({ polls }) => polls))).toBe(6);
      expect(served(world, source)).toEqual(before);

      await world.upstreams.setFault(source, null);
      expect((await world.pollOften(source, 1, everyMs))[0]).toMatchObject({ kind: 'pass', held: 0 });
      expect(await world.store.readHeldFigures({ source, state: 'held', limit: 1 })).toEqual([]);
      const decided = await world.store.readHeldFigures({ source, state: 'rejected', limit: 1000 });
      expect(decided.length).toBe(rows.length);
    });

    it('that is upside down is refused with the rule, and nothing of it is served', async () => {
      const world = await openWorld();
      await world.poll(source);
      const before = served(world, source);
      await world.upstreams.setFault(source, 'inverted');
      const [outcome] = await world.pollOften(source, 1, everyMs);
      expect(outcome).toMatchObject({ kind: 'hard', reason: 'inverted_quote', imported: 0, revised: 0 });
      expect(outcome?.sentence).toMatch(/^\d+ figures are upside down and refused, such as .*against /);
      const [refusal] = outcome?.refusals ?? [];
      expect(refusal).toMatchObject({ rule: 'inverted_quote', n: outcome?.rejected });
      expect(served(world, source)).toEqual(before);
      const refusals = await world.store.readRefusals({ fromDay: '2026-11-19' });
      expect(refusals).toEqual([{ source, day: '2026-11-19', ...refusal }]);
    });

    it('with a shifted digit in each document loses those pairs alone, which keep their former figures', async () => {
      const world = await openWorld();
      await world.poll(source);
      const before = served(world, source);
      await world.upstreams.setFault(source, 'digit_shifted');
      const [outcome] = await world.pollOften(source, 1, everyMs);
      expect(outcome).toMatchObject({ kind: 'soft', reason: 'quarantined' });
      const rows = await world.store.readHeldFigures({ source, state: 'held', limit: 10 });
      expect([1, 2, 3]).toContain(rows.length);
      for (const { base, quote, rate, rule } of rows) {
        const former = before.get(`${base}/${quote}`) ?? Number.NaN;
        expect(rule).toBe('jump');
        expect(rate / former).toBeCloseTo(10, 0);
        expect(served(world, source).get(`${base}/${quote}`)).toBe(former);
      }
    });
  },
);

describe('a currency that is devalued by 30 % at once everywhere', () => {
  const LOST = 0.7;

  it('is held by each source, confirmed by the others, and served after two further polls', async () => {
    const world = await openWorld();
    const sources = ['ecb', 'web-finance', 'charting-platform'] as const;
    for (const id of sources) await world.poll(id);
    const before = new Map(sources.map((id) => [id, strictTry(world, id)]));
    world.upstreams.shock('TRY', LOST);
    world.clock.moveTo(new Date(PUBLISHED));
    const rounds: (readonly PollOutcome[])[] = [];
    for (let round = 0; round < 3; round += 1) {
      const outcomes: PollOutcome[] = [];
      for (const id of sources) outcomes.push(...(await world.pollOften(id, 1, MINUTE_MS)));
      rounds.push(outcomes);
      if (round < 2) {
        expect(outcomes.map(({ reason, sentence }) => [reason, sentence])).toEqual(
          sources.map(() => ['quarantined', expect.stringContaining('(jump)')]),
        );
        expect(world.byDefault('USD', 'TRY')).toMatchObject({ source: 'ecb' });
      }
    }
    expect(rounds[2]?.map(({ kind, held }) => [kind, held])).toEqual(sources.map(() => ['pass', 0]));
    for (const id of sources) {
      expect(strictTry(world, id) / (before.get(id) ?? 0)).toBeCloseTo(1 / LOST, 1);
      const [row] = await world.store.readHeldFigures({ source: id, state: 'released', limit: 5 });
      expect(row).toMatchObject({ rule: 'jump', decidedBy: 'rule' });
    }
    // The bank's document did not change between the polls: it was not fetched again, and its figure is served all the same.
    expect(world.upstreams.requests('ecb').length).toBe(4);
    const [published] = world.snapshot().sources.find(({ id }) => id === 'ecb')?.publications ?? [];
    expect(published?.observedOn).toBe('2026-11-19');
    expect(published?.figures.has('EUR/TRY')).toBe(true);
  });

  it('that one other source alone confirms waits for the operator, who releases it', async () => {
    const world = await openWorld();
    const sources = ['web-finance', 'charting-platform'] as const;
    for (const id of sources) await world.poll(id);
    const before = strictTry(world, 'web-finance');
    world.upstreams.shock('TRY', LOST);
    world.moveBy(19 * MINUTE_MS);
    for (let round = 0; round < 5; round += 1) {
      for (const id of sources) {
        expect((await world.pollOften(id, 1, MINUTE_MS))[0]).toMatchObject({
          kind: 'soft',
          reason: 'quarantined',
        });
      }
    }
    expect(strictTry(world, 'web-finance')).toBe(before);
    // A pair that is held for more than three polls degrades its source.
    expect(world.statusOf('web-finance')).toBe('degraded');
    for (const row of await world.store.readHeldFigures({ source: 'web-finance', state: 'held', limit: 5 })) {
      const atMs = world.clock.service().getTime();
      await world.store.write.decideHeld({ id: row.id, decision: 'release', atMs });
    }
    await world.context.catchUp();
    await world.pollOften('web-finance', 3, MINUTE_MS);
    expect(strictTry(world, 'web-finance') / before).toBeCloseTo(1 / LOST, 1);
    expect(world.statusOf('web-finance')).toBe('operational');
  });
});

describe('a source that the others contradict', () => {
  it('in all that they have is not believed, says why, and waits for the operator as a whole', async () => {
    const world = await openPolledWorld(START, {
      upstream: async (id, simulated) => (id === 'boe' ? await shiftedBoe() : simulated),
    });
    onTestFinished(world.close);
    // Only sources of the same simulation agree; a bank that was never asked before has no figure of its own to jump from.
    for (const id of ['ecb', 'web-finance', 'charting-platform', 'web-search'] as const) await world.poll(id);
    const outcomes = await world.pollOften('boe', 2, MINUTE_MS);
    expect(outcomes.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['hard', 'quarantined'],
      ['hard', 'quarantined'],
    ]);
    expect(outcomes[0]?.sentence).toMatch(
      /^\d+ figures are held for review, such as \w+\/\w+ [\d.]+ \(jump\)\.$/,
    );
    expect(world.strict('boe', 'GBP', 'EUR')).toBe('nothing-yet');
    const [withheld] = await world.store.readHeldDocuments();
    expect(withheld).toMatchObject({ source: 'boe', rule: 'contradicted' });
    expect(withheld?.sentence).toMatch(
      /^The other sources contradict \d+ of the \d+ newest figures that they have too\.$/,
    );
  });
});

/** A bank of another world, in which sterling lost a tenth. */
async function shiftedBoe(): Promise<URL> {
  const other = await openPolledWorld(START);
  onTestFinished(other.close);
  other.clock.moveTo(new Date('2026-11-01T00:00:00Z'));
  other.upstreams.shock('GBP', 0.9);
  other.clock.moveTo(new Date(START));
  return new URL(other.upstreams.addressOf('boe'));
}

async function openWorld(): Promise<PolledWorld> {
  const world = await openPolledWorld(START);
  onTestFinished(world.close);
  return world;
}

/** What is served of a source's newest figures, by pair. */
function served({ snapshot }: PolledWorld, source: PolledSourceId): ReadonlyMap<string, number> {
  const publications = snapshot().sources.find(({ id }) => id === source)?.publications ?? [];
  return new Map(publications.toReversed().flatMap(({ figures }) => [...figures]));
}

function strictTry({ strict }: PolledWorld, source: SourceId): number {
  const rate = strict(source, 'USD', 'TRY');
  if (typeof rate === 'string') throw new Error(`${source} has no lira: ${rate}.`);
  return rate;
}
