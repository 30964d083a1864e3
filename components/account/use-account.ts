import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { ME_QUERY } from '#lib/client/account/account-queries';
import { onwardAddress } from '#lib/client/address/onward-address';
import type { AccountState, Me, SignedInAccount } from '#lib/contract/account';

/** Where the visitor stands, as far as the page knows. */
export interface KnownAccount {
  /** Null until the service said it. */
  readonly me: Me | null;
  readonly account: SignedInAccount | null;
  /** Why it is not known. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Who is signed in; one question shared by everything on the page. */
export function useAccount(): KnownAccount {
  const { data, error, refetch } = useQuery(ME_QUERY);
  return {
    me: data ?? null,
    account: data?.account ?? null,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  };
}

/** Where the visitor stands, and whether a session that this page had has ended. */
export interface Standing extends KnownAccount {
  readonly hasLostSession: boolean;
}

/**
 * Sends visitors who do not belong on this page to the one where they go on. Who was signed in here and no longer is stays,
 * so that nothing typed is lost; the page then says so.
 */
export function useStanding(allowed: readonly AccountState[]): Standing {
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
