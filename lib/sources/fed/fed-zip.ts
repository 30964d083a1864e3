import { ok } from '#lib/domain/result';
import type { XmlBounds } from '#lib/sources/bounded-xml';
import { type TakeFixing, unknownLayout } from '#lib/sources/source';
import { listZipMembers, readZipMembers, unpackZipMember } from '#lib/sources/zip-member';

import { scanFedCsv } from './fed-csv.ts';
import { readFedSeriesId } from './fed-series.ts';
import type { ScannedFed } from './fed-table.ts';
import { scanFedXml } from './fed-xml.ts';

const WHOLE_RELEASE = 'H10_data.xml';
/** A member of FRED's bulk archive: `INTLFXD_csv_2/data/DEXUSEU.csv`, one series each. */
const FRED_MEMBER_FORM = /^(?:.*\/)?([A-Z0-9]+)\.csv$/;

/**
 * Reads the archives of the Fed: the DDP's whole release, and FRED's bulk archive, of which the daily rates are taken.
 * Figures are handed on as they are read, those in front of a flaw too.
 */
export function scanFedZip(archive: Uint8Array, bounds: XmlBounds, take: TakeFixing): ScannedFed {
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
