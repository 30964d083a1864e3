import type { PublishedFixing } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import { FILE_XML, POLL_XML, type XmlBounds } from '#lib/sources/bounded-xml';
import { type LayoutError, type SourceDocument, type TakeFixing, unknownLayout } from '#lib/sources/source';
import { isZip } from '#lib/sources/zip-member';

import { scanFedCsv } from './fed-csv.ts';
import { readFedJson } from './fed-json.ts';
import type { FedTable, ScannedFed } from './fed-table.ts';
import { scanFedXml } from './fed-xml.ts';
import { scanFedZip } from './fed-zip.ts';

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
