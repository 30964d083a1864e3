import type { PublishedFixing } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import { FILE_XML, POLL_XML, type XmlBounds } from '#lib/sources/bounded-xml';
import { type LayoutError, type TakeFixing, unknownLayout } from '#lib/sources/source';

import { isBoeHeaderAlone, parseBoeCsv } from './boe-csv.ts';
import { parseBoeXml } from './boe-xml.ts';

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
