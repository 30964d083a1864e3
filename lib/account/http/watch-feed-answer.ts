import { hashToken } from '#lib/account/secrets/one-time-token';
import { FIRED_SHOWN_MS, readWatched } from '#lib/account/watches/watch-rows';
import { WATCH_FEEDS } from '#lib/contract/watches';
import type { Clock } from '#lib/platform/clock';
import type { Store } from '#lib/store/store';

/** What feeds are answered from. */
interface FeedSetup {
  readonly store: Store;
  readonly clock: Pick<Clock, 'real'>;
  readonly publicUrl: URL | null;
}

/**
 * Answers the feed at an address that somebody was given; all others are answered alike. What only knows the address reads
 * what was noted and nothing else of the account.
 */
export async function answerWatchFeed(
  { store, publicUrl, clock }: FeedSetup,
  request: Request,
): Promise<Response> {
  const { pathname, origin } = new URL(request.url);
  const secret = /^([\w-]{43})\.atom$/.exec(pathname.slice(WATCH_FEEDS.length))?.[1];
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const feed =
    secret === undefined || !isRead ? null : await store.readWatchFeed({ hash: hashToken(secret) });
  if (!feed) return new Response('Not found\n', { status: 404, headers: FEED_HEADERS });
  const { accountId, madeAtMs } = feed;
  const { fired } = await readWatched(store, accountId, clock.real().getTime() - FIRED_SHOWN_MS);
  const parts = { fired, accountId, madeAt: new Date(madeAtMs), origin: publicUrl?.origin ?? origin };
  // Few ask for it, and what writes XML is not needed for other answers.
  const { watchFeed } = await import('#lib/account/watches/watch-feed');
  const headers = { ...FEED_HEADERS, 'Content-Type': 'application/atom+xml; charset=utf-8' };
  return new Response(request.method === 'HEAD' ? null : watchFeed(parts), { headers });
}

const FEED_HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'private, no-store',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};
