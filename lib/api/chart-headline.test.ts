import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_CHART } from '#lib/client/address/chart-address';
import { askedOf, linesOf } from '#lib/client/history/chart-lines';
import { createHistoryClient } from '#lib/client/history/history-client';
import { lineSourcesQuery, newestQuery } from '#lib/client/history/history-queries';
import { createRatesClient } from '#lib/client/rates/rates-client';
import { ecbSample } from '#lib/testing/builders/ecb-sample';
import { conversion, pairRate } from '#lib/testing/wire/answer-schemas';
import { askFor, type EndpointBench } from '#lib/testing/worlds/endpoint-bench';
import { openExportedDispatch } from '#lib/testing/worlds/exported-dispatch';
import { openServiceBench } from '#lib/testing/worlds/service-bench';

const dispatch = await openExportedDispatch();

describe('the newest figure in the heading of a chart', () => {
  let bench: EndpointBench | null = null;
  beforeAll(async () => {
    bench = await openServiceBench({ clock: '2026-04-14T08:00:00Z', document: ecbSample() }, dispatch, {
      SOURCES: 'ecb,fixed',
    });
  });
  afterAll(() => bench?.dispose());

  it.each([
    ['EUR', 'USD'],
    ['EUR', 'HRK'],
    ['BGN', 'USD'],
    ['USD', 'TRL'],
    ['USD', 'MOP'],
    ['SZL', 'GIP'],
    ['DEM', 'JPY'],
    ['CYP', 'MTL'],
  ])('is what the converter shows: %s to %s', async (base, quote) => {
    if (!bench) throw new Error('The service has not started.');
    const { send, key } = bench;
    const transport = (path: string) => send(path, { headers: [['X-API-Key', key]] });
    const history = createHistoryClient(transport, () => false);
    const queries = new QueryClient();
    const having = await queries.fetchQuery(
      lineSourcesQuery(createRatesClient(transport), history, { base, quote }),
    );
    const [line] = linesOf({ ...DEFAULT_CHART, base, quote }, () => having);
    if (!line) throw new Error('A chart has a line.');
    const { answer } = await queries.fetchQuery(newestQuery(history, askedOf(line)));
    const current = await askFor(bench, `/v1/rates/pair?from=${base}&to=${quote}`, pairRate);
    expect(answer.ok && answer.value.rates.at(-1)).toBe(current.rate);
    expect(answer.ok && answer.value.instantsMs.at(-1)).toBe(Date.parse(current.timestamp));
    expect(line.source).toBe(current.source);
    const converted = await askFor(bench, `/v1/convert?from=${base}&to=${quote}&amount=1`, conversion);
    expect(converted.result).toBe(current.rate);
  });
});
