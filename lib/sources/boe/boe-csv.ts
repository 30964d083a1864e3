import type { PublishedFixing } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import { readCsvCells } from '#lib/sources/csv-cells';
import { type LayoutError, unknownLayout } from '#lib/sources/source';

import { boeFixing } from './boe-fixing.ts';
import { BOE_SERIES_BY_CODE } from './boe-series.ts';

const EXPECTED =
  'expected the header "DATE,XUDLUSS,..." of the database’s CSV (CSVF=TN, UsingCodes=Y), one row a day and one column a series';

const HEADER_ALONE_FORM = /^DATE(?:,[A-Z0-9]+)+\r?\n\s*$/;

/** Whether a CSV of the Bank of England is a whole header and nothing else: a range of days without figures. */
export function isBoeHeaderAlone(text: string): boolean {
  return HEADER_ALONE_FORM.test(text);
}

/** Reads the Bank of England's CSV table; columns of series that are not daily rates against sterling are left out. */
export function parseBoeCsv(text: string): Result<readonly PublishedFixing[], LayoutError> {
  if (!text.startsWith('DATE,')) {
    return unknownLayout(`The text begins with "${text.slice(0, 60).trim()}"; ${EXPECTED}.`);
  }
  // A cut within the last figure leaves a shorter figure; only the end of the line proves it whole.
  if (!text.endsWith('\n')) {
    return unknownLayout(
      'The CSV may be cut short: its last line does not end; expected a line end after the last row.',
    );
  }
  const cells = readCsvCells(text);
  if (!cells.ok) return cells;
  const { header, rows } = cells.value;
  const columns = header.map((code) => BOE_SERIES_BY_CODE.get(code.trim()));
  if (columns.every((series) => series === undefined)) {
    return unknownLayout(`The CSV has no known series (${header.slice(1, 6).join(', ')}); ${EXPECTED}.`);
  }
  const fixings: PublishedFixing[] = [];
  for (const row of rows) {
    const observedOn = readDay(row[0] ?? '');
    for (const [column, series] of columns.entries()) {
      const fixing = series && boeFixing(series, row[column] ?? '', observedOn);
      if (fixing) fixings.push(fixing);
    }
  }
  return fixings.length > 0 ? ok(fixings) : unknownLayout('The CSV has no figure in any row.');
}

const DAY_FORM = /^(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})$/;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `17 Mar 2026` as `2026-03-17`; any other text as it is, for the validation to judge. */
function readDay(cell: string): string {
  const [, day = '', monthName = '', year = ''] = DAY_FORM.exec(cell) ?? [];
  const month = MONTHS.indexOf(monthName) + 1;
  return month === 0 ? cell : `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}
