/**
 * The cookie that keeps the pinned codes in this browser. A cookie, because the server draws pinned rows at once: rows that
 * moved up after the page has loaded would push the others away under the reader's eyes.
 */
export const PINS_COOKIE = 'crossrate-pins';

/** What stands at the top before anybody has pinned anything. */
export const DEFAULT_PINS: readonly string[] = ['EUR', 'USD', 'GBP', 'JPY'];

/** More would push the table off the first screen. */
const PINS_MAX = 24;

const CODE_FORM = /^[A-Z0-9]{2,10}$/;

/** Reads the cookie's value; null, as where there is none, gives the codes that are pinned by default. */
export function readPins(value: string | null): readonly string[] {
  if (value === null) return DEFAULT_PINS;
  return [...new Set(value.split('.').filter((code) => CODE_FORM.test(code)))].slice(0, PINS_MAX);
}

/** The codes after one was pinned or let go; a new one comes last. */
export function togglePin(pins: readonly string[], code: string): readonly string[] {
  return pins.includes(code) ? pins.filter((pin) => pin !== code) : [...pins, code].slice(-PINS_MAX);
}
