import { writeFileSync } from 'node:fs';
import { zipSync, strToU8 } from 'fflate';
import { addDays, type IsoDay, parseIsoDay } from '#lib/domain/iso-day';
import { isTargetDay } from '#lib/domain/calendars/target-calendar';

/** Columns as in the central bank's file of 2026; enough of them to make about as many figures as the real one has. */
const CODES =
  'USD,JPY,CZK,DKK,GBP,HUF,PLN,SEK,CHF,NOK,AUD,CAD,HKD,KRW,NZD,SGD,ZAR,RON,TRY,CNY,IDR,MYR,PHP,THB,BRL,MXN,INR,ILS,ISK,XAU,KWD'.split(
    ',',
  );

const FIRST_DAY = parseIsoDay('1999-01-04');
const LAST_DAY = parseIsoDay('2026-04-13');

/** Writes a history file in the central bank's own format, with made-up figures that are the same every time. */
export function writeEcbHistory(path: string): void {
  writeFileSync(path, ecbHistory(CODES));
}

/** The same as bytes, of some currencies alone. */
export function ecbHistory(codes: readonly string[]): Uint8Array {
  const rows = [`Date,${codes.join(',')},`];
  const days: IsoDay[] = [];
  for (let day = FIRST_DAY; day && LAST_DAY && day <= LAST_DAY; day = addDays(day, 1)) {
    if (isTargetDay(day)) days.push(day);
  }
  for (const [age, day] of days.toReversed().entries()) {
    const figures = codes.map((_, column) =>
      (1 + column * 3.7 + Math.sin(age / 90 + column) * 0.2).toFixed(4),
    );
    rows.push(`${day},${figures.join(',')},`);
  }
  return zipSync({ 'eurofxref-hist.csv': strToU8(`${rows.join('\n')}\n`) });
}
