import { ok, type Result } from '#lib/domain/result';
import { type LayoutError, unknownLayout } from './source.ts';

/**
 * A body as text: UTF-8, without a byte order mark and without white space in front. An empty body and an HTML page are
 * failures whose sentence ends with what was expected.
 */
export function documentText(body: Uint8Array, expected: string): Result<string, LayoutError> {
  const text = new TextDecoder().decode(body).trimStart();
  if (text === '') return unknownLayout(`The document is empty; expected ${expected}.`);
  return /^<(!doctype\s+html|html|head|body)\b/i.test(text)
    ? unknownLayout(`The document is an HTML page; expected ${expected}.`)
    : ok(text);
}

/** Reads a body as JSON; what {@link documentText} refuses, XML and damaged JSON are failures whose sentence ends with what was expected. */
export function readJson(body: Uint8Array, expected: string): Result<unknown, LayoutError> {
  const text = documentText(body, expected);
  if (!text.ok) return text;
  try {
    return ok(JSON.parse(text.value));
  } catch {
    return unknownLayout(`The document is no JSON, or cut short or damaged; expected ${expected}.`);
  }
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const ENGLISH_DAY_FORM = /^(\d{1,2}) ([A-Z][a-z]{2})[a-z]* (\d{4})$/;

/** `13 April 2026` and `17 Mar 2026` as `2026-04-13` and `2026-03-17`; any other text as it is, for the validation to judge. */
export function readEnglishDay(cell: string): string {
  const [, day = '', monthName = '', year = ''] = ENGLISH_DAY_FORM.exec(cell) ?? [];
  const month = MONTHS.indexOf(monthName) + 1;
  return month === 0 ? cell : `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** `2026-03-17` as `17/Mar/2026`. */
export function englishDay(day: string): string {
  const [year, month, dayOfMonth] = day.split('-');
  return `${dayOfMonth}/${MONTHS[Number(month) - 1]}/${year}`;
}
