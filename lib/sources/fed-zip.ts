import type { PublishedFixing } from '#lib/domain/observation';
import { ok, type Result } from '#lib/domain/result';

import { readFedCsv } from './fed-csv.ts';
import { readFedSeriesId } from './fed-series.ts';
import type { FedTable } from './fed-table.ts';
import { readFedXml } from './fed-xml.ts';
import { type LayoutError, unknownLayout } from './source.ts';
import { listZipMembers, readZipMembers, unpackZipMember } from './zip-member.ts';

const WHOLE_RELEASE = 'H10_data.xml';
/** A member of FRED's bulk archive: `INTLFXD_csv_2/data/DEXUSEU.csv`, one series each. */
const FRED_MEMBER_FORM = /^(?:.*\/)?([A-Z0-9]+)\.csv$/;

/** Reads the archives of the Fed: the DDP's whole release, and FRED's bulk archive, of which the daily rates are taken. */
export function readFedZip(archive: Uint8Array): Result<FedTable, LayoutError> {
  const names = listZipMembers(archive);
  if (!names.ok) return names;
  const release = names.value.find((name) => name === WHOLE_RELEASE || name.endsWith(`/${WHOLE_RELEASE}`));
  if (release !== undefined) {
    const member = unpackZipMember(archive, [release]);
    return member.ok ? readFedXml(member.value) : member;
  }
  const dailyRates = names.value.filter((name) => isDailyRate(name));
  return dailyRates.length > 0
    ? readFredMembers(archive, dailyRates)
    : unknownLayout(nothingToRead(names.value));
}

function readFredMembers(archive: Uint8Array, names: readonly string[]): Result<FedTable, LayoutError> {
  const seriesIds: string[] = [];
  const fixings: PublishedFixing[] = [];
  const read = readZipMembers(archive, names, (name, body) => {
    const table = readFedCsv(new TextDecoder().decode(body), name);
    if (!table.ok) return unknownLayout(`The member ${name} of the ZIP archive: ${table.error.sentence}`);
    seriesIds.push(...table.value.seriesIds);
    for (const fixing of table.value.fixings) fixings.push(fixing);
    return ok(null);
  });
  return read.ok ? ok({ seriesIds, fixings }) : read;
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
