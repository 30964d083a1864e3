import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import type { CorrectedFigure, RevisionsResponse } from '#lib/contract/responses';
import type { SourceId } from '#lib/domain/source-id';
import type { ChartPair } from '#lib/client/address/chosen-lines';
import { asAnswer, askFor, type Received, type Transport } from '#lib/client/rates/rates-client';

const PAGE_CORRECTIONS = 1000;

/** A service that links on for ever is not followed for ever; what was corrected beyond this is not marked. */
const PAGES_MAX = 3;

/** What a source corrected of a pair that it publishes, oldest change first, page by page. */
export async function readCorrections(
  transport: Transport,
  source: SourceId,
  pair: ChartPair,
): Promise<Received<readonly CorrectedFigure[]>> {
  const found: CorrectedFigure[] = [];
  const asked = new URLSearchParams({
    source,
    base: pair.base,
    quote: pair.quote,
    limit: String(PAGE_CORRECTIONS),
  });
  let next: string | null = `${ENDPOINT_PATHS.revisions}?${asked}`;
  let isRepeated = false;
  let receivedAtMs = Infinity;
  for (let pages = 0; next !== null && pages < PAGES_MAX; pages += 1) {
    const page: Received<Page> = await askFor(transport, next, asPage);
    if (!page.answer.ok) return { ...page, answer: page.answer };
    found.push(...page.answer.value.revisions);
    next = page.answer.value.next;
    isRepeated ||= page.isRepeated;
    receivedAtMs = Math.min(receivedAtMs, page.receivedAtMs);
  }
  return { answer: { ok: true, value: found }, receivedAtMs, isRepeated };
}

interface Page {
  readonly revisions: readonly CorrectedFigure[];
  /** Where the later ones are; null when there are none. */
  readonly next: string | null;
}

function asPage(body: unknown, headers: Headers): Page {
  const target = /<([^>]*)>;\s*rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  return {
    revisions: asAnswer<RevisionsResponse>(body).revisions,
    next: target?.startsWith(`${ENDPOINT_PATHS.revisions}?`) === true ? target : null,
  };
}
