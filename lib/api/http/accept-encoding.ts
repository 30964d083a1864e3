/** How a body is sent: as it is, compressed where that makes it smaller, or compressed in any case. */
export type Coding = 'plain' | 'gzip' | 'gzip-only';

/** One coding and its weight (RFC 9110, sections 12.4.2 and 12.5.3). */
const WEIGHTED = /^[ \t]*([^\s;,]+)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/i;

/** Without weights, whatever is listed is wanted as much as the rest. */
const LISTS_GZIP = /(?:^|,)[ \t]*(?:(?:x-)?gzip|\*)[ \t]*(?:,|$)/i;

/** What a caller that names a body's plain form nowhere wants less than anything it names. */
const LEAST = 0.0001;

/**
 * The coding that an Accept-Encoding header asks for: compressed where it is wanted no less than plain. A caller that takes
 * neither gets the body plain, which is more use to it than a refusal.
 */
export function codingFor(acceptEncoding: string | null): Coding {
  if (acceptEncoding === null) return 'plain';
  // What nearly every client sends has no weights.
  if (!acceptEncoding.includes(';')) return LISTS_GZIP.test(acceptEncoding) ? 'gzip' : 'plain';
  const weights = weightsOf(acceptEncoding);
  const any = weights.get('*');
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? any ?? 0;
  const plain = weights.get('identity') ?? any ?? LEAST;
  if (gzip === 0 || gzip < plain) return 'plain';
  return plain === 0 ? 'gzip-only' : 'gzip';
}

/** The weight of each coding, 1 where none is given; what does not read as a coding is passed over. */
function weightsOf(acceptEncoding: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const element of acceptEncoding.split(',')) {
    const [, coding, weight = '1'] = WEIGHTED.exec(element) ?? [];
    if (coding !== undefined) weights.set(coding.toLowerCase(), Math.min(1, Number(weight)));
  }
  return weights;
}
