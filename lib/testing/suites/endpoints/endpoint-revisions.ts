import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recentEcbSample } from '#lib/testing/builders/ecb-sample';
import { pairRate, pairRateWithProvenance, revisionsResponse } from '#lib/testing/wire/answer-schemas';
import {
  ask,
  askFor,
  type EndpointBench,
  errorOf,
  type OpenBench,
  type RunningBench,
} from '#lib/testing/worlds/endpoint-bench';

const REVISIONS = '/v1/revisions?source=ecb';

const HALF_A_PAIR = 'base and quote must be given together; give both or leave both out.';

/** What a publisher corrects, of a service that sees it happen. */
export function describeRevisions(open: OpenBench): void {
  describe('corrections', () => {
    let bench: EndpointBench;
    beforeAll(async () => {
      bench = await open({ clock: '2026-04-14T08:00:00Z', document: recentEcbSample() });
      await bench.commit(corrected(['1.1706,185.13', '1.1707,185.23']));
      await bench.commit(corrected(['1.1706,185.13', '1.1708,185.23']));
    });
    afterAll(() => bench.dispose());

    it('keep what was published before, with its document and the figure in its place', async () => {
      const { count, revisions } = await askFor(bench, REVISIONS, revisionsResponse);
      expect(count).toBe(3);
      expect(
        revisions.map(({ base, quote, day, figure, replacedBy }) => [base, quote, day, figure, replacedBy]),
      ).toEqual([
        ['EUR', 'JPY', '2026-04-08', 185.13, 185.23],
        ['EUR', 'USD', '2026-04-08', 1.1706, 1.1707],
        ['EUR', 'USD', '2026-04-08', 1.1707, 1.1708],
      ]);
      const [first, , last] = revisions;
      expect(first?.document).toEqual({ url: 'file:test', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
      expect(last?.document?.sha256, 'another document').not.toBe(first?.document?.sha256);
      expect(Date.parse(last?.replacedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(first?.replacedAt ?? ''));
    });

    it('are served as corrected', async () => {
      const path = '/v1/rates/pair?from=EUR&to=USD&source=ecb&date=2026-04-08';
      await expect
        .poll(async () => (await askFor(bench, path, pairRate)).rate, { timeout: 10_000 })
        .toBe(1.1708);
    });

    describeProvenance(() => bench);
    describeOfPair(() => bench);

    it('are given in parts that join, each exactly once', async () => {
      const whole = await askFor(bench, REVISIONS, revisionsResponse);
      const parts: unknown[] = [];
      let next: string | null = `${REVISIONS}&limit=1`;
      while (next !== null) {
        const response: Response = await ask(bench, next);
        parts.push(...revisionsResponse.parse(await response.json()).revisions);
        const link = response.headers.get('Link');
        expect(response.headers.get('X-Truncated')).toBe(link === null ? null : 'true');
        next = link?.match(/^<(.*)>; rel="next"$/)?.[1] ?? null;
      }
      expect(parts).toEqual(whole.revisions);
    });

    it('are those since a day', async () => {
      const since = await askFor(bench, `${REVISIONS}&since=2026-04-15`, revisionsResponse);
      expect(since).toEqual({ source: 'ecb', count: 0, revisions: [] });
    });
  });
}

function describeProvenance(bench: RunningBench): void {
  it('are told of with the provenance of the figure', async () => {
    const path = '/v1/rates/pair?from=USD&to=JPY&source=ecb&date=2026-04-08&include=provenance';
    const { provenance } = await askFor(bench(), path, pairRateWithProvenance);
    const { revisions } = await askFor(bench(), REVISIONS, revisionsResponse);
    const earlierOf = (quote: string) =>
      revisions
        .filter((revision) => revision.quote === quote)
        .map(({ figure, firstSeenAt, document, replacedAt }) => ({
          figure,
          firstSeenAt,
          document,
          replacedAt,
        }));
    expect(provenance.legs.map(({ quote, figure, revision }) => [quote, figure, revision])).toEqual([
      ['USD', 1.1708, 3],
      ['JPY', 185.23, 2],
    ]);
    for (const { quote, earlier } of provenance.legs) expect(earlier).toEqual(earlierOf(quote));
    const other = path.replace('JPY', 'CHF');
    const [, francs] = (await askFor(bench(), other, pairRateWithProvenance)).provenance.legs;
    expect(francs?.revision).toBe(1);
    expect(francs).not.toHaveProperty('earlier');
  });
}

function describeOfPair(bench: RunningBench): void {
  it('are those of one pair as it is published, in parts as well', async () => {
    const ofPair = async (base: string, quote: string) => {
      const { revisions } = await askFor(
        bench(),
        `${REVISIONS}&base=${base}&quote=${quote}`,
        revisionsResponse,
      );
      return revisions.map(({ figure }) => figure);
    };
    expect(await ofPair('EUR', 'USD')).toEqual([1.1706, 1.1707]);
    expect(await ofPair('eur', 'jpy')).toEqual([185.13]);
    expect(await ofPair('USD', 'EUR')).toEqual([]);
    const part = await ask(bench(), `${REVISIONS}&base=EUR&quote=USD&limit=1`);
    expect(part.headers.get('Link')).toContain('source=ecb&base=EUR&quote=USD&since=');
  });
}

/** What such a question must not be. */
export function describeRevisionRefusals(bench: RunningBench): void {
  describe('corrections', () => {
    it.each([
      ['/v1/revisions', 400, 'missing_parameter', 'source is missing.'],
      [
        '/v1/revisions?source=fed',
        404,
        'pair_unavailable',
        'fed is not enabled on this server; enabled: ecb.',
      ],
      [`${REVISIONS}&base=EUR`, 400, 'invalid_parameter', HALF_A_PAIR],
      [`${REVISIONS}&quote=USD`, 400, 'invalid_parameter', HALF_A_PAIR],
      [
        `${REVISIONS}&base=EUR&quote=US$`,
        400,
        'invalid_parameter',
        'quote must be a currency code such as USD.',
      ],
      [`${REVISIONS}&skip=-1`, 400, 'invalid_parameter', 'skip must be a whole number from 0 to 9999999.'],
      [`${REVISIONS}&limit=1001`, 400, 'invalid_parameter', 'limit must be a whole number from 1 to 1000.'],
    ])('are refused in one sentence: %s', async (path, status, code, message) => {
      expect(await errorOf(await ask(bench(), path))).toMatchObject({ status, code, message });
    });
  });
}

/** The sample with other figures in the place of some. */
function corrected([before, after]: readonly [string, string]): Uint8Array {
  const text = new TextDecoder().decode(recentEcbSample());
  return new TextEncoder().encode(text.replace(before, after));
}
