import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recentEcbSample } from '#lib/testing/builders/ecb-sample';
import { rateOfLegs, roundFraction } from '#lib/testing/oracles/exact-fraction';
import { historicalSeries, pairRateWithProvenance } from '#lib/testing/wire/answer-schemas';
import {
  ask,
  askFor,
  type EndpointBench,
  errorOf,
  type OpenBench,
  type RunningBench,
} from '#lib/testing/worlds/endpoint-bench';

const INCLUDED = 'include=provenance';

/** How the points of a history were made. */
export function describeHistoryProvenance(open: OpenBench): void {
  describe('a history with provenance', () => {
    let bench: EndpointBench;
    beforeAll(async () => {
      bench = await open({ clock: '2026-04-14T08:00:00Z', document: recentEcbSample('2026-04-10') });
      await bench.commit(recentEcbSample());
      await bench.commit(corrected('1.1706,185.13', '1.1707,185.23'));
    });
    afterAll(() => bench.dispose());

    describeMade(() => bench);
    describeDocumentsOf(() => bench);
    describeCorrected(() => bench);
  });
}

function describeMade(bench: RunningBench): void {
  it.each([
    'from=EUR&to=USD',
    'from=JPY&to=EUR',
    'from=USD&to=JPY&source=ecb&limit=5',
    'from=EUR&to=EUR&limit=2',
  ])('has the very points that it has without, and each is made of its figures: %s', async (query) => {
    const plain = await askFor(bench(), `/v1/historical?${query}`, historicalSeries);
    const response = await ask(bench(), `/v1/historical?${query}&${INCLUDED}`);
    const { provenance, ...rest } = historicalSeries.parse(await response.json());
    expect(rest).toEqual(plain);
    expect(response.headers.get('Link') ?? INCLUDED).toContain(INCLUDED);
    expect(provenance?.points.length).toBe(plain.count);
    for (const [place, { legs }] of (provenance?.points ?? []).entries()) {
      expect(roundFraction(rateOfLegs(legs), 15)).toBe(plain.points[place]?.rate);
    }
  });
}

function describeDocumentsOf(bench: RunningBench): void {
  it('names each document once, the one that the rate of the day names', async () => {
    const path = `/v1/historical?from=USD&to=JPY&source=ecb&startDate=2026-04-07&${INCLUDED}`;
    const { points, provenance } = await askFor(bench(), path, historicalSeries);
    expect(provenance?.documents.length, 'the first, the second and the corrected one').toBe(3);
    for (const [place, { timestamp }] of points.entries()) {
      const ofDay = `/v1/rates/pair?from=USD&to=JPY&source=ecb&date=${timestamp.slice(0, 10)}&${INCLUDED}`;
      const day = await askFor(bench(), ofDay, pairRateWithProvenance);
      const told = provenance?.points[place]?.legs.map(({ document, revision = 1, ...leg }) => {
        const { firstSeenAt, ...named } = provenance.documents[document ?? -1] ?? {};
        return { ...leg, firstSeenAt, document: named, revision };
      });
      expect(day.provenance.legs).toMatchObject(told ?? []);
      expect(told?.length).toBe(2);
    }
  });
}

function describeCorrected(bench: RunningBench): void {
  it('says which figures were corrected, and has those of before where that is asked for', async () => {
    const path = '/v1/historical?from=EUR&to=USD&source=ecb&startDate=2026-04-08&endDate=2026-04-09';
    const now = await askFor(bench(), `${path}&${INCLUDED}`, historicalSeries);
    const { provenance } = now;
    const legsOf = ({ points }: NonNullable<typeof provenance>) =>
      points.map(({ legs }) => legs.map(({ figure, revision }) => [figure, revision]));
    expect(provenance && legsOf(provenance)).toEqual([[[1.1707, 2]], [[1.1685, undefined]]]);
    const [first] = provenance?.points[0]?.legs ?? [];
    const seen = provenance?.documents[first?.document ?? -1]?.firstSeenAt ?? '';
    const before = new Date(Date.parse(seen) - 1).toISOString();
    const then = await askFor(bench(), `${path}&knownAt=${before}&${INCLUDED}`, historicalSeries);
    expect(then.provenance && legsOf(then.provenance)).toEqual([
      [[1.1706, undefined]],
      [[1.1685, undefined]],
    ]);
    expect(then.points[0]?.rate).toBe(1.1706);
    expect(then.provenance?.documents.length).toBe(1);
  });
}

/** What such a question must not be. */
export function describeHistoryProvenanceRefusals(bench: RunningBench): void {
  it.each([
    [
      `source=ecb&group=month&${INCLUDED}`,
      'include=provenance cannot be combined with group: leave one of them out.',
    ],
    ['include=reasons', 'include must be provenance.'],
  ])('a history with provenance is refused in one sentence: %s', async (query, message) => {
    const error = await errorOf(await ask(bench(), `/v1/historical?from=EUR&to=USD&${query}`));
    expect(error).toMatchObject({ status: 400, code: 'invalid_parameter', message });
  });
}

/** The sample with other figures in the place of some. */
function corrected(before: string, after: string): Uint8Array {
  const text = new TextDecoder().decode(recentEcbSample());
  return new TextEncoder().encode(text.replace(before, after));
}
