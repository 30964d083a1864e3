import { useEffect, useMemo, useRef, useState } from 'react';
import type { ConverterState } from '#components/converter/model/use-converter.ts';
import { writeBanks } from '#lib/client/address/banks-part';
import { useStableCall } from '#lib/client/browser/use-stable-call';
import { keepBanks } from '#lib/client/rates/bank-store';
import { BANK_LINES_MAX, type BankLine, statedFor } from '#lib/domain/bank/bank-terms';
import type { BankContext } from '#lib/format/bank/bank-context';
import type { TypedStatement } from '#lib/format/bank/bank-judgement';
import { readBankText, type TextFix } from '#lib/format/bank/bank-text';
import { termsText } from '#lib/format/bank/bank-words';

/** How long typing rests before the address and the cookie follow. */
const KEEP_AFTER_MS = 400;

/** What lines are called until they are named. */
const NAMES = ['Your bank', 'Card', 'Exchange office', 'Cash machine', 'Transfer', 'Other bank'] as const;

/** A line as it is typed. */
export interface BankRow extends TypedStatement {
  readonly id: number;
  readonly name: string;
  /** Whether it was just added, and so has the focus. */
  readonly isNew: boolean;
}

/** Which statement was edited last; `count` tells one edit from the next. */
export interface EditedRow {
  readonly id: number;
  readonly count: number;
}

/** The lines while they are typed; those that mean something are kept in the browser and in the address. */
export interface BankRows {
  readonly rows: readonly BankRow[];
  /** Null until something is typed. */
  readonly edited: EditedRow | null;
  readonly type: (id: number, change: Partial<Pick<BankRow, 'name' | 'text'>>) => void;
  /** Ends typing: a text that is understood is shown in full. */
  readonly settle: (id: number) => void;
  /** Takes another text in the place of the typed one. */
  readonly fix: (id: number, fix: TextFix) => void;
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
  const [edited, setEdited] = useState<EditedRow | null>(null);
  const own = useMemo(() => writeBanks(linesOf(rows)), [rows]);
  // Somebody else changed them: another window, or "back".
  if (incoming !== seen) {
    setSeen(incoming);
    if (incoming !== own) setRows(rowsOf(banks, false));
  }
  // What was typed while there was no amount or no rate is read when it is back.
  const isUnread = context !== null && rows.some((row) => readRow(row, context) !== row);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keep = useStableCall((next: readonly BankRow[]) => {
    clearTimeout(timer.current);
    if (context === null) return;
    const lines = linesOf(next);
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
  const read = useStableCall(() => change(rows.map((row) => readRow(row, context))));
  useEffect(() => {
    if (isUnread) read();
  }, [isUnread, read]);
  const note = (id: number) => setEdited((last) => ({ id, count: 1 + (last?.count ?? 0) }));
  return {
    rows,
    edited,
    type: (id, typed) => {
      if (typed.text !== undefined) note(id);
      setRows(rows.map((row) => (row.id === id ? readRow(typedRow(row, typed), context) : row)));
      clearTimeout(timer.current);
      timer.current = setTimeout(keepShown, KEEP_AFTER_MS);
    },
    settle: (id) => change(rows.map((row) => (row.id === id ? inFull(row) : row))),
    fix: (id, fix) => {
      note(id);
      change(rows.map((row) => (row.id === id ? readRow(fixedRow(row, fix), context) : row)));
    },
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
  return lines.map(({ name, terms, stated }, id) => ({
    id,
    name,
    text: termsText(terms),
    confirmed: [],
    statement: { terms, stated },
    isNew: false,
  }));
}

function emptyRow(rows: readonly BankRow[]): BankRow {
  const id = 1 + Math.max(-1, ...rows.map((row) => row.id));
  const name = NAMES.find((one) => !rows.some((row) => row.name === one)) ?? NAMES[0];
  return { id, name, text: '', confirmed: [], statement: null, isNew: true };
}

/** The rows that mean something. */
function linesOf(rows: readonly BankRow[]): readonly BankLine[] {
  return rows.flatMap(({ name, statement }) => (statement === null ? [] : [{ name, ...statement }]));
}

/** Another text means anew what it means, in the conversion that is then shown; another name changes nothing of that. */
function typedRow(row: BankRow, typed: Partial<Pick<BankRow, 'name' | 'text'>>): BankRow {
  const isSame = typed.text === undefined || typed.text === row.text;
  return isSame ? { ...row, ...typed } : { ...row, ...typed, confirmed: [], statement: null };
}

function fixedRow(row: BankRow, { text, part }: TextFix): BankRow {
  return { ...row, text, confirmed: [...row.confirmed, part], statement: null };
}

/** The same row where it was read before, or means nothing. */
function readRow(row: BankRow, context: BankContext | null): BankRow {
  if (row.statement !== null || context === null) return row;
  const reading = readBankText(row.text, context, row.confirmed);
  if (reading.kind !== 'terms') return row;
  const { terms } = reading;
  return { ...row, statement: { terms, stated: statedFor(terms, context.mid) } };
}

function inFull(row: BankRow): BankRow {
  return row.statement === null ? row : { ...row, text: termsText(row.statement.terms) };
}
