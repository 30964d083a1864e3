import { dehydrate, type Query, QueryClient } from '@tanstack/react-query';
import { type ChartView, readChartAddress } from '#lib/client/address/chart-address';
import type { ChartClients } from '#lib/client/history/chart-clients';
import { askedOf, linesOf, pairsOf, sourcesAmong } from '#lib/client/history/chart-lines';
import { spanOf } from '#lib/client/address/chart-range';
import { createHistoryClient } from '#lib/client/history/history-client';
import {
  formOf,
  lineSourcesQuery,
  newestQuery,
  overviewQuery,
  historySeriesQuery,
} from '#lib/client/history/history-queries';
import { standingQuery } from '#lib/client/history/line-standing';
import { comparisonQuery } from '#lib/client/rates/queries';
import type { Transport } from '#lib/client/asking/ask';
import { createRatesClient } from '#lib/client/rates/rates-client';
import { servedBook, type ServedMeanings } from '#lib/client/rates/served-codes';
import { isoDayOf } from '#lib/domain/iso-day';
import { currencyOptions } from '#lib/format/currencies/currency-list';
import { type ChartedSource, servedChartSources } from '#lib/format/charts/chart-source';
import { packCurrencies } from '#lib/format/currencies/currency-pack';
import { isMarket, type NotedSource, sourceNotes } from '#lib/format/sources/source-notes';
import { ChartRoot } from './chart-root.tsx';

/** The chart with its figures already in it: asked on the server, of the same handlers that answer /v1. */
export async function ChartPage({
  transport,
  address,
  meanings,
  serviceNow,
  sources,
}: {
  readonly transport: Transport;
  readonly address: string;
  /** What texts of the address that are no code are taken for. */
  readonly meanings: ServedMeanings;
  readonly serviceNow: Date;
  /** What the page may ask for, in priority order. */
  readonly sources: readonly (NotedSource & ChartedSource & { readonly attribution: string })[];
}) {
  const currencies = currencyOptions();
  const today = isoDayOf(serviceNow);
  const codes = currencies.map(({ code }) => code);
  const { view } = readChartAddress(address, { book: servedBook(codes, meanings), today });
  const queries = new QueryClient();
  const history = createHistoryClient(transport, isMarket(sourceNotes(sources)));
  await prefetchChart(queries, { history, rates: createRatesClient(transport) }, view, today);
  const servedAtMs = Date.now();
  return (
    <ChartRoot
      state={dehydrate(queries, { shouldDehydrateQuery: (query) => isWanted(query, view) })}
      address={address}
      meanings={meanings}
      packedCurrencies={packCurrencies(currencies)}
      clock={{ servedAtMs, offsetMs: serviceNow.getTime() - servedAtMs }}
      credits={Object.fromEntries(sources.map(({ id, attribution }) => [id, attribution]))}
      sources={servedChartSources(sources, serviceNow)}
    />
  );
}

/** Everything that the first paint shows. What fails here is asked again by the browser. */
async function prefetchChart(
  queries: QueryClient,
  { history, rates }: ChartClients,
  view: ChartView,
  today: ReturnType<typeof isoDayOf>,
): Promise<void> {
  const pairs = pairsOf(view);
  const asked = pairs.map((pair) => lineSourcesQuery(rates, history, pair));
  await Promise.all(asked.map((query) => queries.prefetchQuery(query)));
  const known = asked.map(({ queryKey }) => queries.getQueryData(queryKey));
  const lines = linesOf(view, sourcesAmong(pairs, known)).filter(({ source }) => source !== null);
  const { period, knownAt } = view;
  const span = spanOf(view.range, knownAt ?? today);
  const figures = lines.map((line) =>
    historySeriesQuery(history, { ...askedOf(line), period, knownAt, ...span }),
  );
  const [first] = lines.map(askedOf);
  await Promise.all([
    ...figures.map((query) => queries.prefetchQuery(query)),
    ...(first
      ? [
          queries.prefetchQuery(newestQuery(history, first)),
          queries.prefetchQuery(standingQuery(rates, first)),
          queries.prefetchQuery(overviewQuery(history, first)),
        ]
      : []),
  ]);
  const [firstFigures] = figures;
  const hasFirst = firstFigures && queries.getQueryData(firstFigures.queryKey)?.answer.ok === true;
  if (!hasFirst) await queries.prefetchQuery(comparisonQuery(rates, { from: view.base, to: view.quote }));
}

/** The overview was thinned from a whole history, which need not travel unless it is what is shown. */
function isWanted(query: Query, view: ChartView): boolean {
  const [kind, , , , form, fromDay, toDay] = query.queryKey;
  const isWhole = kind === 'history' && fromDay === null && toDay === null;
  const { range } = view;
  const showsWhole = range.kind === 'named' && range.name === 'max' && form === formOf(view);
  return query.state.status === 'success' && (!isWhole || showsWhole);
}
