import { z } from 'zod';
import type { PublishedFixing } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import { FILE_XML, openXmlReader, POLL_XML, type XmlBounds } from '#lib/sources/bounded-xml';
import { type LayoutError, type TakeFixing, unknownLayout } from '#lib/sources/source';
import { isZip, unpackZipMember } from '#lib/sources/zip-member';
import { scanCsvRows, type TakeCells } from '#lib/sources/csv-cells';

const ZIP_MEMBERS = ['eurofxref-hist.csv', 'eurofxref.csv'];

const EXPECTED =
  'expected eurofxref-daily.xml, eurofxref-hist-90d.xml, eurofxref-hist.xml, eurofxref.zip, eurofxref-hist.zip, the CSV in one of these, or SDMX csvdata';

/**
 * Reads any document of the ECB's reference rates, told apart by content: 1 EUR = `rate` of the quote currency,
 * figures and days as published. Missing figures are left out; never an empty list.
 */
export function parseEcb(body: Uint8Array): Result<readonly PublishedFixing[], LayoutError> {
  const fixings: PublishedFixing[] = [];
  const scanned = readEcb(body, POLL_XML, (fixing) => void fixings.push(fixing));
  return scanned.ok ? ok(fixings) : scanned;
}

/** The same of a load, each figure handed on as it is read; those in front of a flaw have been handed on when it is found. */
export function scanEcb(body: Uint8Array, take: TakeFixing): Result<null, LayoutError> {
  return readEcb(body, FILE_XML, take);
}

function readEcb(body: Uint8Array, bounds: XmlBounds, take: TakeFixing): Result<null, LayoutError> {
  if (!isZip(body)) return readText(body, bounds, take);
  const member = unpackZipMember(body, ZIP_MEMBERS);
  return member.ok ? scanEcbCsv(decode(member.value), take) : member;
}

function readText(body: Uint8Array, bounds: XmlBounds, take: TakeFixing): Result<null, LayoutError> {
  const text = decode(body);
  if (text === '') return unknownLayout(`The document is empty; ${EXPECTED}.`);
  if (/^<(!doctype\s+html|html|head|body)\b/i.test(text)) {
    return unknownLayout(`The document is an HTML page; ${EXPECTED}.`);
  }
  if (!text.startsWith('<')) return scanEcbCsv(text, take);
  const fixings = parseEcbXml(text, bounds);
  if (!fixings.ok) return fixings;
  for (const fixing of fixings.value) take(fixing);
  return ok(null);
}

/** UTF-8 without a byte order mark and without white space in front; the end tells whether a CSV is whole. */
function decode(body: Uint8Array): string {
  return new TextDecoder().decode(body).trimStart();
}

const EURO = 'EUR';
const CURRENCY_CODE_FORM = /^[A-Z]{3}$/;
/** How the ECB writes that it has no figure: in the history file, in the latest file, in SDMX. */
const MISSING_FIGURES: ReadonlySet<string> = new Set(['N/A', '', 'NaN']);

const EXPECTED_CSV =
  'expected the header "Date,USD,JPY,..." of eurofxref.csv or eurofxref-hist.csv, or SDMX csvdata with TIME_PERIOD and OBS_VALUE';

/**
 * Reads the ECB's three CSV layouts, told apart by their header: the history, the latest day, SDMX csvdata. Figures are
 * handed on row by row, those in front of a flaw too.
 */
function scanEcbCsv(text: string, take: TakeFixing): Result<null, LayoutError> {
  const headerLine = text.split('\n', 1)[0] ?? '';
  if (headerLine.includes(';')) {
    return unknownLayout(`The CSV is separated by semicolons; ${EXPECTED_CSV}.`);
  }
  const isSdmx = headerLine.includes('TIME_PERIOD') && headerLine.includes('OBS_VALUE');
  if (!isSdmx && !headerLine.startsWith('Date,')) {
    return unknownLayout(`The text begins with "${headerLine.slice(0, 60).trim()}"; ${EXPECTED_CSV}.`);
  }
  let count = 0;
  const counted: TakeFixing = (fixing) => {
    count += 1;
    take(fixing);
  };
  const scanned = scanCsvRows(text, (header) => {
    // A cut within the last figure leaves a shorter figure; an empty last column or the end of the line proves it whole.
    if (header.at(-1)?.trim() !== '' && !text.endsWith('\n')) {
      return unknownLayout(
        'The CSV may be cut short: its last line does not end; expected a line end after the last row.',
      );
    }
    return isSdmx ? sdmxRowReader(header, counted) : dayRowReader(header, counted);
  });
  if (!scanned.ok || count > 0) return scanned;
  return unknownLayout(`The ${isSdmx ? 'SDMX csvdata' : 'CSV'} has no figure in any row.`);
}

/** One row a day, one column a currency, and an empty column at the end. */
function dayRowReader(header: readonly string[], take: TakeFixing): Result<TakeCells, LayoutError> {
  const codes = header.map((cell) => cell.trim());
  if (codes.at(-1) === '') codes.pop();
  const oddColumn = codes.findIndex((code, column) => column > 0 && !CURRENCY_CODE_FORM.test(code));
  if (oddColumn !== -1) {
    return unknownLayout(
      `Column ${oddColumn + 1} of the CSV is headed "${codes[oddColumn]}"; expected a currency code of three capital letters.`,
    );
  }
  return ok((row) => {
    const observedOn = readDay(row[0] ?? '');
    for (let column = 1; column < codes.length; column += 1) {
      const quote = codes[column] ?? '';
      const rate = (row[column] ?? '').trim();
      if (!MISSING_FIGURES.has(rate)) take({ base: EURO, quote, rate, observedOn });
    }
  });
}

const ENGLISH_DAY_FORM = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/;
const ENGLISH_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** `13 April 2026` of the latest file as `2026-04-13`; any other text as it is, for the validation to judge. */
function readDay(cell: string): string {
  const [, day = '', monthName = '', year = ''] = ENGLISH_DAY_FORM.exec(cell) ?? [];
  const month = ENGLISH_MONTHS.indexOf(monthName) + 1;
  return month === 0 ? cell : `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
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

const envelopeSchema = z.object({
  Envelope: z.object({
    Cube: z.tuple([
      z.object({
        Cube: z
          .array(
            z.object({
              time: z.string(),
              Cube: z.array(z.object({ currency: z.string().regex(/^[A-Z]{3}$/), rate: z.string() })).min(1),
            }),
          )
          .min(1),
      }),
    ]),
  }),
});

/** Reads the ECB's XML of one day, 90 days or the whole history: one nesting, any prefix, quotes and white space. */
function parseEcbXml(text: string, bounds: XmlBounds): Result<readonly PublishedFixing[], LayoutError> {
  const xml = openXmlReader({ bounds, publisher: "the ECB's", arrayOf: 'Cube', expected: EXPECTED_XML });
  const envelope = xml.read(text, envelopeSchema);
  if (!envelope.ok) return envelope;
  const [days] = envelope.value.Envelope.Cube;
  const fixings = days.Cube.flatMap((day) =>
    day.Cube.map(({ currency, rate }) => ({ base: 'EUR', quote: currency, rate, observedOn: day.time })),
  );
  return ok(fixings);
}
