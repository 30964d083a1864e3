import type { PublishedFixing } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import { FILE_XML, POLL_XML, type XmlBounds } from '#lib/sources/bounded-xml';
import { type LayoutError, type TakeFixing, unknownLayout } from '#lib/sources/source';
import { isZip, unpackZipMember } from '#lib/sources/zip-member';

import { scanEcbCsv } from './ecb-csv.ts';
import { parseEcbXml } from './ecb-xml.ts';

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
