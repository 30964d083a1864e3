import { askFor, type Received, type Transport } from '#lib/client/rates/rates-client';

/** How the pages of an answer are read. */
interface PageReading<Page> {
  /** Which link leads on. */
  readonly rel: 'prev' | 'next';
  /** A service that links on for ever is not followed for ever. */
  readonly pagesMax: number;
  readonly asPage: (body: unknown) => Page;
}

/** Asks a path and then, page by page, what the answers link to; only paths of the same endpoint are followed. */
export async function readPages<Page>(
  transport: Transport,
  path: string,
  { rel, pagesMax, asPage }: PageReading<Page>,
): Promise<Received<readonly Page[]>> {
  const [endpoint = ''] = path.split('?', 1);
  const asLinked = (body: unknown, headers: Headers) => {
    const target = new RegExp(`<([^>]*)>;\\s*rel="${rel}"`).exec(headers.get('Link') ?? '')?.[1];
    return { page: asPage(body), next: target?.startsWith(`${endpoint}?`) === true ? target : null };
  };
  const pages: Page[] = [];
  let isRepeated = false;
  let receivedAtMs = Infinity;
  let next: string | null = path;
  while (next !== null && pages.length < pagesMax) {
    const found: Received<ReturnType<typeof asLinked>> = await askFor(transport, next, asLinked);
    if (!found.answer.ok) return { ...found, answer: found.answer };
    pages.push(found.answer.value.page);
    isRepeated ||= found.isRepeated;
    receivedAtMs = Math.min(receivedAtMs, found.receivedAtMs);
    next = found.answer.value.next;
  }
  return { answer: { ok: true, value: pages }, receivedAtMs, isRepeated };
}
