import { parse } from 'csv-parse/sync';

import { ok, type Result } from '#lib/domain/result';

import { type LayoutError, unknownLayout } from './source.ts';

/** A CSV text as cells: the header's, and each row's in the order of the text. Cells are as written, quotes removed. */
export interface CsvCells {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Takes one row's cells; the row's memory is its own. */
export type TakeCells = (cells: readonly string[]) => void;

/** Splits a comma-separated text whose rows all have the header's number of cells, as {@link scanCsvRows} does. */
export function readCsvCells(text: string): Result<CsvCells, LayoutError> {
  let header: readonly string[] = [];
  const rows: (readonly string[])[] = [];
  const scanned = scanCsvRows(text, (cells) => {
    header = cells;
    return ok((row) => void rows.push(row));
  });
  return scanned.ok ? ok({ header, rows }) : scanned;
}

/**
 * Hands on the rows of a comma-separated text one by one to whom `begin` names when it has seen the header, so that no
 * more than one is held. A row with another number of cells than the header is an unknown layout and not a bad row:
 * decimal commas and cut files look like that, and every figure in it is doubtful. Rows in front of a flaw have been
 * handed on when it is found; a flaw of the text itself counts before a header that `begin` refuses.
 */
export function scanCsvRows(
  text: string,
  begin: (header: readonly string[]) => Result<TakeCells, LayoutError>,
): Result<null, LayoutError> {
  let width = -1;
  let rows = 0;
  let taking: Result<TakeCells, LayoutError> | null = null;
  let odd: ReturnType<typeof unknownLayout> | null = null;
  const split = splitRows(text, (cells) => {
    if (taking === null) {
      width = cells.length;
      taking = begin(cells);
      return;
    }
    rows += 1;
    if (cells.length !== width) odd ??= oddRow(rows, cells, width);
    else if (odd === null && taking.ok) taking.value(cells);
  });
  if (!split.ok) return split;
  return odd ?? refusalOf(taking) ?? ok(null);
}

/** By itself, because the compiler does not see what a callback has assigned. */
function refusalOf(taking: Result<TakeCells, LayoutError> | null): ReturnType<typeof unknownLayout> | null {
  if (taking === null) return unknownLayout('The CSV has no header.');
  return taking.ok ? null : taking;
}

function oddRow(number: number, cells: readonly string[], width: number): ReturnType<typeof unknownLayout> {
  return unknownLayout(
    `Row ${number} of the CSV ("${cells[0]}") has ${cells.length} cells and its header ${width}: ` +
      'the file is cut short, or its figures have decimal commas; expected one cell per column and decimal points.',
  );
}

/** csv-parse reports a stray or missing quote by throwing; here that is a described failure. */
function splitRows(text: string, take: TakeCells): Result<null, LayoutError> {
  try {
    parse(text, {
      relax_column_count: true,
      skip_empty_lines: true,
      // What it answers is what the parser keeps: nothing.
      on_record: (cells: readonly string[]) => {
        take(cells);
        return null;
      },
    });
    return ok(null);
  } catch (error) {
    return unknownLayout(
      `The text is not well-formed CSV: ${error instanceof Error ? error.message : 'unknown cause'}.`,
    );
  }
}
