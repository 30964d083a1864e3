import { parse } from 'csv-parse/sync';

import { ok, type Result } from '#lib/domain/result';

import { type LayoutError, unknownLayout } from './source.ts';

/** A CSV text as cells: the header's, and each row's in the order of the text. Cells are as written, quotes removed. */
export interface CsvCells {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Splits a comma-separated text whose rows all have the header's number of cells. A row with another number is an
 * unknown layout and not a bad row: decimal commas and cut files look like that, and every figure in it is doubtful.
 */
export function readCsvCells(text: string): Result<CsvCells, LayoutError> {
  const cells = splitCells(text);
  if (!cells.ok) return cells;
  const [header, ...rows] = cells.value;
  if (header === undefined) return unknownLayout('The CSV has no header.');
  const odd = rows.findIndex((row) => row.length !== header.length);
  if (odd === -1) return ok({ header, rows });
  const row = rows[odd] ?? [];
  return unknownLayout(
    `Row ${odd + 1} of the CSV ("${row[0]}") has ${row.length} cells and its header ${header.length}: ` +
      'the file is cut short, or its figures have decimal commas; expected one cell per column and decimal points.',
  );
}

/** csv-parse reports a stray or missing quote by throwing; here that is a described failure. */
function splitCells(text: string): Result<readonly (readonly string[])[], LayoutError> {
  try {
    return ok(parse(text, { relax_column_count: true, skip_empty_lines: true }));
  } catch (error) {
    return unknownLayout(
      `The text is not well-formed CSV: ${error instanceof Error ? error.message : 'unknown cause'}.`,
    );
  }
}
