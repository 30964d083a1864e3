/** A page's query as Next gives it. */
export type PageQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The address under which the server was asked for a page, path and query; of a repeated parameter the first. */
export function pageAddress(segments: readonly string[], query: PageQuery): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const first = typeof value === 'string' ? value : value?.[0];
    return first === undefined ? [] : [[name, first]];
  });
  const search = new URLSearchParams(pairs).toString();
  return `/${segments.join('/')}${search === '' ? '' : `?${search}`}`;
}
