/** An answer of several, with the headers that say where the next is. */
interface LinkedPage<Page> {
  readonly page: Page;
  readonly headers: Headers;
}

/**
 * The answer to a path, and then each that the one before links to as `rel` (RFC 8288), which is asked for when that was read. Only paths
 * of the same endpoint are followed.
 */
export async function* linkedPages<Page>(
  ask: (path: string) => Promise<LinkedPage<Page>>,
  path: string,
  rel: 'prev' | 'next',
): AsyncGenerator<Page, void, undefined> {
  const endpoint = path.slice(0, path.indexOf('?') + 1);
  const link = new RegExp(`<([^>]*)>;\\s*rel="${rel}"`);
  let next: string | undefined = path;
  while (next?.startsWith(endpoint)) {
    const { page, headers }: LinkedPage<Page> = await ask(next);
    yield page;
    next = link.exec(headers.get('Link') ?? '')?.[1];
  }
}
