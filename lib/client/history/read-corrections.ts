import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import type { CorrectedFigure, RevisionsResponse } from '#lib/contract/responses';
import type { SourceId } from '#lib/domain/source-id';
import type { ChartPair } from '#lib/client/address/chosen-lines';
import { asAnswer, type Received, type Transport } from '#lib/client/rates/rates-client';
import { readPages } from './read-pages.ts';

const PAGE_CORRECTIONS = 1000;

/** What was corrected beyond this is not marked. */
const PAGES_MAX = 3;

/** What a source corrected of a pair that it publishes, oldest change first, page by page. */
export async function readCorrections(
  transport: Transport,
  source: SourceId,
  { base, quote }: ChartPair,
): Promise<Received<readonly CorrectedFigure[]>> {
  const asked = new URLSearchParams({ source, base, quote, limit: String(PAGE_CORRECTIONS) });
  const { answer, ...received } = await readPages(transport, `${ENDPOINT_PATHS.revisions}?${asked}`, {
    rel: 'next',
    pagesMax: PAGES_MAX,
    asPage: asAnswer<RevisionsResponse>,
  });
  if (!answer.ok) return { answer, ...received };
  return { answer: { ok: true, value: answer.value.flatMap(({ revisions }) => revisions) }, ...received };
}
