import { ENDPOINT_PATHS, type EndpointId } from './endpoint-paths.ts';

/** An endpoint of /v1 that will go. */
export interface EndpointDeprecation {
  readonly endpoint: EndpointId;
  /** Since when callers should use something else. */
  readonly deprecatedAt: Date;
  /** From when on it is no longer answered; at least {@link NOTICE_MONTHS} later. */
  readonly sunsetAt: Date;
  /** Where it says what to use instead: a path of this server, or a whole address. */
  readonly guide: string;
}

/** Every endpoint that will go; the headers of its answers and its mark in the document follow from its row. */
export const DEPRECATIONS: readonly EndpointDeprecation[] = [];

/** For how long callers are told before an endpoint goes. */
const NOTICE_MONTHS = 6;

/**
 * What each answer of a path says of its end: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a `Link` to what to use instead. Null
 * for a path that stays. Throws where callers would be told later than was promised.
 */
export function deprecationHeaders(
  path: string,
  table: readonly EndpointDeprecation[],
): Readonly<Record<'Deprecation' | 'Sunset' | 'Link', string>> | null {
  const row = table.find(({ endpoint }) => ENDPOINT_PATHS[endpoint] === path);
  if (!row) return null;
  const { deprecatedAt, sunsetAt, guide } = row;
  const earliest = new Date(deprecatedAt);
  earliest.setUTCMonth(earliest.getUTCMonth() + NOTICE_MONTHS);
  if (sunsetAt < earliest)
    throw new Error(`${path} may go ${NOTICE_MONTHS} months after its deprecation at the earliest.`);
  return {
    Deprecation: `@${Math.floor(deprecatedAt.getTime() / 1000)}`,
    Sunset: sunsetAt.toUTCString(),
    Link: `<${guide}>; rel="deprecation"; type="text/html"`,
  };
}
