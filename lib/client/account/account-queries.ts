import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { KeyRow } from '#lib/contract/account';
import { PATIENT } from '#lib/client/asking/ask-interval';
import { accountClient, AccountRefused } from './account-client.ts';

/** How often the use of keys is asked for while the page is in sight. */
const REFRESH_MS = 30_000;

/** Whoever has made a key waits for its first request. */
const FIRST_USE_MS = 1000;

/** Every key of the account's queries begins with it. */
const ACCOUNT = 'account';

const SHARED = {
  ...PATIENT,
  staleTime: 0,
  retry: (failures: number, error: Error) => failures < 2 && !(error instanceof AccountRefused),
} as const;

/** Where the visitor stands. */
export const ME_QUERY = queryOptions({ ...SHARED, queryKey: [ACCOUNT, 'me'], queryFn: accountClient.me });

/** The account's keys with their use, asked for again while the page is open. */
export const KEYS_QUERY = queryOptions({
  ...SHARED,
  queryKey: [ACCOUNT, 'keys'],
  queryFn: accountClient.keys,
  refetchInterval: ({ state }) => (state.data?.keys.some(isWaitedFor) === true ? FIRST_USE_MS : REFRESH_MS),
});

/** The account's feed links. */
export const FEED_LINKS_QUERY = queryOptions({
  ...SHARED,
  queryKey: [ACCOUNT, 'feed-links'],
  queryFn: accountClient.feedLinks,
});

/** Where the account is signed in. */
export const SESSIONS_QUERY = queryOptions({
  ...SHARED,
  queryKey: [ACCOUNT, 'sessions'],
  queryFn: accountClient.sessions,
});

/** What the account watches, asked for again while the page is open. */
export const WATCHES_QUERY = queryOptions({
  ...SHARED,
  queryKey: [ACCOUNT, 'watches'],
  queryFn: accountClient.watches,
  refetchInterval: REFRESH_MS,
});

/** Where the account's messages are sent, asked for often while some wait. */
export const WEBHOOKS_QUERY = queryOptions({
  ...SHARED,
  queryKey: [ACCOUNT, 'webhooks'],
  queryFn: accountClient.webhooks,
  refetchInterval: ({ state }) =>
    state.data?.some(({ waiting, failures }) => waiting > 0 && failures === 0) === true
      ? FIRST_USE_MS
      : REFRESH_MS,
});

/** The audit log page by page, newest first. */
export const AUDIT_LOG_QUERY = infiniteQueryOptions({
  ...SHARED,
  queryKey: [ACCOUNT, 'trail'],
  initialPageParam: null,
  queryFn: ({ pageParam }: { readonly pageParam: string | null }) => accountClient.auditLog(pageParam),
  getNextPageParam: (page) => page.next,
});

/** Asks again for all that a change may have changed; resolves when the visible queries have their answers. */
export function refreshAccount(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [ACCOUNT] });
}

/** Whether a key works and was never used. */
function isWaitedFor({ state, lastUsedAt }: KeyRow): boolean {
  return lastUsedAt === null && (state === 'active' || state === 'ending');
}
