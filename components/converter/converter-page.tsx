import { dehydrate, QueryClient } from '@tanstack/react-query';
import { isoDayOf } from '#lib/domain/iso-day';
import { asOfToday } from '#lib/client/address/address-fields';
import { DEFAULT_VIEW, readConverterAddress } from '#lib/client/address/converter-address';
import { askedAmount, comparisonQuery, quoteQuery } from '#lib/client/rates/queries';
import { createRatesClient, type Transport } from '#lib/client/rates/rates-client';
import { servedBook, type ServedMeanings } from '#lib/client/rates/served-codes';
import { ratesSeriesQuery, ratesTableQuery } from '#lib/client/rates/rates-queries';
import { currencyOptions } from '#lib/format/currencies/currency-list';
import { packCurrencies } from '#lib/format/currencies/currency-pack';
import { type TimetabledSource, timetablesOf } from '#lib/format/sources/publication-timetable';
import type { PageClock } from '#components/ui/figures/ticking-time';
import { PageRoot } from '#components/frame/page-root';
import { Converter } from './converter.tsx';

/** The converter with its answer already in it: asked on the server, of the same handlers that answer /v1. */
export async function ConverterPage({
  transport,
  address,
  meanings,
  sources,
  also,
  banks,
  clock,
}: {
  readonly transport: Transport;
  readonly address: string;
  /** What texts of the address that are no code are taken for. */
  readonly meanings: ServedMeanings;
  /** What the page may ask for, in priority order. */
  readonly sources: readonly (TimetabledSource & { readonly attribution: string })[];
  /** The cookie of the further currencies. */
  readonly also: string | null;
  /** The cookie of what banks state. */
  readonly banks: string | null;
  readonly clock: PageClock;
}) {
  const client = createRatesClient(transport);
  const currencies = currencyOptions();
  const codes = currencies.map(({ code }) => code);
  const now = new Date(clock.servedAtMs + clock.offsetMs);
  const { view } = asOfToday(readConverterAddress(address, servedBook(codes, meanings)), isoDayOf(now));
  const queries = new QueryClient();
  const [, , , , hasFigures] = await Promise.all([
    queries.prefetchQuery(quoteQuery(client, { ...view, amount: askedAmount(view) }, () => null)),
    queries.prefetchQuery(comparisonQuery(client, view)),
    queries.prefetchQuery(ratesSeriesQuery(transport, { base: view.from, source: view.source }, [view.to])),
    queries.prefetchQuery(ratesTableQuery(transport, { ...view, base: view.from })),
    client.pair(DEFAULT_VIEW).then(
      ({ answer }) => answer.ok,
      () => true,
    ),
  ]);
  return (
    <PageRoot
      state={dehydrate(queries)}
      address={address}
      meanings={meanings}
      packedCurrencies={packCurrencies(currencies)}
      clock={clock}
      sources={sources.map(({ id }) => id)}
      credits={Object.fromEntries(sources.map(({ id, attribution }) => [id, attribution]))}
    >
      <Converter timetables={timetablesOf(sources, now)} also={also} banks={banks} hasFigures={hasFigures} />
    </PageRoot>
  );
}
