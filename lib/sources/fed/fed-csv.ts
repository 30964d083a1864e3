import { ok, type Result } from '#lib/domain/result';
import { scanCsvRows } from '#lib/sources/csv-cells';
import { type LayoutError, type TakeFixing, unknownLayout } from '#lib/sources/source';
import { chooseFedColumns, type FedColumn, type ScannedFed } from './fed-table.ts';

const EXPECTED =
  'expected the "Time Period" line of a DDP package (layout seriescolumn), or the header "observation_date" or "DATE" of FRED';

/**
 * Reads the CSV layouts of the Fed, told apart by their header: the DDP's package, FRED's graph, and the one-series
 * file of FRED's bulk archive, whose id is in `name` only. Figures and days as published, missing ones left out; handed on
 * row by row, those in front of a flaw too.
 */
export function scanFedCsv(text: string, name: string, take: TakeFixing): ScannedFed {
  const firstLine = text.split('\n', 1)[0]?.trim() ?? '';
  if (/^(observation_date|DATE),/.test(firstLine)) return scanFredCsv(text, firstLine, name, take);
  const start = text.search(DDP_HEADER_LINE);
  if (start !== -1) return scanDdpCsv(text.slice(start), take);
  const found = `The text begins with "${firstLine.slice(0, 60)}"`;
  return /^Dat[ae],(Country|[A-Z][a-z]+)/.test(firstLine)
    ? unknownLayout(`${found}: a table derived by someone else, not a file of the publisher; ${EXPECTED}.`)
    : unknownLayout(`${found}; ${EXPECTED}.`);
}

/** Above it are five lines of labels, which the Fed has changed: `Currency:` was the quote currency, then the foreign one. */
const DDP_HEADER_LINE = /^"?Time Period"?,/m;
/** The last cell of a whole DDP file: every figure has four decimals, so a shorter one is cut. */
const WHOLE_DDP_END = /(,N[ACD]|\.\d{4,})(\r?\n)*$/;

function scanDdpCsv(text: string, take: TakeFixing): ScannedFed {
  // The DDP ends without a line end, so the last figure itself must prove that it is whole.
  if (!WHOLE_DDP_END.test(text.slice(-40))) return maybeCut('a figure with four decimals or ND');
  return scanColumns(text, (ids) => ids, take);
}

function scanFredCsv(text: string, header: string, name: string, take: TakeFixing): ScannedFed {
  if (!text.endsWith('\n')) return maybeCut('a line end after the last row');
  if (header !== 'DATE,VALUE') return scanColumns(text, (ids) => ids, take);
  const id = fedSeriesIdIn(name);
  return id.ok ? scanColumns(text, () => [id.value], take) : id;
}

function maybeCut(expected: string): ScannedFed {
  return unknownLayout(`The CSV may be cut short: expected ${expected} at its end.`);
}

function scanColumns(
  text: string,
  name: (headed: readonly string[]) => readonly string[],
  take: TakeFixing,
): ScannedFed {
  let seriesIds: readonly string[] = [];
  const scanned = scanCsvRows(text, (header) => {
    const columns = chooseFedColumns(name(header.slice(1).map((cell) => cell.trim())));
    if (!columns.ok) return columns;
    seriesIds = columns.value.map(({ id }) => id);
    return ok((row) => readRow(row, columns.value, take));
  });
  return scanned.ok ? ok(seriesIds) : scanned;
}

/** How FRED (empty, before 2025 a point) and the DDP write that there is no figure. */
const MISSING_FIGURES: ReadonlySet<string> = new Set(['', '.', 'ND', 'NA', 'NC']);

function readRow(row: readonly string[], columns: readonly FedColumn[], take: TakeFixing): void {
  const observedOn = row[0] ?? '';
  for (const { place, series } of columns) {
    const rate = (row[place + 1] ?? '').trim();
    if (!MISSING_FIGURES.has(rate)) take({ base: series.base, quote: series.quote, rate, observedOn });
  }
}

/** FRED's ids of exchange rates as parts of a name: `fred-observations-DEXUSEU-2026-03.json`, `data/EXUSEU.csv`. */
const ID_IN_NAME = /(?<![A-Za-z0-9])(?:DEX|AEX|EX)[A-Z]{4}(?![A-Za-z0-9])/g;
const ID_IN_QUERY = /[?&]series_id=([A-Za-z0-9]+)/;

/** The one FRED series id that an address (`series_id=`) or a file name states, for bodies that do not state it. */
export function fedSeriesIdIn(name: string): Result<string, LayoutError> {
  const asked = ID_IN_QUERY.exec(name)?.[1];
  if (asked !== undefined) return ok(asked.toUpperCase());
  const [id, ...others] = new Set(name.match(ID_IN_NAME));
  if (id !== undefined && others.length === 0) return ok(id);
  return unknownLayout(
    `The document does not say which series it is, and ${id === undefined ? 'neither does its name' : 'its name has several'}; ` +
      'expected one FRED id in the file name, such as fred-observations-DEXUSEU.json.',
  );
}
