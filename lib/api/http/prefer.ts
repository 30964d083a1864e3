/** How a query is read: a parameter that the endpoint does not know is an error, or is passed over. */
export type Handling = 'strict' | 'lenient';

/** What an answer says that was read leniently because its caller asked for it (RFC 7240, section 3). */
export const LENIENT_APPLIED = 'handling=lenient';

/** A token (RFC 9110, section 5.6.2), a quoted string (5.6.4), and a preference of both (RFC 7240, section 2). */
const TOKEN = "[!#$%&'*+.^_`|~\\dA-Za-z-]+";
const QUOTED = '"(?:[^"\\\\]|\\\\.)*"';
const PREFERENCE = new RegExp(`^(${TOKEN})(?:[ \\t]*=[ \\t]*(${TOKEN}|${QUOTED})?)?$`, 's');

/** Everything up to the next comma or semicolon outside a quoted string, and that sign. */
const PART = new RegExp(`((?:${QUOTED}|[^,;"])*)([,;]|$)`, 'gsy');

/**
 * The handling that a Prefer header asks for, strict where it asks for none. Several fields arrive here joined by commas; of
 * a preference that is given twice the first counts, and parameters behind a semicolon belong to their preference alone.
 */
export function handlingOf(prefer: string | null): Handling {
  if (prefer === null) return 'strict';
  for (const preference of preferencesIn(prefer)) {
    const [, name = '', value = ''] = PREFERENCE.exec(preference.trim()) ?? [];
    if (name.toLowerCase() === 'handling') {
      return unquoted(value).toLowerCase() === 'lenient' ? 'lenient' : 'strict';
    }
  }
  return 'strict';
}

/** The preferences of a header without their parameters; what follows a quote that is never closed is not read. */
function* preferencesIn(prefer: string): Generator<string> {
  let isParameter = false;
  for (const [, part = '', end] of prefer.matchAll(PART)) {
    if (!isParameter) yield part;
    isParameter = end === ';';
  }
}

function unquoted(word: string): string {
  return word.startsWith('"') ? word.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : word;
}
