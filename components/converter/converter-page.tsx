import { dehydrate, QueryClient } from '@tanstack/react-query';
import { isoDayOf } from '#lib/domain/iso-day';
import type { SourceId } from '#lib/domain/source-id';
import { asOfToday } from '#lib/client/address/address-fields';
import {
  type ConverterView,
  DEFAULT_VIEW,
  readConverterAddress,
} from '#lib/client/address/converter-address';
import { bothCadences, readCadence } from '#lib/client/rates/cadence';
import { askedAmount, comparisonQuery, quoteQuery } from '#lib/client/rates/queries';
import type { Transport } from '#lib/client/asking/ask';
import { createRatesClient, type RatesClient } from '#lib/client/rates/rates-client';
import { servedBook, type ServedMeanings } from '#lib/client/rates/served-codes';
import { ratesSeriesQuery, ratesTableQuery } from '#lib/client/rates/rates-queries';
import { currencyOptions } from '#lib/format/currencies/currency-list';
import { packCurrencies } from '#lib/format/currencies/currency-pack';
import { type TimetabledSource, timetablesOf } from '#lib/format/sources/publication-timetable';
import { cadenceIn, type NotedSource, sourceNotes } from '#lib/format/sources/source-notes';
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
  cadence,
  clock,
}: {
  readonly transport: Transport;
  readonly address: string;
  /** What texts of the address that are no code are taken for. */
  readonly meanings: ServedMeanings;
  /** What the page may ask for, in priority order. */
  readonly sources: readonly (TimetabledSource & NotedSource & { readonly attribution: string })[];
  /** The cookie of the further currencies. */
  readonly also: string | null;
  /** The cookie of what banks state. */
  readonly banks: string | null;
  /** The cookie of the choice between live rates and fixings. */
  readonly cadence: string | null;
  readonly clock: PageClock;
}) {
  const client = createRatesClient(transport);
  const currencies = currencyOptions();
  const codes = currencies.map(({ code }) => code);
  const now = new Date(clock.servedAtMs + clock.offsetMs);
  const { view: linked } = asOfToday(
    readConverterAddress(address, servedBook(codes, meanings)),
    isoDayOf(now),
  );
  const queries = new QueryClient();
  const source = linked.source ?? (await sourceOfChoice(queries, { client, view: linked, sources, cadence }));
  const view = { ...linked, source };
  const [, , , , hasFigures] = await Promise.all([
    queries.prefetchQuery(quoteQuery(client, { ...view, amount: askedAmount(view) })),
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
      <Converter
        timetables={timetablesOf(sources, now)}
        also={also}
        banks={banks}
        cadence={cadence}
        hasFigures={hasFigures}
      />
    </PageRoot>
  );
}

/** Whose rate was chosen by its kind, live or a fixing; null where nothing was, and where the pair has not both. */
async function sourceOfChoice(
  queries: QueryClient,
  {
    client,
    view,
    sources,
    cadence,
  }: {
    readonly client: RatesClient;
    readonly view: ConverterView;
    readonly sources: readonly NotedSource[];
    readonly cadence: string | null;
  },
): Promise<SourceId | null> {
  const chosen = readCadence(cadence);
  if (chosen === null || view.date !== null) return null;
  const comparison = comparisonQuery(client, view);
  await queries.prefetchQuery(comparison);
  const answer = queries.getQueryData(comparison.queryKey)?.answer;
  if (answer?.ok !== true) return null;
  return bothCadences(answer.value.rates, cadenceIn(sourceNotes(sources)))?.[chosen] ?? null;
}
