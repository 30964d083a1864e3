import { describe, expect, it, onTestFinished } from 'vitest';
import { isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';
import type { Fault, PolledSourceId } from '#lib/testing/simulated-upstreams/faults/faults';
import { HOUR_MS, MINUTE_MS } from '#lib/domain/durations';
import { someOf } from '#lib/testing/long-count';

/** A Wednesday evening after every publication of the day. */
const START = '2026-11-18T18:00:00Z';

/** A fault as checks see it. */
const FAULT_KINDS: readonly (readonly [string, Fault])[] = [
  ['no connection', 'refuse'],
  ['an error of the host', 'server_error'],
  ['a page instead of the document', 'html'],
  ['a document that cannot be read', 'html_as_data'],
  ['nothing in it', 'empty'],
  ['wrong dates', 'wrong_date'],
  ['figures upside down', 'inverted'],
  ['figures a hundredfold', 'times_100'],
  ['no numbers', 'nan'],
  ['most pairs missing', 'dropped_60'],
];

describe.each(someOf(FAULT_KINDS, 2))('under %s', (_name, fault) => {
  it('the ECB, asked once an hour in a gap, is degraded at the second failed check, in outage at the third, and back after two good ones', async () => {
    const world = await openWorld();
    await world.poll('ecb');
    expect(await failedChecks(world, 'ecb', { fault, everyMs: HOUR_MS, count: 4 })).toEqual([
      'operational',
      'degraded',
      'outage',
      'outage',
    ]);
    expect(await goodChecks(world, 'ecb', { everyMs: HOUR_MS, count: 3 })).toEqual([
      'degraded',
      'operational',
      'operational',
    ]);
  });

  it('a market asked every five minutes is degraded at the second, in outage at the fifth, and back after three good ones', async () => {
    const world = await openWorld();
    await world.poll('web-search');
    const expected = ['operational', 'degraded', 'degraded', 'degraded', 'outage'];
    // Nothing in the documents of this market is a date of its own but the time of each quote.
    expect(await failedChecks(world, 'web-search', { fault, everyMs: 5 * MINUTE_MS, count: 5 })).toEqual(
      expected,
    );
    expect(await goodChecks(world, 'web-search', { everyMs: 5 * MINUTE_MS, count: 3 })).toEqual([
      'degraded',
      'degraded',
      'operational',
    ]);
  });
});

describe('an exchange that is asked every 20 seconds', () => {
  it('is in outage once five failed checks in a row are two minutes old, and back a minute after it recovered', async () => {
    const world = await openWorld();
    await world.poll('crypto-exchange');
    await world.upstreams.setFault('crypto-exchange', 'refuse');
    const states: (string | undefined)[] = [];
    for (let check = 1; check <= 7; check += 1) {
      await world.pollOften('crypto-exchange', 1, 20_000);
      states.push(world.statusOf('crypto-exchange'));
    }
    // The seventh check is the first one that is 120 s after the first failure.
    expect(states).toEqual(['operational', ...Array.from({ length: 5 }, () => 'degraded'), 'outage']);
    expect(world.strict('crypto-exchange', 'BTC', 'USD')).toBeTypeOf('number');

    await world.upstreams.setFault('crypto-exchange', null);
    expect(await goodChecks(world, 'crypto-exchange', { everyMs: 20_000, count: 5 })).toEqual([
      'degraded',
      'degraded',
      'degraded',
      'operational',
      'operational',
    ]);
  });

  it('ages without a check: degraded after 2 minutes, outage and skipped by default after 5, refused strictly after 15', async () => {
    const world = await openWorld();
    for (const id of ['crypto-exchange', 'web-finance'] as const) await world.poll(id);
    const states = [119, 1, 179, 1, 599, 1].map((seconds) => {
      world.moveBy(seconds * 1000);
      return [
        world.statusOf('crypto-exchange'),
        typeof world.strict('crypto-exchange', 'EUR', 'USD'),
        nameOf(world.byDefault('EUR', 'USD')),
      ];
    });
    expect(states).toEqual([
      ['operational', 'number', 'crypto-exchange'],
      ['degraded', 'number', 'crypto-exchange'],
      ['degraded', 'number', 'crypto-exchange'],
      ['outage', 'number', 'web-finance'],
      ['outage', 'number', 'web-finance'],
      ['outage', 'string', 'web-finance'],
    ]);
    expect(world.strict('crypto-exchange', 'EUR', 'USD')).toBe('expired');
    expect(await goodChecks(world, 'crypto-exchange', { everyMs: 30_000, count: 3 })).toEqual([
      'degraded',
      'degraded',
      'operational',
    ]);
  });
});

describe('a source that answers 429', () => {
  it('is degraded and never in outage while its figures are current', async () => {
    const world = await openWorld();
    await world.poll('web-search');
    expect(
      await failedChecks(world, 'web-search', {
        fault: 'too_many_requests',
        everyMs: 2 * MINUTE_MS,
        count: 8,
      }),
    ).toEqual(['operational', ...Array.from({ length: 7 }, () => 'degraded')]);
  });
});

describe('a bank that stops publishing', () => {
  it('is late, then stale, then past its limit by the clock alone; default mode moves on, strict mode never', async () => {
    const world = await openWorld();
    for (const id of ['ecb', 'boe'] as const) await world.poll(id);
    await world.upstreams.setFault('ecb', 'stale');
    const moments = [
      // Thursday's figure is missed 90 minutes after 16:00 in Frankfurt, Friday's makes two.
      ['2026-11-19T16:29:59Z', 'operational', 'number', 'ecb'],
      ['2026-11-19T16:30:00Z', 'degraded', 'number', 'ecb'],
      ['2026-11-20T16:29:59Z', 'degraded', 'number', 'ecb'],
      ['2026-11-20T16:30:00Z', 'outage', 'number', 'boe'],
      // Ten days after the fixing of Wednesday 14:10.
      ['2026-11-28T13:09:59Z', 'outage', 'number', 'boe'],
      ['2026-11-28T13:10:00Z', 'outage', 'expired', 'boe'],
    ] as const;
    for (const [at, status, strict, byDefault] of moments) {
      world.clock.moveTo(new Date(at));
      // The other bank goes on.
      await world.poll('boe');
      const rate = world.strict('ecb', 'EUR', 'USD');
      expect([at, world.statusOf('ecb'), typeof rate === 'number' ? 'number' : rate]).toEqual([
        at,
        status,
        strict,
      ]);
      expect([at, nameOf(world.byDefault('EUR', 'USD'))]).toEqual([at, byDefault]);
      // A poll that still brings the old figure changes nothing.
      expect(await world.poll('ecb')).toMatchObject({ kind: 'pass', status });
    }
    expect(world.byDefault('EUR', 'ISK')).toBe('no-rate');
    await world.upstreams.setFault('ecb', null);
    expect(await goodChecks(world, 'ecb', { everyMs: HOUR_MS, count: 2 })).toEqual([
      'degraded',
      'operational',
    ]);
    expect(nameOf(world.byDefault('EUR', 'USD'))).toBe('ecb');
  });
});

describe('a restart', () => {
  it('keeps states and counters: the check after it is the next one', async () => {
    const world = await openWorld();
    await world.poll('ecb');
    await failedChecks(world, 'ecb', { fault: 'refuse', everyMs: HOUR_MS, count: 2 });
    await world.restart();
    expect(world.statusOf('ecb')).toBe('degraded');
    expect(await failedChecks(world, 'ecb', { fault: 'refuse', everyMs: HOUR_MS, count: 1 })).toEqual([
      'outage',
    ]);
    await world.restart();
    expect(world.statusOf('ecb')).toBe('outage');
  });

  it('after days brings an aged source back by steps: the pass before it is one of the three', async () => {
    const world = await openWorld();
    await world.poll('web-search');
    await world.restart();
    world.clock.moveTo(startOfNextDay(world));
    expect(world.statusOf('web-search')).toBe('outage');
    expect(await goodChecks(world, 'web-search', { everyMs: MINUTE_MS, count: 3 })).toEqual([
      'degraded',
      'operational',
      'operational',
    ]);
  });
});

interface Checks {
  readonly everyMs: number;
  readonly count: number;
}

async function openWorld(): Promise<PolledWorld> {
  const world = await openPolledWorld(START);
  onTestFinished(world.close);
  return world;
}

/** The states after each of so many checks under a fault, none of which may pass. */
async function failedChecks(
  world: PolledWorld,
  source: PolledSourceId,
  { fault, everyMs, count }: Checks & { readonly fault: Fault },
) {
  await world.upstreams.setFault(source, fault);
  const states: (string | undefined)[] = [];
  for (let check = 0; check < count; check += 1) {
    const [outcome] = await world.pollOften(source, 1, everyMs);
    expect(outcome?.kind).not.toBe('pass');
    states.push(world.statusOf(source));
  }
  return states;
}

async function goodChecks(world: PolledWorld, source: PolledSourceId, { everyMs, count }: Checks) {
  await world.upstreams.setFault(source, null);
  const states: (string | undefined)[] = [];
  for (let check = 0; check < count; check += 1) {
    const [outcome] = await world.pollOften(source, 1, everyMs);
    expect(outcome?.kind).toBe('pass');
    states.push(world.statusOf(source));
  }
  return states;
}

function nameOf(found: ReturnType<PolledWorld['byDefault']>): string {
  return typeof found === 'string' ? found : found.source;
}

/** Noon of the day after, a Thursday. */
function startOfNextDay({ clock }: PolledWorld): Date {
  const noonMs = 36 * HOUR_MS;
  return new Date(startOfDay(isoDayOf(clock.service())).getTime() + noonMs);
}
