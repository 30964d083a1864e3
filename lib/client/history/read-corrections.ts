import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import type { CorrectedFigure, RevisionsResponse } from '#lib/contract/responses';
import type { SourceId } from '#lib/domain/source-id';
import { asAnswer, askFor, type Received, type Transport } from '#lib/client/rates/rates-client';

const PAGE_CORRECTIONS = 1000;

/** A service that links on for ever is not followed for ever; what a source corrected beyond this is not marked. */
const PAGES_MAX = 20;

/** What a source corrected, oldest change first, page by page. */
export async function readCorrections(
  transport: Transport,
  source: SourceId,
): Promise<Received<readonly CorrectedFigure[]>> {
  const found: CorrectedFigure[] = [];
  let next: string | null = `${ENDPOINT_PATHS.revisions}?source=${source}&limit=${PAGE_CORRECTIONS}`;
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
