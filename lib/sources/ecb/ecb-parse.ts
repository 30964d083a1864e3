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
  unreadable,
} from '#lib/sources/source';
import { readEnglishDay, documentText } from '#lib/sources/document-text';
import { isZip, unpackZipMember } from '#lib/sources/zip-member';
import { scanCsvRows, type TakeCells } from '#lib/sources/csv-cells';

const ZIP_MEMBERS = ['eurofxref-hist.csv', 'eurofxref.csv'];

const EXPECTED =
  'eurofxref-daily.xml, eurofxref-hist-90d.xml, eurofxref-hist.xml, eurofxref.zip, eurofxref-hist.zip, the CSV in one of these, or SDMX csvdata';

/**
 * Reads any document of the ECB's reference rates, told apart by content: 1 EUR = `rate` of the quote currency,
 * figures and days as published. Missing figures are left out; never an empty list.
 */
export function parseEcb(body: Uint8Array): Result<Stated<PublishedFixing>, LayoutError> {
  const figures: PublishedFixing[] = [];
  const scanned = readEcb(body, POLL_XML, (fixing) => void figures.push(fixing));
  return scanned.ok ? ok({ figures, leftOut: scanned.value }) : scanned;
}

/** The same of a load, each figure handed on as it is read; those in front of a flaw have been handed on when it is found. */
export function scanEcb(body: Uint8Array, take: TakeFixing): Result<readonly LeftOut[], LayoutError> {
  return readEcb(body, FILE_XML, take);
}

function readEcb(
  body: Uint8Array,
  bounds: XmlBounds,
  take: TakeFixing,
): Result<readonly LeftOut[], LayoutError> {
  const member = isZip(body) ? unpackZipMember(body, ZIP_MEMBERS) : ok(body);
  if (!member.ok) return member;
  const text = documentText(member.value, EXPECTED);
  if (!text.ok) return text;
  let count = 0;
  const counted: TakeFixing = (fixing) => {
    count += 1;
    take(fixing);
  };
  const scanned = text.value.startsWith('<')
    ? scanEcbXml(text.value, bounds, counted)
    : scanEcbCsv(text.value, counted);
  return !scanned.ok || count > 0
    ? scanned
    : unknownLayout(`The document has no figure in any row; expected ${EXPECTED}.`);
}

const EURO = 'EUR';
const CURRENCY_CODE_FORM = /^[A-Z]{3}$/;
const NO_CODE = 'no currency code of three capital letters';
/** How the ECB writes that it has no figure: in the history file, in the latest file, in SDMX. */
const MISSING_FIGURES: ReadonlySet<string> = new Set(['N/A', '', 'NaN']);

const EXPECTED_CSV =
  'expected the header "Date,USD,JPY,..." of eurofxref.csv or eurofxref-hist.csv, or SDMX csvdata with TIME_PERIOD and OBS_VALUE';

/** Reads the ECB's three CSV layouts, told apart by their header: the history, the latest day, SDMX csvdata. */
function scanEcbCsv(text: string, take: TakeFixing): Result<readonly LeftOut[], LayoutError> {
  const headerLine = text.split('\n', 1)[0] ?? '';
  if (headerLine.includes(';')) {
    return unknownLayout(`The CSV is separated by semicolons; ${EXPECTED_CSV}.`);
  }
  const isSdmx = headerLine.includes('TIME_PERIOD') && headerLine.includes('OBS_VALUE');
  if (!isSdmx && !headerLine.startsWith('Date,')) {
    return unknownLayout(`The text begins with "${headerLine.slice(0, 60).trim()}"; ${EXPECTED_CSV}.`);
  }
  const leftOut: LeftOut[] = [];
  const scanned = scanCsvRows(text, (header) => {
    // A cut within the last figure leaves a shorter figure; an empty last column or the end of the line proves it whole.
    if (header.at(-1)?.trim() !== '' && !text.endsWith('\n')) {
      return unknownLayout(
        'The CSV may be cut short: its last line does not end; expected a line end after the last row.',
      );
    }
    return isSdmx ? sdmxRowReader(header, take) : ok(dayRowReader(header, take, leftOut));
  });
  return scanned.ok ? ok([...leftOut, ...scanned.value]) : scanned;
}

/** One row a day, one column a currency, and an empty column at the end. */
function dayRowReader(header: readonly string[], take: TakeFixing, leftOut: LeftOut[]): TakeCells {
  const columns = header.flatMap((cell, place) => {
    const quote = cell.trim();
    if (place === 0 || (quote === '' && place === header.length - 1)) return [];
    if (CURRENCY_CODE_FORM.test(quote)) return [{ place, quote }];
    leftOut.push(unreadable(`column ${place + 1} ("${quote}")`, NO_CODE));
    return [];
  });
  return (row) => {
    const observedOn = readEnglishDay(row[0] ?? '');
    for (const { place, quote } of columns) {
      const rate = (row[place] ?? '').trim();
      if (!MISSING_FIGURES.has(rate)) take({ base: EURO, quote, rate, observedOn });
    }
  };
}

/** What a dimension must say for its row to be a euro reference rate; looser keys answer with other series too. */
const SDMX_REFERENCE_RATE = { FREQ: 'D', CURRENCY_DENOM: EURO, EXR_TYPE: 'SP00', EXR_SUFFIX: 'A' };

/** The dimensions in the order of a series key: `EXR.D.USD.EUR.SP00.A`. */
const SDMX_KEY_DIMENSIONS = ['FREQ', 'CURRENCY', 'CURRENCY_DENOM', 'EXR_TYPE', 'EXR_SUFFIX'];

/** One row a currency and day, columns found by name. */
function sdmxRowReader(header: readonly string[], take: TakeFixing): Result<TakeCells, LayoutError> {
  if (!header.includes('CURRENCY') && !header.includes('KEY')) {
    return unknownLayout('The SDMX csvdata has neither a CURRENCY nor a KEY column; expected one of them.');
  }
  const currencyOf = dimensionReader(header, 'CURRENCY');
  const conditions = Object.entries(SDMX_REFERENCE_RATE).map(([name, value]) => {
    const read = dimensionReader(header, name);
    return (row: readonly string[]) => (read(row) ?? value) === value;
  });
  const dayColumn = header.indexOf('TIME_PERIOD');
  const rateColumn = header.indexOf('OBS_VALUE');
  return ok((row) => {
    const quote = currencyOf(row) ?? '';
    const rate = row[rateColumn] ?? '';
    if (MISSING_FIGURES.has(rate) || !CURRENCY_CODE_FORM.test(quote)) return;
    if (!conditions.every((holds) => holds(row))) return;
    take({ base: EURO, quote, rate, observedOn: row[dayColumn] ?? '' });
  });
}

/** Reads a dimension from its own column, else from KEY; undefined when the file has neither, as `detail` may cut columns. */
function dimensionReader(
  header: readonly string[],
  name: string,
): (row: readonly string[]) => string | undefined {
  const column = header.indexOf(name);
  if (column !== -1) return (row) => row[column];
  const keyColumn = header.indexOf('KEY');
  const place = SDMX_KEY_DIMENSIONS.indexOf(name) + 1;
  return (row) => row[keyColumn]?.split('.')[place];
}

const EXPECTED_XML =
  'expected eurofxref-daily.xml, eurofxref-hist-90d.xml or eurofxref-hist.xml: an Envelope with a Cube per day and in it a Cube per currency';

/** An attribute that is missing, and an element that has none, is an empty text. */
const rateSchema = z
  .object({ currency: z.string().default(''), rate: z.string().default('') })
  .catch({ currency: '', rate: '' });
const daySchema = z
  .object({ time: z.string().default(''), Cube: z.array(rateSchema).default([]) })
  .catch({ time: '', Cube: [] });

const envelopeSchema = z.object({
  Envelope: z.object({ Cube: z.tuple([z.object({ Cube: z.array(daySchema).min(1) })]) }),
});

/** Reads the ECB's XML of one day, 90 days or the whole history: one nesting, any prefix, quotes and white space. */
function scanEcbXml(
  text: string,
  bounds: XmlBounds,
  take: TakeFixing,
): Result<readonly LeftOut[], LayoutError> {
  const xml = openXmlReader({ bounds, publisher: "the ECB's", arrayOf: 'Cube', expected: EXPECTED_XML });
  const envelope = xml.read(text, envelopeSchema);
  if (!envelope.ok) return envelope;
  const leftOut: LeftOut[] = [];
  const [days] = envelope.value.Envelope.Cube;
  for (const { time: observedOn, Cube: cubes } of days.Cube) {
    if (cubes.length === 0) leftOut.push(unreadable(`the day ${observedOn}`, 'no currency in it'));
    for (const { currency: quote, rate } of cubes) {
      if (CURRENCY_CODE_FORM.test(quote)) take({ base: EURO, quote, rate, observedOn });
      else leftOut.push(unreadable(`"${quote}" of ${observedOn}`, NO_CODE));
    }
  }
  return ok(leftOut);
}
