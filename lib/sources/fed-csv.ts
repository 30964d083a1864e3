import type { PublishedFixing } from '#lib/domain/observation';
import { ok, type Result } from '#lib/domain/result';

import { readCsvCells } from './csv-cells.ts';
import { chooseFedColumns, type FedColumn, type FedTable } from './fed-table.ts';
import { fedSeriesIdIn } from './fed-series-name.ts';
import { type LayoutError, unknownLayout } from './source.ts';

const EXPECTED =
  'expected the "Time Period" line of a DDP package (layout seriescolumn), or the header "observation_date" or "DATE" of FRED';

/**
 * Reads the CSV layouts of the Fed, told apart by their header: the DDP's package, FRED's graph, and the one-series
 * file of FRED's bulk archive, whose id is in `name` only. Figures and days as published, missing ones left out.
 */
export function readFedCsv(text: string, name: string): Result<FedTable, LayoutError> {
  const firstLine = text.split('\n', 1)[0]?.trim() ?? '';
  if (/^(observation_date|DATE),/.test(firstLine)) return readFredCsv(text, firstLine, name);
  const start = text.search(DDP_HEADER_LINE);
  if (start !== -1) return readDdpCsv(text.slice(start));
  const found = `The text begins with "${firstLine.slice(0, 60)}"`;
  return /^Dat[ae],(Country|[A-Z][a-z]+)/.test(firstLine)
    ? unknownLayout(`${found}: a table derived by someone else, not a file of the publisher; ${EXPECTED}.`)
    : unknownLayout(`${found}; ${EXPECTED}.`);
}

/** Above it are five lines of labels, which the Fed has changed: `Currency:` was the quote currency, then the foreign one. */
const DDP_HEADER_LINE = /^"?Time Period"?,/m;
/** The last cell of a whole DDP file: every figure has four decimals, so a shorter one is cut. */
const WHOLE_DDP_END = /(,N[ACD]|\.\d{4,})(\r?\n)*$/;

function readDdpCsv(text: string): Result<FedTable, LayoutError> {
  // The DDP ends without a line end, so the last figure itself must prove that it is whole.
  if (!WHOLE_DDP_END.test(text.slice(-40))) return maybeCut('a figure with four decimals or ND');
  return readColumns(text, (ids) => ids);
}

function readFredCsv(text: string, header: string, name: string): Result<FedTable, LayoutError> {
  if (!text.endsWith('\n')) return maybeCut('a line end after the last row');
  if (header !== 'DATE,VALUE') return readColumns(text, (ids) => ids);
  const id = fedSeriesIdIn(name);
  return id.ok ? readColumns(text, () => [id.value]) : id;
}

function maybeCut(expected: string): Result<FedTable, LayoutError> {
  return unknownLayout(`The CSV may be cut short: expected ${expected} at its end.`);
}

function readColumns(
  text: string,
  name: (headed: readonly string[]) => readonly string[],
): Result<FedTable, LayoutError> {
  const cells = readCsvCells(text);
  if (!cells.ok) return cells;
  const { header, rows } = cells.value;
  const columns = chooseFedColumns(name(header.slice(1).map((cell) => cell.trim())));
  if (!columns.ok) return columns;
  return ok({ seriesIds: columns.value.map(({ id }) => id), fixings: readRows(rows, columns.value) });
}

/** How FRED (empty, before 2025 a point) and the DDP write that there is no figure. */
const MISSING_FIGURES: ReadonlySet<string> = new Set(['', '.', 'ND', 'NA', 'NC']);

function readRows(
  rows: readonly (readonly string[])[],
  columns: readonly FedColumn[],
): readonly PublishedFixing[] {
  const fixings: PublishedFixing[] = [];
  for (const row of rows) {
    const observedOn = row[0] ?? '';
    for (const { place, series } of columns) {
      const rate = (row[place + 1] ?? '').trim();
      if (MISSING_FIGURES.has(rate)) continue;
      fixings.push({ base: series.base, quote: series.quote, rate, observedOn });
    }
  }
  return fixings;
}
