import { dehydrate, QueryClient } from '@tanstack/react-query';
import { asOfToday } from '#lib/client/address/address-fields';
import { comparisonQuery } from '#lib/client/rates/queries';
import { readRatesAddress } from '#lib/client/address/rates-address';
import { readPins } from '#lib/client/rates/code-lists';
import { ratesSeriesQuery, ratesTableQuery } from '#lib/client/rates/rates-queries';
import { unwellSourcesQuery } from '#lib/client/asking/status-queries';
import { createRatesClient, type Transport } from '#lib/client/rates/rates-client';
import { regionsOf } from '#lib/domain/currencies/currency-regions';
import { isoDayOf } from '#lib/domain/iso-day';
import type { SourceId } from '#lib/domain/source-id';
import { currencyOptions } from '#lib/format/currencies/currency-list';
import { packCurrencies } from '#lib/format/currencies/currency-pack';
import { servedBook, type ServedMeanings } from '#lib/client/rates/served-codes';
import { codeChunks, listOptions, packRegions, rateRows } from '#lib/format/rates/rates-rows';
import { firstChunks } from './first-chunks.ts';
import { RatesRoot } from './rates-root.tsx';

/** The table with its first screen already in it: asked on the server, of the same handlers that answer /v1. */
export async function RatesPage({
  transport,
  address,
  meanings,
  sources,
  credits,
  pins,
  serviceNow,
}: {
  readonly transport: Transport;
  readonly address: string;
  /** What a base that is no code is taken for. */
  readonly meanings: ServedMeanings;
  /** What the page may ask for, in priority order. */
  readonly sources: readonly SourceId[];
  /** The credit that each publisher asks for. */
  readonly credits: Readonly<Record<string, string>>;
  /** The cookie of the pinned codes. */
  readonly pins: string | null;
  /** What the service's clock reads where the operator set it, else null. */
  readonly serviceNow: Date | null;
}) {
  const currencies = currencyOptions();
  const packedRegions = packRegions(currencies.map(({ countries }) => regionsOf(countries)));
  const codes = currencies.map(({ code }) => code);
  const today = isoDayOf(serviceNow ?? new Date());
  const { view } = asOfToday(readRatesAddress(address, servedBook(codes, meanings)), today);
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
    await Promise.all(
      firstChunks(rows, chunks, readPins(pins), view).map((index) =>
        queries.prefetchQuery(ratesSeriesQuery(transport, view, chunks[index] ?? [])),
      ),
    );
  }
  const servedAtMs = Date.now();
  return (
    <RatesRoot
      state={dehydrate(queries)}
      address={address}
      meanings={meanings}
      packedCurrencies={packCurrencies(currencies)}
      packedRegions={packedRegions}
      sources={sources}
      credits={credits}
      pins={pins}
      clock={{ servedAtMs, offsetMs: serviceNow === null ? 0 : serviceNow.getTime() - servedAtMs }}
    />
  );
}
