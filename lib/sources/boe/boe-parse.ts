import { z } from 'zod';
import type { PublishedFixing } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import { FILE_XML, openXmlReader, POLL_XML, type XmlBounds } from '#lib/sources/bounded-xml';
import {
  type LayoutError,
  type LeftOut,
  type Stated,
  type TakeFixing,
  unknownLayout,
} from '#lib/sources/source';
import { readCsvCells } from '#lib/sources/csv-cells';
import { readEnglishDay, documentText } from '#lib/sources/document-text';
import { BOE_SERIES_BY_CODE, type BoeSeries } from './boe-series.ts';

const EXPECTED =
  'the CSV (csv.x, CSVF=TN, UsingCodes=Y: "DATE,XUDLUSS,...", one row a day) or the XML (xml.x: a Cube SCODE="XUDLUSS" per series and in it a Cube TIME="..." OBS_VALUE="..." per day) of the database';

/**
 * Reads a document of the Bank of England's database, CSV or XML told apart by content: 1 GBP = `rate` of the quote
 * currency, figures as published. Missing figures are left out, and so are series that are no daily rate against sterling;
 * never an empty list.
 */
export function parseBoe(
  body: Uint8Array,
  bounds: XmlBounds = POLL_XML,
): Result<Stated<PublishedFixing>, LayoutError> {
  const text = documentText(body, EXPECTED);
  if (!text.ok) return text;
  const cells = text.value.startsWith('<') ? xmlCells(text.value, bounds) : csvCells(text.value);
  if (!cells.ok) return cells;
  const { codes, read, leftOut } = cells.value;
  if (!codes.some((code) => BOE_SERIES_BY_CODE.has(code))) {
    return unknownLayout(
      `The document has no known series (${codes.slice(0, 5).join(', ')}); expected ${EXPECTED}.`,
    );
  }
  const figures = read.flatMap(({ code, figure, day }) => {
    const series = BOE_SERIES_BY_CODE.get(code);
    return (series && boeFixing(series, figure, day)) ?? [];
  });
  return figures.length > 0
    ? ok({ figures, leftOut })
    : unknownLayout('The document has no figure of any series.');
}

/** The same of a load, whose XML may be a whole history, each figure handed on. */
export function scanBoe(body: Uint8Array, take: TakeFixing): Result<readonly LeftOut[], LayoutError> {
  const parsed = parseBoe(body, FILE_XML);
  if (!parsed.ok) return parsed;
  for (const fixing of parsed.value.figures) take(fixing);
  return ok(parsed.value.leftOut);
}

const HEADER_ALONE_FORM = /^DATE(?:,[A-Z0-9]+)+\r?\n\s*$/;

/** Whether a document is the bank's answer for a range of days in which it has no figure: a whole header and nothing else. */
export function isEmptyBoeRange(body: Uint8Array): boolean {
  return HEADER_ALONE_FORM.test(new TextDecoder().decode(body).trimStart());
}

/** The cells of a document, whatever its form. */
interface Cells {
  readonly codes: readonly string[];
  readonly read: readonly { readonly code: string; readonly figure: string; readonly day: string }[];
  readonly leftOut: readonly LeftOut[];
}

function csvCells(text: string): Result<Cells, LayoutError> {
  if (!text.startsWith('DATE,')) {
    return unknownLayout(`The text begins with "${text.slice(0, 60).trim()}"; expected ${EXPECTED}.`);
  }
  // A cut within the last figure leaves a shorter figure; only the end of the line proves it whole.
  if (!text.endsWith('\n')) {
    return unknownLayout(
      'The CSV may be cut short: its last line does not end; expected a line end after the last row.',
    );
  }
  const cells = readCsvCells(text);
  if (!cells.ok) return cells;
  const codes = cells.value.header.map((code) => code.trim());
  const read = cells.value.rows.flatMap(([date = '', ...figures]) => {
    const day = readEnglishDay(date);
    return figures.map((figure, column) => ({ code: codes[column + 1] ?? '', figure, day }));
  });
  return ok({ codes: codes.slice(1), read, leftOut: cells.value.leftOut });
}

/** Cubes that describe a series have no TIME, and an empty element is read as a text. */
const observationSchema = z
  .object({ TIME: z.string().optional(), OBS_VALUE: z.string().default('') })
  .catch({ OBS_VALUE: '' });
const envelopeSchema = z.object({
  Envelope: z.object({
    Cube: z.array(
      z
        .object({ SCODE: z.string().default(''), Cube: z.array(observationSchema).default([]) })
        .catch({ SCODE: '', Cube: [] }),
    ),
  }),
});

/**
 * The XML (`xml.x=yes`) by local names, for the namespace of its cubes has changed over the years. It states windows-1252, but
 * only in descriptions is there anything that UTF-8 writes otherwise.
 */
function xmlCells(text: string, bounds: XmlBounds): Result<Cells, LayoutError> {
  const publisher = "the Bank of England's";
  const xml = openXmlReader({ bounds, publisher, arrayOf: 'Cube', expected: `expected ${EXPECTED}` });
  const envelope = xml.read(text, envelopeSchema);
  if (!envelope.ok) return envelope;
  const cubes = envelope.value.Envelope.Cube;
  const read = cubes.flatMap(({ SCODE: code, Cube: observations }) =>
    observations.flatMap(({ TIME: day, OBS_VALUE: figure }) =>
      day === undefined ? [] : { code, figure, day },
    ),
  );
  return ok({ codes: cubes.map(({ SCODE }) => SCODE), read, leftOut: [] });
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
