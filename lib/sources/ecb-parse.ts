import type { PublishedFixing } from '#lib/domain/observation';
import type { Result } from '#lib/domain/result';

import { parseEcbCsv } from './ecb-csv.ts';
import { parseEcbXml } from './ecb-xml.ts';
import { type LayoutError, unknownLayout } from './source.ts';
import { isZip, unpackZipMember } from './zip-member.ts';

const ZIP_MEMBERS = ['eurofxref-hist.csv', 'eurofxref.csv'];

const EXPECTED =
  'expected eurofxref-daily.xml, eurofxref-hist-90d.xml, eurofxref-hist.xml, eurofxref.zip, eurofxref-hist.zip, the CSV in one of these, or SDMX csvdata';

/**
 * Reads any document of the ECB's reference rates, told apart by content: 1 EUR = `rate` of the quote currency,
 * figures and days as published. Missing figures are left out; never an empty list.
 */
export function parseEcb(body: Uint8Array): Result<readonly PublishedFixing[], LayoutError> {
  if (!isZip(body)) return parseText(body);
  const member = unpackZipMember(body, ZIP_MEMBERS);
  return member.ok ? parseEcbCsv(decode(member.value)) : member;
}

function parseText(body: Uint8Array): Result<readonly PublishedFixing[], LayoutError> {
  const text = decode(body);
  if (text === '') return unknownLayout(`The document is empty; ${EXPECTED}.`);
  if (/^<(!doctype\s+html|html|head|body)\b/i.test(text)) {
    return unknownLayout(`The document is an HTML page; ${EXPECTED}.`);
  }
  return text.startsWith('<') ? parseEcbXml(text) : parseEcbCsv(text);
}

/** UTF-8 without a byte order mark and without white space in front; the end tells whether a CSV is whole. */
function decode(body: Uint8Array): string {
  return new TextDecoder().decode(body).trimStart();
}
