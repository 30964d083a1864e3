import { useMemo } from 'react';
import { useServed } from '#components/frame/page-root';
import { keepFurther, useKeptFurther } from '#lib/client/rates/kept-code-lists';
import { COMMON_CODES } from '#lib/format/currencies/common-currencies';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';
import type { ConverterState } from './use-converter.ts';

/** How many of the common currencies stand beside the card, the pair's own two among them. */
const COMMON_SHOWN = 11;
const COMMON = COMMON_CODES.slice(0, COMMON_SHOWN);

/** The further currencies for the same amount. */
export interface FurtherCurrencies {
  /** In the visitor's order. */
  readonly codes: readonly string[];
  /** The same, those that this service knows. */
  readonly currencies: readonly CurrencyOption[];
  /** Whether somebody chose them, here or by the address; else they are the common ones. */
  readonly isOwn: boolean;
  /** Takes another list; null the common ones. */
  readonly change: (codes: readonly string[] | null) => void;
}

/** The list of the address, else of this browser, else the common ones; a change is kept in both. The same object until it changes. */
export function useFurtherCurrencies(
  { view, amend }: Pick<ConverterState, 'view' | 'amend'>,
  served: string | null,
): FurtherCurrencies {
  const { currencies } = useServed();
  const kept = useKeptFurther(served);
  const own = view.also ?? kept;
  return useMemo(() => {
    const codes = own ?? COMMON;
    return {
      codes,
      currencies: codes.flatMap((code) => currencies.find((one) => one.code === code) ?? []),
      isOwn: own !== null,
      change: (also) => {
        keepFurther(also);
        amend({ also });
      },
    };
  }, [own, currencies, amend]);
}
