import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { onwardAddress } from '#lib/client/address/onward-address';
import type { AccountState } from '#lib/contract/account';
import { type KnownAccount, useAccount } from './use-account.ts';

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
