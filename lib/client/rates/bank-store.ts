import { useMemo } from 'react';
import { useKept } from '#lib/client/browser/hydration';
import { kept } from '#lib/client/browser/kept';
import type { BankLine } from '#lib/domain/bank/bank-terms';
import { BANKS_COOKIE, banksCookie, readBanksCookie } from './bank-lines.ts';

const BANKS = kept(BANKS_COOKIE, 'cookie');

/** This browser's lines; the first render gives what the server saw. Null where it keeps none. */
export function useKeptBanks(served: string | null): readonly BankLine[] | null {
  const text = useKept(BANKS, served);
  return useMemo(() => readBanksCookie(text), [text]);
}

/** Keeps the lines for the next visits of this browser, the first where there is no room for all; none forgets them. */
export function keepBanks(lines: readonly BankLine[]): void {
  BANKS.keep(banksCookie(lines));
}
