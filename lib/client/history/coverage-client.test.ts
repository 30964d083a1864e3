import { describe, expect, it } from 'vitest';
import { readCoverage } from './coverage-client.ts';

const PAIR = { base: 'EUR', quote: 'USD' };

/** Answers that a service gives by the path that is asked. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/v1/rates/compare': { rates: [{ source: 'ecb', provenance: { legs: [PAIR] } }] },
  '/v1/coverage': { source: 'ecb', ...PAIR, count: 2 },
  '/v1/historical': { points: [{ period: '2026-04', days: 2 }] },
};

const answering = (refused: string) => (path: string) => {
  const [asked = ''] = path.split('?');
  const error = { code: 'pair_unavailable', message: 'There is none.' };
  return Promise.resolve(
    asked === refused ? Response.json({ error }, { status: 404 }) : Response.json(ANSWERS[asked]),
  );
};

describe('readCoverage', () => {
  it('gives the days of a published pair, and how many of them each month has', async () => {
    const found = await readCoverage(answering(''), 'ecb', PAIR);
    expect(found).toMatchObject({ kind: 'found', pairs: [{ coverage: { count: 2 } }] });
    const [one] = found.kind === 'found' ? found.pairs : [];
    expect(one?.daysOfMonths).toEqual(new Map([['2026-04', 2]]));
  });

  it('gives no month at all where these alone are refused', async () => {
    const found = await readCoverage(answering('/v1/historical'), 'ecb', PAIR);
    expect(found).toMatchObject({ kind: 'found', pairs: [{ coverage: { count: 2 }, daysOfMonths: null }] });
  });

  it('says why there are no days', async () => {
    const found = await readCoverage(answering('/v1/coverage'), 'ecb', PAIR);
    expect(found).toMatchObject({ kind: 'refused', error: { code: 'pair_unavailable' } });
  });
});
