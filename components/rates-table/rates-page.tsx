import { dehydrate, QueryClient } from '@tanstack/react-query';
import { asOfToday } from '#lib/client/address/address-fields';
import { comparisonQuery } from '#lib/client/rates/queries';
import { readRatesAddress } from '#lib/client/address/rates-address';
import { readPins } from '#lib/client/rates/code-lists';
import { ratesSeriesQuery, ratesTableQuery } from '#lib/client/rates/rates-queries';
import { unwellSourcesQuery } from '#lib/client/asking/status-queries';
import type { Transport } from '#lib/client/asking/ask';
import { createRatesClient } from '#lib/client/rates/rates-client';
import { regionsOf } from '#lib/domain/currencies/currency-regions';
import { isoDayOf } from '#lib/domain/iso-day';
import { currencyOptions } from '#lib/format/currencies/currency-list';
import { packCurrencies } from '#lib/format/currencies/currency-pack';
import { servedBook } from '#lib/client/rates/served-codes';
import { codeChunks, firstCodes, listOptions, packRegions, rateRows } from '#lib/format/rates/rates-rows';
import { PageRoot, type ServedPage } from '#components/frame/page-root';
import { RatesTable } from './rates-table.tsx';

/** The table with its first screen already in it: asked on the server, of the same handlers that answer /v1. */
export async function RatesPage({
  transport,
  pins,
  ...page
}: ServedPage & {
  readonly transport: Transport;
  /** The cookie of the pinned codes. */
  readonly pins: string | null;
}) {
  const currencies = currencyOptions();
  const packedRegions = packRegions(currencies.map(({ countries }) => regionsOf(countries)));
  const codes = currencies.map(({ code }) => code);
  const today = isoDayOf(new Date(page.clock.servedAtMs + page.clock.offsetMs));
  const { view } = asOfToday(readRatesAddress(page.address, servedBook(codes, page.meanings)), today);
  const queries = new QueryClient();
  const table = ratesTableQuery(transport, view);
  await queries.prefetchQuery(table);
  const answer = queries.getQueryData(table.queryKey)?.answer;
  // Where several sources are named by rows that are behind, the page says which of them it is.
  await queries.prefetchQuery(unwellSourcesQuery(transport));
  if (answer?.ok === false) {
    const client = createRatesClient(transport);
    const { base, date } = view;
    await queries.prefetchQuery(comparisonQuery(client, { from: base, to: base, date }));
  }
  if (answer?.ok && view.date === null) {
    const options = listOptions(currencies, packedRegions);
    const rows = rateRows(answer.value.rates, view.base, options);
    const chunks = codeChunks(rows);
    // All where they decide the order, else those of the rows that stand on top.
    const isByCode = view.sort.column === 'code' && !view.sort.isDescending;
    const first = new Set(firstCodes(rows, { ...view, pins: readPins(pins) }));
    const asked = isByCode ? chunks.filter((codes) => codes.some((code) => first.has(code))) : chunks;
    await Promise.all(asked.map((codes) => queries.prefetchQuery(ratesSeriesQuery(transport, view, codes))));
  }
  return (
    <PageRoot {...page} state={dehydrate(queries)} packedCurrencies={packCurrencies(currencies)}>
      <RatesTable pins={pins} packedRegions={packedRegions} />
    </PageRoot>
  );
}
