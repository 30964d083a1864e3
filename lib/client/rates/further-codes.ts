import { FURTHER_MAX } from '#lib/client/address/converter-address';

/**
 * The cookie that keeps a visitor's further currencies. A cookie, because the server draws the list at once: rows that came
 * after the page has loaded would push others away under the reader's eyes.
 */
export const FURTHER_COOKIE = 'crossrate-also';

const CODE_FORM = /^[A-Z0-9]{2,10}$/;

/** Reads the cookie's value; null where there is none. An empty one is a list that was emptied. */
export function readFurtherCookie(value: string | null): readonly string[] | null {
  if (value === null) return null;
  return [...new Set(value.split('.').filter((code) => CODE_FORM.test(code)))].slice(0, FURTHER_MAX);
}

/** The list with a code as its last one; as it is where it has the code. */
export function withFurther(codes: readonly string[], code: string): readonly string[] {
  return codes.includes(code) ? codes : [...codes, code].slice(-FURTHER_MAX);
}
