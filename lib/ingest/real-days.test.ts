import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MINUTE_MS } from '#lib/domain/durations';
import { addDays } from '#lib/domain/iso-day';
import type { PublishedFixing } from '#lib/domain/rates/observation';
import { ECB_SCHEDULE } from '#lib/sources/ecb/facts';
import { createSource } from '#lib/sources/ecb/source';
import { aDay } from '#lib/testing/builders/builders';
import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';
import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';
import { loadDocument } from './history/load-document.ts';

/*
 * Days on which something true was unusual, replayed through polls of the bank alone: its file up to the day before is imported, and
 * its real daily files follow. What is served, held and said each day is printed where REAL_DAYS_REPORT is set.
 */

const recorded = readRecordedBodies('ecb');
const published = recorded === null ? new Map<string, readonly PublishedFixing[]>() : historyByDay();

describe('the bank’s real days, polled without another source', () => {
  it('15 January 2015: the franc is held for two publications, said to be, and served with the third', async ({
    skip,
  }) => {
    skip(recorded === null, recordedBodiesMissing('ecb'));
    const days = await replay('2015-01-15', '2015-01-21', ['CHF', 'USD']);
    expect(days.map(({ day, served, holds }) => [day, served[0], holds])).toEqual([
      ['2015-01-15', '1.201 of 2015-01-14', ['jump EUR/CHF 1.028']],
      ['2015-01-16', '1.201 of 2015-01-14', ['jump EUR/CHF 1.0128']],
      ['2015-01-19', '1.012 of 2015-01-19', []],
      ['2015-01-20', '1.0087 of 2015-01-20', []],
      ['2015-01-21', '0.9997 of 2015-01-21', []],
    ]);
    expect(days[0]?.sentence).toBe('1 figure is held for review, such as EUR/CHF 1.028 (jump).');
    expect(days.every(({ served }) => served[1]?.endsWith('of 2015-01-14') === false)).toBe(true);
  });

  it('24 June 2016: every figure is served, sterling among them', async ({ skip }) => {
    skip(recorded === null, recordedBodiesMissing('ecb'));
    const days = await replay('2016-06-22', '2016-06-28', ['GBP']);
    expect(days.flatMap(({ holds }) => holds)).toEqual([]);
    expect(days.map(({ served }) => served[0])).toContain('0.8075 of 2016-06-24');
  });

  it('2 January 2026: 29 currencies are a whole publication, and the lev ends with the year', async ({
    skip,
  }) => {
    skip(recorded === null, recordedBodiesMissing('ecb'));
    const days = await replay('2025-12-29', '2026-01-06', ['BGN', 'USD']);
    expect(days.flatMap(({ holds }) => holds)).toEqual([]);
    expect(days.every(({ status }) => status === 'operational')).toBe(true);
    expect(days.at(-1)?.served).toEqual(['no-rate', expect.stringMatching(/of 2026-01-06$/)]);
  });

  it('1 March 2022: the ruble has its last figure of that day, and no later one', async ({ skip }) => {
    skip(recorded === null, recordedBodiesMissing('ecb'));
    const days = await replay('2022-02-25', '2022-03-04', ['RUB', 'USD']);
    expect(days.flatMap(({ holds }) => holds)).toEqual([]);
    expect(days.filter(({ day }) => day < '2022-03-02').map(({ served }) => served[0])).toEqual([
      expect.stringMatching(/of 2022-02-25$/),
      expect.stringMatching(/of 2022-02-28$/),
      '117.201 of 2022-03-01',
    ]);
  });

  it('3 January 2005: the new lira begins under its own code, and the old one ends', async ({ skip }) => {
    skip(recorded === null, recordedBodiesMissing('ecb'));
    const days = await replay('2004-12-30', '2005-01-05', ['TRL', 'TRY']);
    expect(days.flatMap(({ holds }) => holds)).toEqual([]);
    expect(days.map(({ served }) => served)).toEqual([
      [expect.stringMatching(/^18\d{5} of 2004-12-30$/), expect.any(String)],
      [expect.stringMatching(/^18\d{5} of 2004-12-31$/), expect.any(String)],
      ['no-rate', expect.stringMatching(/^1\.8\d* of 2005-01-03$/)],
      ['no-rate', expect.stringMatching(/^1\.8\d* of 2005-01-04$/)],
      ['no-rate', expect.stringMatching(/^1\.8\d* of 2005-01-05$/)],
    ]);
  });
});

/** What one day looks like twenty minutes after its publication. */
interface RealDay {
  readonly day: string;
  /** Of each asked currency the rate of one euro and its day, or why there is none. */
  readonly served: readonly string[];
  readonly holds: readonly string[];
  readonly status: string | undefined;
  /** What the check said. */
  readonly sentence: string | null;
}

async function replay(from: string, to: string, quotes: readonly string[]): Promise<readonly RealDay[]> {
  const world = await openWorld(from);
  await importUntil(world, from);
  const days: RealDay[] = [];
  for (let day = aDay(from); day <= to; day = addDays(day, 1)) {
    if (!published.has(day)) continue;
    world.clock.moveTo(new Date(ECB_SCHEDULE.dueAt(day).getTime() + 20 * MINUTE_MS));
    const { sentence } = await world.poll('ecb');
    const holds = await world.store.readHolds();
    days.push({
      day,
      served: quotes.map((quote) => servedOf(world, quote)),
      holds: holds.map(({ rule, example }) => `${rule} ${example}`),
      status: world.statusOf('ecb'),
      sentence,
    });
  }
  if (process.env['REAL_DAYS_REPORT'] !== undefined) {
    for (const one of days) process.stdout.write(`${JSON.stringify(one)}\n`);
  }
  return days;
}

function servedOf({ snapshot, strict }: PolledWorld, quote: string): string {
  const rate = strict('ecb', 'EUR', quote);
  if (typeof rate === 'string') return rate;
  const publications = snapshot().sources.find(({ id }) => id === 'ecb')?.publications ?? [];
  return `${rate} of ${publications.find(({ figures }) => figures.has(`EUR/${quote}`))?.observedOn}`;
}

/** A world whose bank publishes what it published. */
async function openWorld(start: string): Promise<PolledWorld> {
  let now = () => new Date(`${start}T10:00:00Z`);
  const server = createServer((request, response) => {
    const newest = [...published.keys()].filter(
      (day) => ECB_SCHEDULE.dueAt(aDay(day)).getTime() <= now().getTime(),
    );
    const days = newest.toSorted().slice(request.url?.includes('daily') ? -1 : -60);
    response.setHeader('Content-Type', 'text/xml').end(fileOf(days.toReversed()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const world = await openPolledWorld(`${start}T10:00:00Z`, {
    upstream: (id, simulated) => (id === 'ecb' ? new URL(`http://127.0.0.1:${port}`) : simulated),
  });
  now = world.clock.service;
  onTestFinished(async () => {
    await world.close();
    server.close();
  });
  return world;
}

async function importUntil(world: PolledWorld, day: string): Promise<void> {
  const before = [...published.keys()]
    .filter((one) => one < day)
    .toSorted()
    .slice(-400);
  const loaded = await loadDocument(
    {
      source: world.source('ecb'),
      listed: world.sources,
      store: world.store,
      now: world.clock.service(),
      origin: 'import',
    },
    {
      url: 'file:eurofxref-hist.xml',
      body: new TextEncoder().encode(fileOf(before.toReversed())),
      fetchedAt: world.clock.service(),
    },
  );
  expect(loaded).toMatchObject({ ok: true, value: { withheld: null, held: [] } });
  await world.context.catchUp();
}

/** A file of the bank's with some of its days. */
function fileOf(days: readonly string[]): string {
  const cubes = days.map((day) => {
    const rows = (published.get(day) ?? []).map(
      ({ quote, rate }) => `<Cube currency="${quote}" rate="${rate}"/>`,
    );
    return `<Cube time="${day}">${rows.join('')}</Cube>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender><Cube>${cubes.join('')}</Cube></gesmes:Envelope>`;
}

function historyByDay(): ReadonlyMap<string, readonly PublishedFixing[]> {
  const body = recorded?.find(({ name }) => name === 'eurofxref-hist.zip')?.body;
  if (!body) throw new Error('The whole history is not among the recorded files.');
  const parsed = createSource().parse({ url: 'file:', body, fetchedAt: new Date() });
  if (!parsed.ok) throw new Error(parsed.error.sentence);
  return Map.groupBy(parsed.value.figures, ({ observedOn }) => observedOn);
}
