import { useEffect, useMemo, useState } from 'react';
import type { ConverterState } from '#components/converter/model/use-converter.ts';
import { writeBanks } from '#lib/client/address/banks-part';
import { useStableCall } from '#lib/client/browser/use-stable-call';
import { keepBanks } from '#lib/client/rates/bank-store';
import { BANK_LINES_MAX } from '#lib/domain/bank/bank-terms';
import type { TypedFigure } from '#lib/format/bank/bank-figure';
import { type BankRow, emptyRow, inFull, readRow, rowsOf, type TypedRow } from '#lib/format/bank/bank-row';

/** How long typing rests before the address and the cookie follow. */
const KEEP_AFTER_MS = 400;

/** The rows while they are typed; those that mean something are kept in the browser and in the address. */
export interface BankRows {
  readonly rows: readonly BankRow[];
  /** Which row's figures were edited last, another object for each edit; null until one is. */
  readonly edited: { readonly id: number } | null;
  readonly rename: (id: number, name: string) => void;
  /** Takes the figures of a row, which are then stated for what is shown; not if one was only added or removed. */
  readonly state: (id: number, figures: readonly TypedFigure[]) => void;
  /** Ends typing: figures are shown as they were read, and kept at once. */
  readonly settle: () => void;
  /** Adds an empty row. */
  readonly add: () => void;
  readonly remove: (id: number) => void;
}

/** The rows of the lines that the address or the browser has; `startsEmpty` is whether somebody asked for the first, empty one. */
export function useBankRows(state: ConverterState, startsEmpty: boolean): BankRows {
  const { rows, lines, shown, isUnkept, setTyped, change } = useReadRows(state, startsEmpty);
  const [edited, setEdited] = useState<BankRows['edited']>(null);
  const keep = useStableCall(() => {
    if (!isUnkept) return;
    // From here on they are stated for what is shown now.
    setTyped((now) => now.map((row) => readRow(row, shown)));
    keepBanks(lines);
    state.amend({ banks: lines.length === 0 ? null : lines });
  });
  useEffect(() => {
    const timer = setTimeout(keep, KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [rows, keep]);
  const changeOne = (id: number, changed: (row: TypedRow) => TypedRow) =>
    change(rows.map((row) => (row.id === id ? changed(row) : row)));
  return {
    rows,
    edited,
    rename: (id, name) => changeOne(id, (row) => ({ ...row, name })),
    state: (id, figures) => {
      setEdited({ id });
      changeOne(id, (row) => {
        const isTyped = figures.length === row.figures.length;
        return { ...row, figures, stated: isTyped ? null : row.stated };
      });
    },
    settle: () => {
      keep();
      setTyped((now) => now.map((row) => inFull(readRow(row, shown))));
    },
    add: () => {
      if (rows.length < BANK_LINES_MAX) setTyped((now) => [...now, emptyRow(now)]);
    },
    remove: (id) => {
      const left = rows.filter((row) => row.id !== id);
      change(left.length === 0 ? [{ ...emptyRow([]), id: id + 1 }] : left);
    },
  };
}

/** The rows as they are typed, read for what is shown; lines that change elsewhere take their place. */
function useReadRows({ banks, from, to, fromAmount }: ConverterState, startsEmpty: boolean) {
  const incoming = writeBanks(banks);
  const [seen, setSeen] = useState(incoming);
  const [typed, setTyped] = useState(() => rowsOf(banks, startsEmpty));
  const [isChanged, setIsChanged] = useState(false);
  const shown = useMemo(() => ({ from, to, amount: fromAmount }), [from, to, fromAmount]);
  const rows = useMemo(() => typed.map((row) => readRow(row, shown)), [typed, shown]);
  const lines = rows.flatMap(({ line }) => line ?? []);
  const isUnkept = isChanged && writeBanks(lines) !== incoming;
  // Another window changed them, or "back".
  if (incoming !== seen) {
    setSeen(incoming);
    if (incoming !== writeBanks(lines)) {
      setTyped(rowsOf(banks, false));
      setIsChanged(false);
    }
  }
  const change = (next: readonly TypedRow[]) => {
    setTyped(next);
    setIsChanged(true);
  };
  return { rows, lines, shown, isUnkept, setTyped, change };
}
