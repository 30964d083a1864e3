import { z } from 'zod';
import type { PublishedFixing } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import { FILE_XML, openXmlReader, POLL_XML, type XmlBounds } from '#lib/sources/bounded-xml';
import { type LayoutError, type TakeFixing, unknownLayout } from '#lib/sources/source';
import { readCsvCells } from '#lib/sources/csv-cells';
import { BOE_SERIES_BY_CODE, type BoeSeries } from './boe-series.ts';

const EXPECTED = 'expected the CSV (csv.x, CSVF=TN, UsingCodes=Y) or the XML (xml.x) of the database';

/**
 * Reads a document of the Bank of England's database, CSV or XML told apart by content: 1 GBP = `rate` of the quote
 * currency, figures as published. Missing figures are left out; never an empty list.
 */
export function parseBoe(
  body: Uint8Array,
  bounds: XmlBounds = POLL_XML,
): Result<readonly PublishedFixing[], LayoutError> {
  const text = decode(body);
  if (text === '') return unknownLayout(`The document is empty; ${EXPECTED}.`);
  if (/^<(!doctype\s+html|html|head|body)\b/i.test(text)) {
    return unknownLayout(
      `The document is an HTML page, as the bank's error pages and its wall against robots are; ${EXPECTED}.`,
    );
  }
  return text.startsWith('<') ? parseBoeXml(text, bounds) : parseBoeCsv(text);
}

/** The same of a load, whose XML may be a whole history, each figure handed on. */
export function scanBoe(body: Uint8Array, take: TakeFixing): Result<null, LayoutError> {
  const parsed = parseBoe(body, FILE_XML);
  if (!parsed.ok) return parsed;
  for (const fixing of parsed.value) take(fixing);
  return ok(null);
}

/** Whether a document is the bank's answer for a range of days in which it has no figure. */
export function isEmptyBoeRange(body: Uint8Array): boolean {
  return isBoeHeaderAlone(decode(body));
}

/** The XML states windows-1252, but only in descriptions is there anything that UTF-8 writes otherwise. */
function decode(body: Uint8Array): string {
  return new TextDecoder().decode(body).trimStart();
}

const EXPECTED_CSV =
  'expected the header "DATE,XUDLUSS,..." of the database’s CSV (CSVF=TN, UsingCodes=Y), one row a day and one column a series';

const HEADER_ALONE_FORM = /^DATE(?:,[A-Z0-9]+)+\r?\n\s*$/;

/** Whether a CSV of the Bank of England is a whole header and nothing else: a range of days without figures. */
function isBoeHeaderAlone(text: string): boolean {
  return HEADER_ALONE_FORM.test(text);
}

/** Reads the Bank of England's CSV table; columns of series that are not daily rates against sterling are left out. */
function parseBoeCsv(text: string): Result<readonly PublishedFixing[], LayoutError> {
  if (!text.startsWith('DATE,')) {
    return unknownLayout(`The text begins with "${text.slice(0, 60).trim()}"; ${EXPECTED_CSV}.`);
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
    return unknownLayout(`The CSV has no known series (${header.slice(1, 6).join(', ')}); ${EXPECTED_CSV}.`);
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

const EXPECTED_XML =
  'expected an Envelope with a Cube SCODE="XUDLUSS" per series and in it a Cube TIME="..." OBS_VALUE="..." per day';

const observationSchema = z.object({
  /** Absent in the cubes that describe the series. */
  TIME: z.string().optional(),
  OBS_VALUE: z.string().optional(),
});

const envelopeSchema = z.object({
  Envelope: z.object({
    Cube: z.array(
      z.object({
        SCODE: z.string(),
        /** An empty element is read as a text. */
        Cube: z.array(z.union([observationSchema, z.literal('')])).optional(),
      }),
    ),
  }),
});

/** Reads the Bank of England's XML (`xml.x=yes`) by local names: the namespace of its cubes has changed over the years. */
function parseBoeXml(text: string, bounds: XmlBounds): Result<readonly PublishedFixing[], LayoutError> {
  const xml = openXmlReader({
    bounds,
    publisher: "the Bank of England's",
    arrayOf: 'Cube',
    expected: EXPECTED_XML,
  });
  const envelope = xml.read(text, envelopeSchema);
  if (!envelope.ok) return envelope;
  const cubes = envelope.value.Envelope.Cube;
  if (!cubes.some(({ SCODE }) => BOE_SERIES_BY_CODE.has(SCODE))) {
    const codes = cubes.slice(0, 5).map(({ SCODE }) => SCODE);
    return unknownLayout(`The XML has no known series (${codes.join(', ')}); ${EXPECTED_XML}.`);
  }
  const fixings = cubes.flatMap(readSeries);
  return fixings.length > 0 ? ok(fixings) : unknownLayout('The XML has no figure in any series.');
}

type Cube = z.infer<typeof envelopeSchema>['Envelope']['Cube'][number];

/** The figures of one series; none for a series that is no daily rate against sterling. */
function readSeries({ SCODE, Cube: observations = [] }: Cube): readonly PublishedFixing[] {
  const series = BOE_SERIES_BY_CODE.get(SCODE);
  if (series === undefined) return [];
  return observations.flatMap((observation) => {
    if (observation === '' || observation.TIME === undefined) return [];
    return boeFixing(series, observation.OBS_VALUE ?? '', observation.TIME) ?? [];
  });
}

/** How the bank writes that it has no figure. */
const MISSING_FIGURES: ReadonlySet<string> = new Set(['', '..', 'n/a', '0']);

const NEW_LIRA_FROM = '2005-01-01';
/** In its last ten years a pound cost 20,000 to 3,000,000 old lira; a new lira is a million of them. */
const OLD_LIRA_MIN = 10_000;

/**
 * One cell of a known series as a fixing; null where the bank has no figure.
 * The Turkish series goes across the new lira of 2005: before it a figure is in old lira, TRL, unless it is so small
 * that the bank has divided it by a million afterwards.
 */
function boeFixing(series: BoeSeries, figure: string, observedOn: string): PublishedFixing | null {
  const rate = figure.trim();
  if (MISSING_FIGURES.has(rate.toLowerCase())) return null;
  const isOldLira = series.quote === 'TRY' && observedOn < NEW_LIRA_FROM && Number(rate) > OLD_LIRA_MIN;
  return { base: 'GBP', quote: isOldLira ? 'TRL' : series.quote, rate, observedOn };
}
