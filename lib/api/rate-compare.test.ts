import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  pairComparison,
  pairComparisonWithReasons,
  pairRateWithProvenance,
  pairSources,
} from '#lib/testing/wire/answer-schemas';
import { SOURCE_IDS } from '#lib/domain/source-id';
import { recentEcbSample } from '#lib/testing/builders/ecb-sample';
import { ask, askFor, type EndpointBench, errorOf } from '#lib/testing/worlds/endpoint-bench';
import { openExportedDispatch } from '#lib/testing/worlds/exported-dispatch';
import { openServiceBench } from '#lib/testing/worlds/service-bench';

const dispatch = await openExportedDispatch();

let opened: EndpointBench | null = null;

beforeAll(async () => {
  opened = await openServiceBench({ clock: '2026-04-14T08:00:00Z', document: recentEcbSample() }, dispatch, {
    SOURCES: 'all',
  });
}, 60_000);

afterAll(() => opened?.dispose());

function bench(): EndpointBench {
  if (!opened) throw new Error('The service has not started.');
  return opened;
}

function compare(from: string, to: string) {
  return askFor(bench(), `/v1/rates/compare?from=${from}&to=${to}`, pairComparison);
}

describe('GET /v1/rates/compare', () => {
  it.each([
    ['EUR', 'USD'],
    ['USD', 'JPY'],
    ['EUR', 'GRD'],
    ['XOF', 'EUR'],
    ['EUR', 'KPW'],
    ['EUR', 'EUR'],
  ])('says of %s to %s what each source says when it is asked alone', async (from, to) => {
    const { rates, without } = await compare(from, to);
    expect([...rates, ...without].map(({ source }) => source).toSorted()).toEqual([...SOURCE_IDS].toSorted());
    const { sources } = await askFor(bench(), `/v1/rates/sources?from=${from}&to=${to}`, pairSources);
    expect(rates.map(({ source }) => source)).toEqual(sources);
    for (const { source, ...rest } of rates) {
      const alone = await askFor(
        bench(),
        `/v1/rates/pair?from=${from}&to=${to}&source=${source}&include=provenance`,
        pairRateWithProvenance,
      );
      expect({ source, ...rest, from, to }).toEqual(alone);
    }
    for (const { source, code, message } of without) {
      const alone = await ask(bench(), `/v1/rates/pair?from=${from}&to=${to}&source=${source}`);
      expect(await errorOf(alone)).toMatchObject({ code, message });
    }
  });

  it('takes codes in any case and refuses what is no pair', async () => {
    expect(await compare('eur', 'usd')).toMatchObject({ from: 'EUR', to: 'USD' });
    for (const [query, code] of [
      ['from=EUR', 'missing_parameter'],
      ['from=EUR&to=EUR%20', 'invalid_parameter'],
      ['from=EUR&to=GBX', 'unknown_currency'],
      ['from=EUR&to=USD&to=JPY', 'invalid_parameter'],
    ]) {
      expect(await errorOf(await ask(bench(), `/v1/rates/compare?${query}`))).toMatchObject({
        status: 400,
        code,
      });
    }
  });

  it('needs a key, and is 304 for those who have the answer', async () => {
    const path = '/v1/rates/compare?from=EUR&to=USD';
    expect((await bench().send(path)).status).toBe(401);
    const first = await ask(bench(), path);
    const again = await ask(bench(), path, { 'If-None-Match': first.headers.get('ETag') ?? '' });
    expect(again.status).toBe(304);
  });
});

describe('GET /v1/rates/compare with include=reasons', () => {
  it('adds why a source has none, for programs', async () => {
    const path = '/v1/rates/compare?from=EUR&to=GRD';
    const plain = await askFor(bench(), path, pairComparison);
    const { without, ...rest } = await askFor(bench(), `${path}&include=reasons`, pairComparisonWithReasons);
    const failed = without.map(({ source, code, message }) => ({ source, code, message }));
    expect({ ...rest, without: failed }).toEqual(plain);
    const reasonOf = (id: string) => without.find(({ source }) => source === id)?.reason;
    const nothing = { observedAt: null, ended: null, legalRates: [] };
    expect(reasonOf('ecb')).toEqual({
      ...nothing,
      kind: 'ended',
      ended: { code: 'GRD', lastDay: '2000-12-31' },
    });
    expect(reasonOf('boe')).toEqual({ ...nothing, kind: 'nothing_yet' });
    expect(await errorOf(await ask(bench(), `${path}&include=provenance`))).toMatchObject({
      code: 'invalid_parameter',
      message: 'include must be reasons.',
    });
  });
});
