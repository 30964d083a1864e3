import { useMemo } from 'react';
import { withAlso, withAlsoMoved } from '#lib/client/also-codes';
import { forgetAlso, keepAlso, useKeptAlso } from '#lib/client/also-store';
import { COMMON_CODES } from '#lib/format/common-currencies';
import type { CurrencyOption } from '#lib/format/currency-list';
import type { ConverterState } from './use-converter.ts';

/** How many of the common currencies stand beside the sheet, the pair's own two among them. */
const COMMON_SHOWN = 11;
const COMMON = COMMON_CODES.slice(0, COMMON_SHOWN);

/** The further currencies for the same amount. */
export interface AlsoList {
  /** In the visitor's order. */
  readonly currencies: readonly CurrencyOption[];
  /** Whether somebody chose them, here or by the address; else they are the common ones. */
  readonly isOwn: boolean;
  readonly add: (code: string) => void;
  readonly remove: (code: string) => void;
  readonly move: (code: string, by: 1 | -1) => void;
  /** Takes the list back to the common ones. */
  readonly forget: () => void;
}

/** The list of the address, else of this browser, else the common ones; a change is kept in both. The same object until it changes. */
export function useAlso(
  { view, amend }: Pick<ConverterState, 'view' | 'amend'>,
  currencies: readonly CurrencyOption[],
  served: string | null,
): AlsoList {
  const kept = useKeptAlso(served);
  const own = view.also ?? kept;
  const codes = own ?? COMMON;
  const shown = useMemo(
    () => codes.flatMap((code) => currencies.find((one) => one.code === code) ?? []),
    [codes, currencies],
  );
  const isOwn = own !== null;
  return useMemo(() => {
    const change = (changed: readonly string[]) => {
      keepAlso(changed);
      amend({ also: changed });
    };
    return {
      currencies: shown,
      isOwn,
      add: (code) => change(withAlso(codes, code)),
      remove: (code) => change(codes.filter((one) => one !== code)),
      move: (code, by) => change(withAlsoMoved(codes, code, by)),
      forget: () => {
        forgetAlso();
        amend({ also: null });
      },
    };
  }, [shown, codes, isOwn, amend]);
}
