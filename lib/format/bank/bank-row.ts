import { type BankLine, type StatedFor, statedFor } from '#lib/domain/bank/bank-terms';
import {
  type BankUnits,
  type FigureReading,
  readFigure,
  type TypedFigure,
  typedFigure,
} from './bank-figure.ts';

/** A line as it is typed. */
export interface TypedRow {
  readonly id: number;
  readonly name: string;
  readonly figures: readonly TypedFigure[];
  /** What the figures were stated for; null where they do not say. */
  readonly stated: StatedFor | null;
  /** Whether it was just added, and so has the focus. */
  readonly isNew: boolean;
}

/** A line as it is typed, and what it means. */
export interface BankRow extends TypedRow {
  readonly figures: readonly (TypedFigure & { readonly reading: FigureReading })[];
  /** The currencies that the figures are counted in. */
  readonly units: BankUnits;
  /** What it states; null while a figure cannot be read, or there is none. */
  readonly line: BankLine | null;
}

/** The conversion that is shown; the amount of `from` is a plain decimal, null while there is none. */
export interface ShownConversion extends BankUnits {
  readonly amount: string | null;
}

/** What lines are called until they are named. */
const NAMES = ['Your bank', 'Card', 'Exchange office', 'Cash machine', 'Transfer', 'Other bank'] as const;

/** The rows of lines; an empty one where there are none, `isNew` if somebody asked for it. */
export function rowsOf(lines: readonly BankLine[], isNew: boolean): readonly TypedRow[] {
  if (lines.length === 0) return [{ ...emptyRow([]), isNew }];
  return lines.map(({ name, terms, stated }, id) => ({
    id,
    name,
    figures: terms.map(typedFigure),
    stated,
    isNew: false,
  }));
}

/** A row to be typed in, under a name that the others have not. */
export function emptyRow(rows: readonly TypedRow[]): TypedRow {
  const id = 1 + Math.max(-1, ...rows.map((row) => row.id));
  const name = NAMES.find((one) => !rows.some((row) => row.name === one)) ?? NAMES[0];
  return { id, name, figures: [{ kind: 'rate', end: 'to', text: '' }], stated: null, isNew: true };
}

/** Reads a row: stated for what is shown, unless it says for what else. */
export function readRow(row: TypedRow, shown: ShownConversion): BankRow {
  const conversion = row.stated ?? { from: shown.from.code, to: shown.to.code, amount: shown.amount };
  const unitOf = (code: string) =>
    [shown.from, shown.to].find((unit) => unit.code === code) ?? { code, mark: code };
  const units = { from: unitOf(conversion.from), to: unitOf(conversion.to) };
  const figures = row.figures.map(({ kind, end, text }) => {
    const typed = { kind, end, text };
    return { ...typed, reading: readFigure(typed, units) };
  });
  const terms = figures.flatMap(({ reading }) => (reading.kind === 'term' ? reading.term : []));
  const isRead = terms.length > 0 && figures.every(({ reading }) => reading.kind !== 'wrong');
  const stated = isRead ? statedFor(terms, conversion) : undefined;
  if (stated === undefined) return { ...row, figures, units, line: null };
  return { ...row, figures, stated, units, line: { name: row.name, terms, stated } };
}

/** A row with its figures as they were read. */
export function inFull(row: BankRow): TypedRow {
  const figures = row.figures.map((figure) =>
    figure.reading.kind === 'term' ? typedFigure(figure.reading.term) : figure,
  );
  return { ...row, figures };
}
