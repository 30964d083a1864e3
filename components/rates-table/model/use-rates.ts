import { useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type AskTrouble, troubleOf } from '#lib/client/asking/ask-failure';
import { asOfToday } from '#lib/client/address/address-fields';
import { nextAskAtMs, troubleIn } from '#lib/client/asking/ask-interval';
import type { IgnoredPart } from '#lib/client/address/address-parts';
import { useHasNetwork } from '#lib/client/browser/network';
import { movePage, usePageAddress } from '#lib/client/address/page-address';
import { ratesAddress, type RatesView, readRatesAddress } from '#lib/client/address/rates-address';
import type { ClientError, Received } from '#lib/client/asking/ask';
import type { TableQuery } from '#lib/client/rates/rates-client';
import { usePins } from '#lib/client/rates/kept-code-lists';
import {
  ratesSeriesQuery,
  ratesTableQuery,
  type ReceivedSeries,
  seriesByCode,
} from '#lib/client/rates/rates-queries';
import { servedBook } from '#lib/client/rates/served-codes';
import { isRepeatedPage } from '#lib/client/browser/service-worker';
import { isoDayOf } from '#lib/domain/iso-day';
import type { RateSeriesResponse, RatesTableResponse } from '#lib/contract/responses';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';
import { codeChunks, listOptions, rateRows, type RatesRow } from '#lib/format/rates/rates-rows';
import type { Connection } from '#components/ui/notices/notice-connection';
import { useServed } from '#components/frame/page-root';
import { pastSeries } from '#lib/client/rates/past-series';

/** What the card shows: a table, its place while it is on its way, why there is none, or that it could not be asked. */
export type RatesFace =
  | { readonly kind: 'filled' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'none'; readonly error: ClientError }
  | { readonly kind: 'failed'; readonly trouble: AskTrouble };

/** Everything that the table's parts need. */
export interface RatesState extends SeriesState, Connection {
  readonly view: RatesView;
  readonly ignored: readonly IgnoredPart[];
  readonly base: CurrencyOption;
  readonly face: RatesFace;
  /** Every row of the table, whatever is searched for. */
  readonly rows: readonly RatesRow[];
  readonly chunks: readonly (readonly string[])[];
  readonly pins: readonly string[];
  /** Shows another view; `replace` leaves no step to go back to. */
  readonly show: (change: Partial<RatesView>, how?: 'push' | 'replace') => void;
}

const NO_ROWS: readonly RatesRow[] = [];

/** What the server knows of the table beside what it tells every page. */
export interface ServedTable {
  /** The cookie of the pinned codes. */
  readonly pins: string | null;
  /** See lib/format/rates/rates-rows.ts; in the order of the currencies. */
  readonly packedRegions: string;
}

/** The view of the address, the table that it asks for, and what is known of its rows. */
export function useRates({ packedRegions, ...kept }: ServedTable): RatesState {
  const { transport, currencies, meanings, clock, ...served } = useServed();
  const address = usePageAddress(served.address);
  const { view, ignored } = useMemo(() => {
    const codes = currencies.map(({ code }) => code);
    const today = isoDayOf(new Date(clock.servedAtMs + clock.offsetMs));
    return asOfToday(readRatesAddress(address, servedBook(codes, meanings)), today);
  }, [address, currencies, meanings, clock]);
  const pins = usePins(kept.pins);
  const table = useQuery({
    ...ratesTableQuery(transport, view),
    refetchOnMount: isRepeatedPage() ? 'always' : true,
  });
  const answer = table.data?.answer;
  const rates = answer?.ok ? answer.value.rates : null;
  const options = useMemo(() => listOptions(currencies, packedRegions), [currencies, packedRegions]);
  const { rows, chunks } = useMemo(() => {
    const found = rates === null ? NO_ROWS : rateRows(rates, view.base, options);
    return { rows: found, chunks: codeChunks(found) };
  }, [rates, view.base, options]);
  const ofRows = useSeries(view, chunks, table.data);
  const hasNetwork = useHasNetwork();
  const face = useMemo(() => faceOf(table.data, troubleOf(table.error)), [table.data, table.error]);
  const show = useCallback<RatesState['show']>(
    (change, how = 'push') => movePage(ratesAddress({ ...view, ...change }), how),
    [view],
  );
  return {
    view,
    ignored,
    base: optionOf(currencies, view.base),
    face,
    rows,
    chunks,
    pins,
    ...ofRows,
    trouble: hasNetwork ? troubleIn(table) : { kind: 'unreachable' },
    hasNetwork,
    receivedAtMs: table.data?.receivedAtMs ?? null,
    nextAskAtMs: nextAskAtMs(table),
    retry: () => void table.refetch(),
    show,
  };
}

function faceOf(received: Received<RatesTableResponse> | undefined, trouble: AskTrouble | null): RatesFace {
  if (received === undefined) return trouble ? { kind: 'failed', trouble } : { kind: 'loading' };
  return received.answer.ok ? { kind: 'filled' } : { kind: 'none', error: received.answer.error };
}

/** The address is read against the same list, so the code is always in it. */
function optionOf(currencies: readonly CurrencyOption[], code: string): CurrencyOption {
  const option = currencies.find((one) => one.code === code);
  if (!option) throw new Error(`${code} is not in the list of currencies`);
  return option;
}

/** What is known of the rows beside their rates. */
interface SeriesState {
  readonly series: ReadonlyMap<string, ReceivedSeries>;
  /** Whether some are asked for the first time. */
  readonly isSeriesAwaited: boolean;
  /** Why rows have no change, age and source, and how to ask again; null where all have. */
  readonly seriesTrouble: AskTrouble | null;
  readonly retrySeries: () => void;
}

const NO_CHUNKS: readonly (readonly string[])[] = [];

/** Change, age and source of the rows, chunk by chunk, and why some have none; those of a day come with its table. */
function useSeries(
  view: TableQuery,
  chunks: readonly (readonly string[])[],
  table: Received<RatesTableResponse> | undefined,
): SeriesState {
  const { transport, sources } = useServed();
  const isPast = (view.date ?? null) !== null;
  const past = useMemo(
    () => (isPast && table?.answer.ok ? pastSeries(table.answer.value, table.receivedAtMs, sources) : null),
    [isPast, table, sources],
  );
  const answers = useQueries({
    queries: (isPast ? NO_CHUNKS : chunks).map((codes) => ratesSeriesQuery(transport, view, codes)),
    combine: answersOf,
  });
  const series = useMemo(
    () => seriesByCode(answers.received, isPast ? [] : codesWithout(answers, chunks)),
    [answers, chunks, isPast],
  );
  const lacking = answers.errors.find((error, index) => error !== null && !answers.received[index]);
  const queries = useQueryClient();
  return {
    series: past ?? series,
    isSeriesAwaited: answers.isAwaited,
    seriesTrouble: troubleOf(lacking),
    retrySeries: () =>
      void queries.refetchQueries({
        queryKey: ['rates-series'],
        type: 'active',
        predicate: ({ state }) => state.error !== null,
      }),
  };
}

/** What came of the chunks that are asked for, in their order. */
function answersOf(results: readonly UseQueryResult<Received<RateSeriesResponse>>[]) {
  return {
    received: results.map(({ data }) => data),
    errors: results.map(({ error }) => error),
    // Not those that wait for a network, or for the next attempt.
    isAwaited: results.some(
      ({ data, fetchStatus, failureCount }) =>
        data === undefined && fetchStatus === 'fetching' && failureCount === 0,
    ),
  };
}

/** The codes whose series were asked for and could not be had: what is not on its way must not look as if it were. */
function codesWithout(
  { received, errors }: ReturnType<typeof answersOf>,
  chunks: readonly (readonly string[])[],
): readonly string[] {
  return chunks.flatMap((codes, index) => {
    const answer = received[index]?.answer;
    const isLacking = answer === undefined ? (errors[index] ?? null) !== null : !answer.ok;
    return isLacking ? codes : [];
  });
}
