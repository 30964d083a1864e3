import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AskTrouble, troubleOf } from '#lib/client/ask-failure';
import {
  type ConverterView,
  converterAddress,
  type IgnoredPart,
  readConverterAddress,
} from '#lib/client/converter-address';
import { convertExactly } from '#lib/client/exact-conversion';
import { useHasNetwork } from '#lib/client/network';
import { movePage, usePageAddress } from '#lib/client/page-address';
import { nextAskAtMs, type Quote, quoteQuery } from '#lib/client/queries';
import type { ClientError, RatesClient } from '#lib/client/rates-client';
import { isRepeatedPage } from '#lib/client/service-worker';
import type { ConversionWithProvenance } from '#lib/contract/responses';
import type { CurrencyOption } from '#lib/format/currency-list';
import { type AmountState, useAmount } from './use-amount.ts';

/** What the sheet shows: a conversion, its place while it is on its way, why there is none, or that it could not be asked. */
export type Face =
  | { readonly kind: 'filled'; readonly conversion: ConversionWithProvenance; readonly quote: Quote }
  | { readonly kind: 'loading' }
  | { readonly kind: 'none'; readonly error: ClientError }
  | { readonly kind: 'failed'; readonly trouble: AskTrouble };

/** Everything that the converter's parts need. */
export interface ConverterState {
  readonly view: ConverterView;
  readonly ignored: readonly IgnoredPart[];
  readonly from: CurrencyOption;
  readonly to: CurrencyOption;
  readonly amount: AmountState;
  readonly face: Face;
  /** The typed amount converted; null while there is nothing to convert. */
  readonly result: number | null;
  /** What keeps newer figures away, if anything. */
  readonly trouble: AskTrouble | null;
  /** False when the browser knows that it has no network; it then asks again as soon as it has one. */
  readonly hasNetwork: boolean;
  /** When the figures came, and when they are asked for next, in epoch milliseconds. */
  readonly receivedAtMs: number | null;
  readonly nextAskAtMs: number;
  readonly retry: () => void;
  /** Shows another pair or source as a step that "back" undoes. */
  readonly show: (change: Partial<ConverterView>) => void;
}

/** The state of the converter: the address, what is typed, what the service answered. */
export function useConverter(
  client: RatesClient,
  served: { readonly address: string; readonly currencies: readonly CurrencyOption[] },
): ConverterState {
  const address = usePageAddress(served.address);
  const byCode = useMemo(() => new Map(served.currencies.map((one) => [one.code, one])), [served.currencies]);
  const { view, ignored } = useMemo(
    () => readConverterAddress(address, [...byCode.keys()]),
    [address, byCode],
  );
  const from = optionOf(byCode, view.from);
  const amount = useAmount(view, from.minorUnits);
  const quote = useQuery({
    ...quoteQuery(client, { ...view, amount: amount.amount ?? view.amount }),
    refetchOnMount: isRepeatedPage() ? 'always' : true,
  });
  const face = faceOf(quote.data, troubleOf(quote.error));
  const hasNetwork = useHasNetwork();
  return {
    view,
    ignored,
    from,
    to: optionOf(byCode, view.to),
    amount,
    face,
    result:
      face.kind === 'filled' && amount.amount !== null ? resultOf(face.conversion, amount.amount) : null,
    trouble: hasNetwork ? troubleNow(quote.data, quote.error) : { kind: 'unreachable' },
    hasNetwork,
    receivedAtMs: quote.data?.conversion.receivedAtMs ?? null,
    nextAskAtMs: nextAskAtMs(quote),
    retry: () => void quote.refetch(),
    show: (change) => {
      const next = { ...view, amount: amount.amount ?? view.amount, ...change };
      amount.reset();
      movePage(converterAddress(next), 'push');
    },
  };
}

function faceOf(quote: Quote | undefined, trouble: AskTrouble | null): Face {
  if (quote === undefined) return trouble ? { kind: 'failed', trouble } : { kind: 'loading' };
  const { answer } = quote.conversion;
  return answer.ok
    ? { kind: 'filled', conversion: answer.value, quote }
    : { kind: 'none', error: answer.error };
}

function troubleNow(quote: Quote | undefined, error: unknown): AskTrouble | null {
  return quote?.conversion.isRepeated === true ? { kind: 'unreachable' } : troubleOf(error);
}

/** The service's own result, or for another amount the same sum from the same figures, digit for digit. */
function resultOf(conversion: ConversionWithProvenance, amount: string): number {
  return Number(amount) === conversion.amount
    ? conversion.result
    : convertExactly(amount, conversion.provenance);
}

/** The address is read against the same list, so the code is always in it. */
function optionOf(byCode: ReadonlyMap<string, CurrencyOption>, code: string): CurrencyOption {
  const option = byCode.get(code);
  if (!option) throw new Error(`${code} is not in the list of currencies`);
  return option;
}
