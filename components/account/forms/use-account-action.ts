import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountReply } from '#lib/client/account/account-client';
import { refreshAccount } from '#lib/client/account/account-queries';
import { troubleOf } from '#lib/client/asking/ask-failure';
import type { AccountErrorCode } from '#lib/contract/account-errors';
import { fail, type Result } from '#lib/domain/result';

/** What stands against something that was sent. */
export interface FormProblem {
  /** Null where no answer came, so that nobody knows whether it was done. */
  readonly code: AccountErrorCode | null;
  readonly message: string;
  /** When it may be tried again, in epoch milliseconds of this device; null where nobody said. */
  readonly retryAtMs: number | null;
}

/** What comes after a change was made; `refresh` asks again for all that it may have changed. */
export type OnDone<T> = (answer: T, refresh: () => Promise<void>) => void | Promise<void>;

/** Does this with the answer before anything is asked again: what was made must not wait for it. */
export function thenRefresh<T>(act: (answer: T) => void): OnDone<T> {
  return (answer, refresh) => {
    act(answer);
    return refresh();
  };
}

export type AccountAction = ReturnType<typeof useAccountAction>;

/** Changes of the account that the page asks for: one at a time, with what stands against the last one. */
export function useAccountAction() {
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const refresh = () => refreshAccount(queries);
  /** Sends one thing at a time; what comes meanwhile is left out. `onDone` refreshes unless it is given. */
  const run = async <T>(send: () => AccountReply<T>, onDone: OnDone<T> = refresh): Promise<void> => {
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
  };
  return { isBusy, problem, run, forgetProblem: () => setProblem(null) };
}

/** Waits for an answer and puts a missing one into words. */
async function outcomeOf<T>(asked: AccountReply<T>): Promise<Result<T, FormProblem>> {
  try {
    const outcome = await asked;
    if (outcome.ok) return outcome;
    const { code, message, retryAfterMs } = outcome.error;
    return fail({ code, message, retryAtMs: retryAfterMs === null ? null : Date.now() + retryAfterMs });
  } catch (error) {
    return fail({ code: null, message: unansweredText(error), retryAtMs: null });
  }
}

function unansweredText(error: unknown): string {
  const trouble = troubleOf(error);
  if (trouble?.kind === 'unreachable') {
    return 'The service could not be reached. What you typed is kept; try again once it is back.';
  }
  const request = trouble?.kind === 'fault' ? trouble.requestId : null;
  return `The service failed to answer. What you typed is kept; check whether it was done before you try again.${request === null ? '' : ` Request ${request}.`}`;
}
