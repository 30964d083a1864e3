import { useEffect, useMemo, useRef, useState } from 'react';
import type { ConverterState } from '#components/converter/model/use-converter.ts';
import { writeBanks } from '#lib/client/address/banks-part';
import { useStableCall } from '#lib/client/browser/use-stable-call';
import { keepBanks } from '#lib/client/rates/bank-store';
import { BANK_LINES_MAX, type BankLine } from '#lib/domain/bank/bank-terms';
import type { BankContext } from '#lib/format/bank/bank-context';
import { readBankText } from '#lib/format/bank/bank-text';
import { termsText } from '#lib/format/bank/bank-words';

/** How long typing rests before the address and the cookie follow. */
const KEEP_AFTER_MS = 400;

/** What lines are called until they are named. */
const NAMES = ['Your bank', 'Card', 'Exchange office', 'Cash machine', 'Transfer', 'Other bank'] as const;

/** A line as it is typed. */
export interface BankRow {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  /** Whether it was just added, and so has the focus. */
  readonly isNew: boolean;
}

/** The lines while they are typed; those that mean something are kept in the browser and in the address. */
export interface BankRows {
  readonly rows: readonly BankRow[];
  readonly type: (id: number, change: Partial<Pick<BankRow, 'name' | 'text'>>) => void;
  /** Ends typing: a text that is understood is shown in full. */
  readonly settle: (id: number) => void;
  /** Takes another text in the place of the typed one. */
  readonly fix: (id: number, text: string) => void;
  /** Adds an empty line. */
  readonly add: () => void;
  readonly remove: (id: number) => void;
}

/** The rows of the lines that the address or the browser has; `startsEmpty` is whether somebody asked for the first, empty one. */
export function useBankRows(
  { banks, amend }: Pick<ConverterState, 'banks' | 'amend'>,
  context: BankContext | null,
  startsEmpty: boolean,
): BankRows {
  const incoming = writeBanks(banks);
  const [seen, setSeen] = useState(incoming);
  const [rows, setRows] = useState(() => rowsOf(banks, startsEmpty));
  const own = useMemo(() => (context === null ? null : writeBanks(linesOf(rows, context))), [rows, context]);
  // Somebody else changed them: another window, or "back".
  if (incoming !== seen) {
    setSeen(incoming);
    if (incoming !== own) setRows(rowsOf(banks, false));
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keep = useStableCall((next: readonly BankRow[]) => {
    clearTimeout(timer.current);
    if (context === null) return;
    const lines = linesOf(next, context);
    if (writeBanks(lines) === incoming) return;
    keepBanks(lines);
    amend({ banks: lines.length === 0 ? null : lines });
  });
  const keepShown = useStableCall(() => keep(rows));
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (next: readonly BankRow[]) => {
    setRows(next);
    keep(next);
  };
  return {
    rows,
    type: (id, typed) => {
      setRows(rows.map((row) => (row.id === id ? { ...row, ...typed } : row)));
      clearTimeout(timer.current);
      timer.current = setTimeout(keepShown, KEEP_AFTER_MS);
    },
    settle: (id) => change(rows.map((row) => (row.id === id ? inFull(row, context) : row))),
    fix: (id, text) => change(rows.map((row) => (row.id === id ? { ...row, text } : row))),
    add: () => {
      if (rows.length < BANK_LINES_MAX) setRows((shown) => [...shown, emptyRow(shown)]);
    },
    remove: (id) => {
      const left = rows.filter((row) => row.id !== id);
      change(left.length === 0 ? [{ ...emptyRow([]), id: id + 1 }] : left);
    },
  };
}

function rowsOf(lines: readonly BankLine[], isNew: boolean): readonly BankRow[] {
  if (lines.length === 0) return [{ ...emptyRow([]), isNew }];
  return lines.map(({ name, terms }, id) => ({ id, name, text: termsText(terms), isNew: false }));
}

function emptyRow(rows: readonly BankRow[]): BankRow {
  const id = 1 + Math.max(-1, ...rows.map((row) => row.id));
  const name = NAMES.find((one) => !rows.some((row) => row.name === one)) ?? NAMES[0];
  return { id, name, text: '', isNew: true };
}

/** The rows that mean something. */
function linesOf(rows: readonly BankRow[], context: BankContext): readonly BankLine[] {
  return rows.flatMap(({ name, text }) => {
    const reading = readBankText(text, context);
    return reading.kind === 'terms' ? [{ name, terms: reading.terms }] : [];
  });
}

function inFull(row: BankRow, context: BankContext | null): BankRow {
  const reading = context === null ? null : readBankText(row.text, context);
  return reading?.kind === 'terms' ? { ...row, text: termsText(reading.terms) } : row;
}
