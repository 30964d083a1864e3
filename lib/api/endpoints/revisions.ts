import { defineLongEndpoint } from '#lib/api/endpoint';
import { rateError } from '#lib/api/rates/rate-errors';
import { type RevisionsQuery, revisionsContract } from '#lib/contract/endpoints/revisions';
import type { RevisionsResponse } from '#lib/contract/responses';
import { isoDayOf } from '#lib/domain/iso-day';
import { fail, ok } from '#lib/domain/result';
import type { ReplacedFigure } from '#lib/store/rates/replaced-figures';

/** GET /v1/revisions: what a source replaced, by when it did. */
export const revisions = defineLongEndpoint(revisionsContract, {
  readsDatabase: true,
  // All of a source are looked through, whatever the limit.
  figuresMax: () => 20_000,
  madeFrom: ({ source }, { sources }) => String(sources.find(({ id }) => id === source.source)?.revision),
  answer: async (reads, query, snapshot) => {
    const { source: id } = query.source;
    if (!snapshot.sources.some((source) => source.id === id))
      return fail(rateError({ kind: 'not-enabled', source: id }, snapshot));
    const { since = 0, skip, limit, base, quote } = query;
    const pair = base === undefined || quote === undefined ? null : { base, quote };
    const { readReplacedFigures } = await reads.history();
    const found = await readReplacedFigures({ source: id, pair, sinceMs: since, skip, limit: limit + 1 });
    const given = found.slice(0, limit);
    const body: RevisionsResponse = { source: id, count: given.length, revisions: given.map(revisionOf) };
    return ok({
      body,
      stale: false,
      ...(given.length < found.length && { headers: nextHeaders(query, given) }),
    });
  },
});

function revisionOf(replaced: ReplacedFigure): RevisionsResponse['revisions'][number] {
  const { base, quote, atMs, rate, replacedBy, replacedAtMs, url, sha256, fetchedAtMs } = replaced;
  return {
    base,
    quote,
    day: isoDayOf(new Date(atMs)),
    figure: rate,
    firstSeenAt: fetchedAtMs === null ? null : new Date(fetchedAtMs).toISOString(),
    document: url === null || sha256 === null ? null : { url, sha256 },
    replacedBy,
    replacedAt: new Date(replacedAtMs).toISOString(),
  };
}

/** Says where the next ones are: from the last instant on, without those of that instant which were given. */
function nextHeaders(
  { source, base, quote, since = 0, skip, limit }: RevisionsQuery,
  given: readonly ReplacedFigure[],
): Readonly<Record<string, string>> {
  const lastMs = given.at(-1)?.replacedAtMs ?? since;
  const ofLast = given.filter(({ replacedAtMs }) => replacedAtMs === lastMs).length;
  const parameters = new URLSearchParams({
    source: source.source,
    ...(base !== undefined && quote !== undefined && { base, quote }),
    since: new Date(lastMs).toISOString(),
    limit: String(limit),
    skip: String(ofLast + (lastMs === since ? skip : 0)),
  });
  return { 'X-Truncated': 'true', Link: `<${revisionsContract.path}?${parameters}>; rel="next"` };
}
