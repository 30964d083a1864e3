import type { Result } from '#lib/domain/result';

import { readFedCsv } from './fed-csv.ts';
import { readFedJson } from './fed-json.ts';
import type { FedTable } from './fed-table.ts';
import { readFedXml } from './fed-xml.ts';
import { readFedZip } from './fed-zip.ts';
import { type LayoutError, type SourceDocument, unknownLayout } from './source.ts';
import { isZip } from './zip-member.ts';

const EXPECTED =
  "expected a CSV of the DDP or of FRED, FRED's JSON, H10_data.xml, or the ZIP archive of the release or of FRED";

/**
 * Reads any document of the Federal Reserve's H.10 release, told apart by content, as its publishers state it: US
 * dollars per unit for EUR, GBP, AUD and NZD, units per US dollar for the others. May hold no figure; days without one
 * are left out.
 */
export function readFedDocument({ url, body }: SourceDocument): Result<FedTable, LayoutError> {
  if (isZip(body)) return readFedZip(body);
  const head = decode(body.subarray(0, HEAD_BYTES));
  if (head === '') return unknownLayout(`The document is empty; ${EXPECTED}.`);
  if (/^<(!doctype\s+html|html|head|body)\b/i.test(head)) {
    return unknownLayout(`The document is an HTML page; ${EXPECTED}.`);
  }
  if (head.startsWith('<')) return readFedXml(body);
  const text = decode(body);
  return text.startsWith('{') ? readFedJson(text, url) : readFedCsv(text, url);
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
  return unknownLayout(`The document has no figure of ${table.value.seriesIds.join(', ')}; expected some.`);
}

/** UTF-8 without a byte order mark and without white space in front; the end tells whether a CSV is whole. */
function decode(body: Uint8Array): string {
  return new TextDecoder().decode(body).trimStart();
}
