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

/** The origin under which the server was asked, as our own listener tells it. */
export function servedOrigin(headers: { readonly get: (name: string) => string | null }): string {
  const origin = `${headers.get('x-forwarded-proto') ?? 'http'}://${headers.get('host') ?? 'localhost'}`;
  return URL.canParse(origin) ? new URL(origin).origin : 'http://localhost';
}
