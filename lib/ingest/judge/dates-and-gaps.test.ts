import { describe, expect, it, onTestFinished } from 'vitest';
import { addDays, type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import { startLoopbackHost } from '#lib/testing/wire/loopback-host';
import { openPolledWorld, type PolledWorld, type PolledWorldOptions } from '#lib/testing/worlds/polled-world';

/** A Thursday afternoon on which every publisher has published. */
const START = '2026-11-19T16:30:00Z';

describe.each(['ecb', 'boe', 'fed', 'boj'] as const)('a document of the %s', (bank) => {
  it('that is dated two weeks ahead is not taken, and says why', async () => {
    const world = await openWorld(START);
    await world.poll(bank);
    const before = figuresOf(world, bank);
    await world.upstreams.setFault(bank, 'wrong_date');
    const [outcome] = await world.pollOften(bank, 1, 60_000);
    expect(outcome).toMatchObject({ kind: 'hard', reason: 'misdated', imported: 0, revised: 0 });
    expect(outcome?.sentence).toMatch(
      /^The dates cannot be right, and nothing was taken: 2026-1.*(future_date|not_due)\)\.$/,
    );
    expect(figuresOf(world, bank)).toEqual(before);
    const refusals = await world.store.readRefusals({ fromDay: '2026-11-19' });
    expect(refusals.map(({ rule }) => rule)).toContain('future_date');
  });

  it('that is dated a few days ahead is not taken at the very first poll either', async () => {
    const dates = /20\d\d-?\d\d-?\d\d|\d\d \w{3} 20\d\d/g;
    const world = await openWorld(START, bank, (body) => body.replace(dates, (text) => shifted(text, 4)));
    const outcome = await world.poll(bank);
    expect(outcome).toMatchObject({ kind: 'hard', reason: 'misdated', imported: 0 });
    expect(figuresOf(world, bank)).toEqual([]);
  });
});

describe('a poll that brings no figure', () => {
  it('of the Bank of Japan, which says that it found nothing, is a failure', async () => {
    const world = await openWorld(START);
    await world.poll('boj');
    await world.upstreams.setFault('boj', 'empty');
    expect(await world.poll('boj')).toMatchObject({ kind: 'hard', reason: 'layout' });
  });

  it('of the Bank of England, whose range is empty, is a failure', async () => {
    const page = '<html><body>There is no data available for the series and dates chosen</body></html>';
    const world = await openWorld(START, 'boe', () => page);
    expect(await world.poll('boe')).toMatchObject({ kind: 'hard' });
  });
});

describe('the Bank of England, which refuses lists of series', () => {
  it('is asked for one series at a time, and 26 documents of one pair each are one good poll', async () => {
    const asked: string[] = [];
    const world = await openWorld(START, 'boe', (body, path) => {
      const codes = new URL(path, 'http://boe').searchParams.get('SeriesCodes') ?? '';
      asked.push(codes);
      return codes.includes(',') ? '<html><body>Error</body></html>' : body;
    });
    const outcome = await world.poll('boe');
    const expected = world.source('boe').expectedPairs;
    expect(outcome).toMatchObject({ kind: 'pass', status: 'operational', rejected: 0, held: 0 });
    expect(asked.length).toBe(1 + expected);
    expect(figuresOf(world, 'boe').length).toBeGreaterThanOrEqual(expected);
    expect(outcome.imported).toBeGreaterThan(expected * 15);
    expect(await world.pollOften('boe', 2, 60_000)).toEqual([
      expect.objectContaining({ kind: 'pass', imported: 0, revised: 0 }),
      expect.objectContaining({ kind: 'pass', imported: 0, revised: 0 }),
    ]);
  });
});

type Bank = 'ecb' | 'boe' | 'fed' | 'boj';

/** A world for the running test; `change` rewrites what a bank answers. */
async function openWorld(
  start: string,
  bank?: Bank,
  change?: (body: string, path: string) => string,
): Promise<PolledWorld> {
  const options: PolledWorldOptions = {
    upstream: (id, simulated) => (id === bank && change ? proxyTo(simulated, change) : simulated),
  };
  const world = await openPolledWorld(start, options);
  onTestFinished(world.close);
  return world;
}

/** A server between a bank and us. */
async function proxyTo(bank: URL, change: (body: string, path: string) => string): Promise<URL> {
  const host = await startLoopbackHost((request, response) => {
    const path = request.url ?? '';
    void fetch(new URL(path, bank), { headers: { 'accept-encoding': 'identity' } }).then(async (found) => {
      response.setHeader('Content-Type', found.headers.get('content-type') ?? '');
      response.end(change(await found.text(), path));
    });
  });
  onTestFinished(host.close);
  return new URL(host.url);
}

/** `2026-11-19`, `20261119` or `19 Nov 2026`, so many days later in the same form. */
function shifted(text: string, days: number): string {
  const isBare = /^\d{8}$/.test(text);
  const read = isBare ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : text;
  const later = addDays(isoDayOf(new Date(text.includes(' ') ? `${text} UTC` : read)), days);
  if (isBare) return later.replaceAll('-', '');
  if (!text.includes(' ')) return later;
  const [, dayOfMonth, month, year] = new Date(later).toUTCString().split(' ');
  return `${dayOfMonth} ${month} ${year}`;
}

function figuresOf({ snapshot }: PolledWorld, bank: Bank): readonly string[] {
  const publications = snapshot().sources.find(({ id }) => id === bank)?.publications ?? [];
  return publications.flatMap(({ observedOn, figures }) =>
    [...figures].map(([pair, rate]) => `${observedOn satisfies IsoDay} ${pair} ${rate}`),
  );
}
