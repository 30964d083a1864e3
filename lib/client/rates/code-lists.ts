/** Form of a currency's code as this browser keeps it. */
export const KEPT_CODE_FORM = /^[A-Z0-9]{2,10}$/;

/**
 * The cookie that keeps a visitor's further currencies. A cookie, because the server draws the list at once: rows that came
 * after the page has loaded would push others away under the reader's eyes.
 */
export const FURTHER_COOKIE = 'crossrate-also';

/** More further currencies would be a table; there is one at /rates. */
export const FURTHER_MAX = 24;

/** The cookie that keeps the pinned codes of the table of rates; a cookie for the same reason. */
export const PINS_COOKIE = 'crossrate-pins';

/** What stands at the top before anybody has pinned anything. */
export const DEFAULT_PINS: readonly string[] = ['EUR', 'USD', 'GBP', 'JPY'];

/** More would push the table off the first screen. */
const PINS_MAX = 24;

/** Reads the cookie's value; null where there is none. An empty one is a list that was emptied. */
export function readFurtherCookie(value: string | null): readonly string[] | null {
  return value === null ? null : readCodes(value, FURTHER_MAX);
}

/** Reads the cookie's value; null, as where there is none, gives the codes that are pinned by default. */
export function readPins(value: string | null): readonly string[] {
  return value === null ? DEFAULT_PINS : readCodes(value, PINS_MAX);
}

/** The list with a code as its last one; as it is where it has the code. */
export function withFurther(codes: readonly string[], code: string): readonly string[] {
  return codes.includes(code) ? codes : [...codes, code].slice(-FURTHER_MAX);
}

/** The list with a code one place nearer to its start (-1) or end (1); as it is where there is no such place. */
export function withMoved(codes: readonly string[], code: string, by: 1 | -1): readonly string[] {
  const at = codes.indexOf(code);
  const other = codes[at + by];
  if (at < 0 || other === undefined) return codes;
  return codes.map((one, index) => (index === at ? other : index === at + by ? code : one));
}

/** The codes after one was pinned or let go; a new one comes last. */
export function togglePin(pins: readonly string[], code: string): readonly string[] {
  return pins.includes(code) ? pins.filter((pin) => pin !== code) : [...pins, code].slice(-PINS_MAX);
}

function readCodes(value: string, max: number): readonly string[] {
  return [...new Set(value.split('.').filter((code) => KEPT_CODE_FORM.test(code)))].slice(0, max);
}
