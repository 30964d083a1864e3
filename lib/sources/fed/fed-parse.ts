import { z } from 'zod';
import type { PublishedFixing } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import { FILE_XML, POLL_XML, type XmlBounds } from '#lib/sources/bounded-xml';
import { scanCsvRows } from '#lib/sources/csv-cells';
import {
  type LayoutError,
  type LeftOut,
  type SourceDocument,
  type Stated,
  type TakeFixing,
  unknownLayout,
  unreadable,
} from '#lib/sources/source';
import { isZip, openZip } from '#lib/sources/zip-member';
import { readJson, documentText } from '#lib/sources/document-text';
import { scanFedXml } from './fed-xml.ts';
import { chooseFedColumns, type FedColumn, type ScannedFed } from './fed-columns.ts';
import { readFedSeriesId } from './fed-series.ts';

const EXPECTED =
  'a CSV of the DDP (the "Time Period" line of a package, layout seriescolumn) or of FRED (the header "observation_date" or "DATE"), FRED\'s JSON, H10_data.xml, or the ZIP archive of the release or of FRED';

/** What a document of the Fed holds; no figures at all when it covers only days without a release. */
export type FedTable = ScannedFed & Stated<PublishedFixing>;

/**
 * Reads any document of the Federal Reserve's H.10 release, told apart by content, as its publishers state it: US
 * dollars per unit for EUR, GBP, AUD and NZD, units per US dollar for the others. May hold no figure; days without one
 * are left out.
 */
export function readFedDocument(document: SourceDocument): Result<FedTable, LayoutError> {
  const figures: PublishedFixing[] = [];
  const scanned = scanDocument(document, POLL_XML, (fixing) => void figures.push(fixing));
  return scanned.ok ? ok({ ...scanned.value, figures }) : scanned;
}

/** Reads a document that must have figures: none at all is an unknown layout. `read` may be one that remembers. */
export function parseFed(
  document: SourceDocument,
  read: typeof readFedDocument = readFedDocument,
): Result<FedTable, LayoutError> {
  const table = read(document);
  return !table.ok || table.value.figures.length > 0 ? table : noFigure(table.value);
}

/** The release has three attributes an observation and is parsed part by part, so that more of them do no harm. */
const FED_FILE_XML: XmlBounds = { ...FILE_XML, attributesMax: 1_800_000 };

/** The same of a load, each figure handed on as it is read; those in front of a flaw have been handed on when it is found. */
export function scanFed(document: SourceDocument, take: TakeFixing): Result<readonly LeftOut[], LayoutError> {
  let count = 0;
  const scanned = scanDocument(document, FED_FILE_XML, (fixing) => {
    count += 1;
    take(fixing);
  });
  if (!scanned.ok) return scanned;
  return count > 0 ? ok(scanned.value.leftOut) : noFigure(scanned.value);
}

function noFigure({ seriesIds }: ScannedFed): ReturnType<typeof unknownLayout> {
  return unknownLayout(`The document has no figure of ${seriesIds.join(', ')}; expected some.`);
}

function scanDocument(
  { url, body }: SourceDocument,
  bounds: XmlBounds,
  take: TakeFixing,
): Result<ScannedFed, LayoutError> {
  if (isZip(body)) return scanFedZip(body, bounds, take);
  // The release is 25 MB, which nobody wants as one text.
  const head = documentText(body.subarray(0, HEAD_BYTES), EXPECTED);
  if (!head.ok) return head;
  if (head.value.startsWith('<')) return scanFedXml(body, bounds, take);
  return head.value.startsWith('{') ? readFedJson(body, url, take) : scanFedCsv(decode(body), url, take);
}

/** Enough to tell a layout, white space in front of it included. */
const HEAD_BYTES = 1024;

/** UTF-8 without a byte order mark and without white space in front; the end tells whether a CSV is whole. */
function decode(body: Uint8Array): string {
  return new TextDecoder().decode(body).trimStart();
}

/**
 * Reads the CSV layouts of the Fed, told apart by their header: the DDP's package, FRED's graph, and the one-series
 * file of FRED's bulk archive, whose id is in `name` only. Figures and days as published, missing ones left out; handed on
 * row by row, those in front of a flaw too.
 */
function scanFedCsv(text: string, name: string, take: TakeFixing): Result<ScannedFed, LayoutError> {
  const firstLine = text.split('\n', 1)[0]?.trim() ?? '';
  if (/^(observation_date|DATE),/.test(firstLine)) {
    if (!text.endsWith('\n')) return maybeCut('a line end after the last row');
    const id = firstLine === 'DATE,VALUE' ? seriesIdIn(name) : ok(null);
    return id.ok ? scanColumns(text, id.value, take) : id;
  }
  const start = text.search(DDP_HEADER_LINE);
  if (start === -1) {
    return unknownLayout(`The text begins with "${firstLine.slice(0, 60)}"; expected ${EXPECTED}.`);
  }
  // The DDP ends without a line end, so the last figure itself must prove that it is whole.
  return WHOLE_DDP_END.test(text.slice(-40))
    ? scanColumns(text.slice(start), null, take)
    : maybeCut('a figure with four decimals or ND');
}

/** Above it are five lines of labels, which the Fed has changed: `Currency:` was the quote currency, then the foreign one. */
const DDP_HEADER_LINE = /^"?Time Period"?,/m;
/** The last cell of a whole DDP file: every figure has four decimals, so a shorter one is cut. */
const WHOLE_DDP_END = /(,N[ACD]|\.\d{4,})(\r?\n)*$/;

function maybeCut(expected: string): ReturnType<typeof unknownLayout> {
  return unknownLayout(`The CSV may be cut short: expected ${expected} at its end.`);
}

/** A column a series; `only` is the id of the one series of a file that does not state it. */
function scanColumns(text: string, only: string | null, take: TakeFixing): Result<ScannedFed, LayoutError> {
  let columns: readonly FedColumn[] = [];
  const leftOut: LeftOut[] = [];
  const scanned = scanCsvRows(text, ([, ...headed]) => {
    const chosen = chooseFedColumns(only === null ? headed.map((cell) => cell.trim()) : [only]);
    if (!chosen.ok) return chosen;
    columns = chosen.value.columns;
    leftOut.push(...chosen.value.leftOut);
    return ok(([observedOn = '', ...figures]) => {
      for (const { place, series } of columns) {
        const rate = (figures[place] ?? '').trim();
        if (!MISSING_FIGURES.has(rate)) take({ base: series.base, quote: series.quote, rate, observedOn });
      }
    });
  });
  if (!scanned.ok) return scanned;
  return ok({ seriesIds: columns.map(({ id }) => id), leftOut: [...leftOut, ...scanned.value] });
}

/** How FRED (empty, before 2025 a point) and the DDP write that there is no figure. */
const MISSING_FIGURES: ReadonlySet<string> = new Set(['', '.', 'ND', 'NA', 'NC']);

/** FRED's ids of exchange rates as parts of a name: `fred-observations-DEXUSEU-2026-03.json`, `data/EXUSEU.csv`. */
const ID_IN_NAME = /(?<![A-Za-z0-9])(?:DEX|AEX|EX)[A-Z]{4}(?![A-Za-z0-9])/g;
const ID_IN_QUERY = /[?&]series_id=([A-Za-z0-9]+)/;

/** The one FRED series id that an address (`series_id=`) or a file name states, for bodies that do not state it. */
function seriesIdIn(name: string): Result<string, LayoutError> {
  const asked = ID_IN_QUERY.exec(name)?.[1];
  if (asked !== undefined) return ok(asked.toUpperCase());
  const [id, ...others] = new Set(name.match(ID_IN_NAME));
  if (id !== undefined && others.length === 0) return ok(id);
  return unknownLayout(
    `The document does not say which series it is, and ${id === undefined ? 'neither does its name' : 'its name has several'}; ` +
      'expected one FRED id in the file name, such as fred-observations-DEXUSEU.json.',
  );
}

const EXPECTED_JSON = "FRED's series/observations with units lin: a date and a value as text each";

/** Other units are percentages and changes, other output types have a column a vintage. */
const observationsSchema = z.object({
  units: z.literal('lin'),
  output_type: z.literal(1),
  observations: z.array(
    z
      .object({ date: z.string().catch(''), value: z.union([z.string(), z.number()]).catch('') })
      .catch({ date: '', value: '' }),
  ),
});

const refusalSchema = z.object({ error_code: z.number(), error_message: z.string() });

/** Reads the JSON of FRED's API; the series id is not in the body but in `name`, the address or the file's name. */
function readFedJson(body: Uint8Array, name: string, take: TakeFixing): Result<ScannedFed, LayoutError> {
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
    const place = table.error.issues[0]?.path.join('/') || 'its top';
    return unknownLayout(`The JSON is not FRED's at ${place}; expected ${EXPECTED_JSON}.`);
  }
  const frequency = /[?&]frequency=([a-z]+)/.exec(name)?.[1] ?? 'd';
  if (frequency !== 'd')
    return unknownLayout(`The figures are averages (frequency ${frequency}); expected ${EXPECTED_JSON}.`);
  const id = seriesIdIn(name);
  if (!id.ok) return id;
  const chosen = chooseFedColumns([id.value]);
  if (!chosen.ok) return chosen;
  for (const { series } of chosen.value.columns) {
    for (const { date: observedOn, value } of table.data.observations) {
      if (value !== '.') take({ base: series.base, quote: series.quote, rate: String(value), observedOn });
    }
  }
  return ok({ seriesIds: [id.value], leftOut: [] });
}

const WHOLE_RELEASE = 'H10_data.xml';
/** A member of FRED's bulk archive: `INTLFXD_csv_2/data/DEXUSEU.csv`, one series each. */
const FRED_MEMBER_FORM = /^(?:.*\/)?([A-Z0-9]+)\.csv$/;

/**
 * Reads the archives of the Fed: the DDP's whole release, and FRED's bulk archive, of which the daily rates are taken.
 * Figures are handed on as they are read, those in front of a flaw too.
 */
function scanFedZip(
  archive: Uint8Array,
  bounds: XmlBounds,
  take: TakeFixing,
): Result<ScannedFed, LayoutError> {
  const zip = openZip(archive);
  if (!zip.ok) return zip;
  const { names, unpack } = zip.value;
  const release = names.find((name) => name === WHOLE_RELEASE || name.endsWith(`/${WHOLE_RELEASE}`));
  if (release !== undefined) {
    const member = unpack(release);
    return member.ok ? scanFedXml(member.value, bounds, take) : member;
  }
  const daily = names.filter((name) => seriesOf(name)?.kind === 'rate');
  if (daily.length === 0) return unknownLayout(nothingToRead(names));
  const seriesIds: string[] = [];
  const leftOut: LeftOut[] = [];
  for (const name of daily) {
    const member = unpack(name);
    if (!member.ok) return member;
    const text = decode(member.value);
    // Read once for its flaws and once for its figures: kept in between, those of an archive would fill the memory.
    const scanned = scanFedCsv(text, name, () => {});
    if (!scanned.ok) {
      leftOut.push(unreadable(`the member ${name} of the ZIP archive`, scanned.error.sentence));
      continue;
    }
    seriesIds.push(...scanned.value.seriesIds);
    leftOut.push(...scanned.value.leftOut);
    scanFedCsv(text, name, take);
  }
  const [first] = leftOut;
  return seriesIds.length > 0 || first === undefined
    ? ok({ seriesIds, leftOut })
    : unknownLayout(`Nothing can be read; ${first.series}: ${first.reason}`);
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
