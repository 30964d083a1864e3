import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { ME_QUERY } from '#lib/client/account/account-queries';
import { onwardAddress } from '#lib/client/address/onward-address';
import type { AccountState } from '#lib/contract/account';

/** Who is signed in; one question shared by everything on the page. */
export function useAccount() {
  const { data, error, refetch } = useQuery(ME_QUERY);
  return {
    /** Null until the service said it. */
    me: data ?? null,
    account: data?.account ?? null,
    /** Why it is not known. */
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  };
}

/** Asks something of the account once it is known who is signed in. */
export function useAccountQuery<Data, Key extends QueryKey>(query: UseQueryOptions<Data, Error, Data, Key>) {
  const { account } = useAccount();
  return useQuery({ ...query, enabled: account !== null });
}

/**
 * Sends visitors who do not belong on this page to the one where they go on. Who was signed in here and no longer is stays,
 * so that nothing typed is lost; the page then says so.
 */
export function useStanding(allowed: readonly AccountState[]) {
  const known = useAccount();
  const router = useRouter();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  const state = known.me?.state ?? null;
  if (state === 'signed-in' && !wasSignedIn) setWasSignedIn(true);
  const hasLostSession = wasSignedIn && state !== null && state !== 'signed-in';
  const isMisplaced = state !== null && !allowed.includes(state) && !hasLostSession;
  useEffect(() => {
    if (isMisplaced) router.replace(onwardAddress(state, window.location));
  }, [isMisplaced, state, router]);
  return { ...known, hasLostSession };
}
