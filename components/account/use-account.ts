import { useQuery } from '@tanstack/react-query';
import { ME_QUERY } from '#lib/client/account/account-queries';
import type { Me, SignedInAccount } from '#lib/contract/account';

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
