import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountReply } from '#lib/client/account/account-client';
import { refreshAccount } from '#lib/client/account/account-queries';
import { type FormProblem, outcomeOf } from './form-outcome.ts';

/** What comes after a change was made; `refresh` asks again for all that it may have changed. */
export type OnDone<T> = (answer: T, refresh: () => Promise<void>) => void | Promise<void>;

/** A change of the account that the page asks for. */
export interface AccountAction {
  readonly isBusy: boolean;
  readonly problem: FormProblem | null;
  /** Sends one thing at a time; what comes meanwhile is left out. `onDone` refreshes unless it is given. */
  readonly run: <T>(send: () => AccountReply<T>, onDone?: OnDone<T>) => Promise<void>;
  /** Forgets the problem. */
  readonly clear: () => void;
}

/** Changes of the account: one at a time, with what stands against the last one. */
export function useAccountAction(): AccountAction {
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const refresh = () => refreshAccount(queries);
  return {
    isBusy,
    problem,
    clear: () => setProblem(null),
    run: async (send, onDone = refresh) => {
      if (isBusy) return;
      setIsBusy(true);
      setProblem(null);
      try {
        const outcome = await outcomeOf(send());
        if (outcome.ok) await onDone(outcome.value, refresh);
        else setProblem(outcome.error);
      } finally {
        setIsBusy(false);
      }
    },
  };
}
