import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type AskTrouble, troubleOf } from '#lib/client/asking/ask-failure';
import { asOfToday } from '#lib/client/address/address-fields';
import { nextAskAtMs, troubleIn } from '#lib/client/asking/ask-interval';
import type { IgnoredPart } from '#lib/client/address/address-parts';
import { useHasNetwork } from '#lib/client/browser/network';
import { movePage, usePageAddress } from '#lib/client/address/page-address';
import { type RatesView, ratesAddress, readRatesAddress } from '#lib/client/address/rates-address';
import type { ClientError, Received } from '#lib/client/rates/rates-client';
import { usePins } from '#lib/client/rates/rates-pin-store';
import { ratesTableQuery } from '#lib/client/rates/rates-queries';
import { servedBook } from '#lib/client/rates/served-codes';
import { isRepeatedPage } from '#lib/client/browser/service-worker';
import { isoDayOf } from '#lib/domain/iso-day';
import type { RatesTableResponse } from '#lib/contract/responses';
import { COMMON_COUNT } from '#lib/format/currencies/common-currencies';
import { codeChunks, type ListedOption, type RatesRow, rateRows } from '#lib/format/rates/rates-rows';
import { useServed } from '#components/rates-table/served-rates.ts';
import { type SeriesState, useSeries } from './use-series.ts';

/** What the card shows: a table, its place while it is on its way, why there is none, or that it could not be asked. */
export type RatesFace =
  | { readonly kind: 'filled' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'none'; readonly error: ClientError }
  | { readonly kind: 'failed'; readonly trouble: AskTrouble };

/** Everything that the table's parts need. */
export interface RatesState extends SeriesState {
  readonly view: RatesView;
  readonly ignored: readonly IgnoredPart[];
  readonly base: ListedOption;
  readonly face: RatesFace;
  /** Every row of the table, whatever is searched for. */
  readonly rows: readonly RatesRow[];
  readonly chunks: readonly (readonly string[])[];
  readonly pins: readonly string[];
  /** What keeps newer figures away, if anything. */
  readonly trouble: AskTrouble | null;
  /** False when the browser knows that it has no network; it then asks again as soon as it has one. */
  readonly hasNetwork: boolean;
  /** When the table came, and when it is asked for next, in epoch milliseconds. */
  readonly receivedAtMs: number | null;
  readonly nextAskAtMs: number;
  readonly retry: () => void;
  /** Shows another view; `replace` leaves no step to go back to. */
  readonly show: (change: Partial<RatesView>, how?: 'push' | 'replace') => void;
}

const NO_ROWS: readonly RatesRow[] = [];

/** The view of the address, the table that it asks for, and what is known of its rows. */
export function useRates(): RatesState {
  const { transport, options, meanings, clock, ...served } = useServed();
  const address = usePageAddress(served.address);
  const { view, ignored } = useMemo(() => {
    const codes = options.map(({ currency }) => currency.code);
    const today = isoDayOf(new Date(clock.servedAtMs + clock.offsetMs));
    return asOfToday(readRatesAddress(address, servedBook(codes, meanings)), today);
  }, [address, options, meanings, clock]);
  const pins = usePins(served.pins);
  const table = useQuery({
    ...ratesTableQuery(transport, view),
    refetchOnMount: isRepeatedPage() ? 'always' : true,
  });
  const answer = table.data?.answer;
  const rates = answer?.ok ? answer.value.rates : null;
  const { rows, chunks } = useMemo(() => {
    const found = rates === null ? NO_ROWS : rateRows(rates, view.base, options, COMMON_COUNT);
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
    base: optionOf(options, view.base),
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
function optionOf(options: readonly ListedOption[], code: string): ListedOption {
  const option = options.find(({ currency }) => currency.code === code);
  if (!option) throw new Error(`${code} is not in the list of currencies`);
  return option;
}
