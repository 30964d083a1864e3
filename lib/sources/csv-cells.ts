import { parse } from 'csv-parse/sync';

import { ok, type Result } from '#lib/domain/result';

import { type LayoutError, type LeftOut, unknownLayout, unreadable } from './source.ts';

/** A CSV text as cells: the header's, and each row's in the order of the text. Cells are as written, quotes removed. */
export interface CsvCells {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The rows with another number of cells than the header. */
  readonly leftOut: readonly LeftOut[];
}

/** Takes one row's cells; the row's memory is its own. */
export type TakeCells = (cells: readonly string[]) => void;

/** Splits a comma-separated text as {@link scanCsvRows} does. */
export function readCsvCells(text: string): Result<CsvCells, LayoutError> {
  let header: readonly string[] = [];
  const rows: (readonly string[])[] = [];
  const scanned = scanCsvRows(text, (cells) => {
    header = cells;
    return ok((row) => void rows.push(row));
  });
  return scanned.ok ? ok({ header, rows, leftOut: scanned.value }) : scanned;
}

/**
 * Hands on the rows of a comma-separated text one by one to whom `begin` names when it has seen the header, so that no
 * more than one is held. A row with another number of cells than the header is left out, for every figure in it is doubtful;
 * where the last row or most rows are such the layout is unknown: cut files and decimal commas look like that. Rows in front of
 * a flaw have been handed on when it is found; a flaw of the text itself counts before a header that `begin` refuses.
 */
export function scanCsvRows(
  text: string,
  begin: (header: readonly string[]) => Result<TakeCells, LayoutError>,
): Result<readonly LeftOut[], LayoutError> {
  let width = -1;
  let rows = 0;
  const taking: Result<TakeCells, LayoutError>[] = [];
  const odd: LeftOut[] = [];
  let isLastOdd = false;
  const split = splitRows(text, (cells) => {
    const [begun] = taking;
    if (begun === undefined) {
      width = cells.length;
      taking.push(begin(cells));
      return;
    }
    rows += 1;
    isLastOdd = cells.length !== width;
    if (isLastOdd)
      odd.push(
        unreadable(`row ${rows} ("${cells[0]}")`, `${cells.length} cells where the header has ${width}`),
      );
    else if (begun.ok) begun.value(cells);
  });
  if (!split.ok) return split;
  const [first] = odd;
  if (first !== undefined && (isLastOdd || 2 * odd.length > rows)) {
    return unknownLayout(
      `The CSV's ${first.series} has ${first.reason}: the file is cut short, or its figures have decimal commas; expected one cell per column and decimal points.`,
    );
  }
  const [begun] = taking;
  if (begun === undefined) return unknownLayout('The CSV has no header.');
  return begun.ok ? ok(odd) : begun;
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
