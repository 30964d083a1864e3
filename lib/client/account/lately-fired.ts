import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { PATIENT, REFRESH_MS } from '#lib/client/asking/ask-interval';
import type { FiredWatch } from '#lib/contract/watches';
import { KNOWN_ACCOUNT } from './known-account.ts';

/** What asks comes as code of its own: most who read figures have no account. */
const LATELY_FIRED_QUERY = queryOptions({
  ...PATIENT,
  queryKey: ['account', 'watches', 'lately'],
  queryFn: async () => (await import('./account-client.ts')).accountClient.latelyFired(),
  refetchInterval: REFRESH_MS,
});

/** What the account's watches noted within a day, newest first; nothing in the first paint, and where nobody is known to be signed in. */
export function useLatelyFired(): readonly FiredWatch[] {
  const isKnown = useSyncExternalStore(KNOWN_ACCOUNT.subscribe, isAccountKnown, () => false);
  const { data } = useQuery({ ...LATELY_FIRED_QUERY, enabled: isKnown });
  return isKnown ? (data?.fired ?? []) : [];
}

function isAccountKnown(): boolean {
  return KNOWN_ACCOUNT.read() !== null;
}
