import { z } from 'zod';
import type { PublishedFixing } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import { FILE_XML, POLL_XML, type XmlBounds } from '#lib/sources/bounded-xml';
import { type LayoutError, type SourceDocument, type TakeFixing, unknownLayout } from '#lib/sources/source';
import { isZip, listZipMembers, readZipMembers, unpackZipMember } from '#lib/sources/zip-member';
import { readJson } from '#lib/sources/read-json';
import { fedSeriesIdIn, scanFedCsv } from './fed-csv.ts';
import { chooseFedColumns, type FedTable, type ScannedFed } from './fed-table.ts';
import { scanFedXml } from './fed-xml.ts';
import { readFedSeriesId } from './fed-series.ts';

const EXPECTED =
  "expected a CSV of the DDP or of FRED, FRED's JSON, H10_data.xml, or the ZIP archive of the release or of FRED";

/**
 * Reads any document of the Federal Reserve's H.10 release, told apart by content, as its publishers state it: US
 * dollars per unit for EUR, GBP, AUD and NZD, units per US dollar for the others. May hold no figure; days without one
 * are left out.
 */
export function readFedDocument(document: SourceDocument): Result<FedTable, LayoutError> {
  const fixings: PublishedFixing[] = [];
  const scanned = scanDocument(document, POLL_XML, (fixing) => void fixings.push(fixing));
  return scanned.ok ? ok({ seriesIds: scanned.value, fixings }) : scanned;
}

function scanDocument({ url, body }: SourceDocument, bounds: XmlBounds, take: TakeFixing): ScannedFed {
  if (isZip(body)) return scanFedZip(body, bounds, take);
  const head = decode(body.subarray(0, HEAD_BYTES));
  if (head === '') return unknownLayout(`The document is empty; ${EXPECTED}.`);
  if (/^<(!doctype\s+html|html|head|body)\b/i.test(head)) {
    return unknownLayout(`The document is an HTML page; ${EXPECTED}.`);
  }
  if (head.startsWith('<')) return scanFedXml(body, bounds, take);
  const text = decode(body);
  if (!text.startsWith('{')) return scanFedCsv(text, url, take);
  const table = readFedJson(body, url);
  if (!table.ok) return table;
  for (const fixing of table.value.fixings) take(fixing);
  return ok(table.value.seriesIds);
}

/** Enough to tell a layout, white space in front of it included. */
const HEAD_BYTES = 1024;

/** Reads a document that must have figures: none at all is an unknown layout. `read` may be one that remembers. */
export function parseFed(
  document: SourceDocument,
  read: typeof readFedDocument = readFedDocument,
): Result<FedTable, LayoutError> {
  const table = read(document);
  if (!table.ok || table.value.fixings.length > 0) return table;
  return noFigure(table.value.seriesIds);
}

/** The release has three attributes an observation and is parsed part by part, so that more of them do no harm. */
const FED_FILE_XML: XmlBounds = { ...FILE_XML, attributesMax: 1_800_000 };

/** The same of a load, each figure handed on as it is read; those in front of a flaw have been handed on when it is found. */
export function scanFed(document: SourceDocument, take: TakeFixing): Result<null, LayoutError> {
  let count = 0;
  const scanned = scanDocument(document, FED_FILE_XML, (fixing) => {
    count += 1;
    take(fixing);
  });
  if (!scanned.ok) return scanned;
  return count > 0 ? ok(null) : noFigure(scanned.value);
}

function noFigure(seriesIds: readonly string[]): ReturnType<typeof unknownLayout> {
  return unknownLayout(`The document has no figure of ${seriesIds.join(', ')}; expected some.`);
}

/** UTF-8 without a byte order mark and without white space in front; the end tells whether a CSV is whole. */
function decode(body: Uint8Array): string {
  return new TextDecoder().decode(body).trimStart();
}

const EXPECTED_JSON = "FRED's series/observations with units lin: a date and a value as text each";

/** Other units are percentages and changes, other output types have a column a vintage. */
const observationsSchema = z.object({
  units: z.literal('lin'),
  output_type: z.literal(1),
  observations: z.array(z.object({ date: z.string(), value: z.string() })),
});

const refusalSchema = z.object({ error_code: z.number(), error_message: z.string() });

/** How FRED writes that there is no figure. */
const MISSING_FIGURE = '.';

/** Reads the JSON of FRED's API; the series id is not in the body but in `name`, the address or the file's name. */
function readFedJson(body: Uint8Array, name: string): Result<FedTable, LayoutError> {
  const json = readJson(body, EXPECTED_JSON);
  if (!json.ok) return json;
  const refusal = refusalSchema.safeParse(json.value);
  if (refusal.success) {
    const { error_code: code, error_message: message } = refusal.data;
    return unknownLayout(
      `FRED answered with error ${code} ("${message.slice(0, 120)}"); expected ${EXPECTED_JSON}.`,
    );
  }
  const table = observationsSchema.safeParse(json.value);
  if (!table.success) {
    const place = table.error.issues[0]?.path.join('/') ?? '';
    return unknownLayout(
      `The JSON is not FRED's${place === '' ? '' : ` at ${place}`}; expected ${EXPECTED_JSON}.`,
    );
  }
  const frequency = /[?&]frequency=([a-z]+)/.exec(name)?.[1] ?? 'd';
  if (frequency !== 'd')
    return unknownLayout(`The figures are averages (frequency ${frequency}); expected ${EXPECTED_JSON}.`);
  const id = fedSeriesIdIn(name);
  if (!id.ok) return id;
  const columns = chooseFedColumns([id.value]);
  if (!columns.ok) return columns;
  const fixings = columns.value.flatMap(({ series: { base, quote } }) =>
    table.data.observations
      .filter(({ value }) => value !== MISSING_FIGURE)
      .map(({ date, value }) => ({ base, quote, rate: value, observedOn: date })),
  );
  return ok({ seriesIds: [id.value], fixings });
}

const WHOLE_RELEASE = 'H10_data.xml';
/** A member of FRED's bulk archive: `INTLFXD_csv_2/data/DEXUSEU.csv`, one series each. */
const FRED_MEMBER_FORM = /^(?:.*\/)?([A-Z0-9]+)\.csv$/;

/**
 * Reads the archives of the Fed: the DDP's whole release, and FRED's bulk archive, of which the daily rates are taken.
 * Figures are handed on as they are read, those in front of a flaw too.
 */
function scanFedZip(archive: Uint8Array, bounds: XmlBounds, take: TakeFixing): ScannedFed {
  const names = listZipMembers(archive);
  if (!names.ok) return names;
  const release = names.value.find((name) => name === WHOLE_RELEASE || name.endsWith(`/${WHOLE_RELEASE}`));
  if (release !== undefined) {
    const member = unpackZipMember(archive, [release]);
    return member.ok ? scanFedXml(member.value, bounds, take) : member;
  }
  const dailyRates = names.value.filter((name) => isDailyRate(name));
  return dailyRates.length > 0
    ? scanFredMembers(archive, dailyRates, take)
    : unknownLayout(nothingToRead(names.value));
}

function scanFredMembers(archive: Uint8Array, names: readonly string[], take: TakeFixing): ScannedFed {
  const seriesIds: string[] = [];
  const read = readZipMembers(archive, names, (name, body) => {
    const scanned = scanFedCsv(new TextDecoder().decode(body), name, take);
    if (!scanned.ok) return unknownLayout(`The member ${name} of the ZIP archive: ${scanned.error.sentence}`);
    seriesIds.push(...scanned.value);
    return ok(null);
  });
  return read.ok ? ok(seriesIds) : read;
}

function isDailyRate(name: string): boolean {
  return seriesOf(name)?.kind === 'rate';
}

function seriesOf(name: string): ReturnType<typeof readFedSeriesId> {
  return readFedSeriesId(FRED_MEMBER_FORM.exec(name)?.[1] ?? '');
}

function nothingToRead(names: readonly string[]): string {
  const notDaily = names.filter((name) => seriesOf(name)?.kind === 'not-daily');
  const found = (notDaily.length > 0 ? notDaily : names).slice(0, 5).join(', ') || 'nothing';
  return (
    `The ZIP archive contains ${found}${notDaily.length > 0 ? ', which are monthly or annual series' : ''}; ` +
    `expected ${WHOLE_RELEASE}, or daily series of FRED such as data/DEXUSEU.csv.`
  );
}
