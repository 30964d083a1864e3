import { useRef, useState } from 'react';
import type { AccountReply } from '#lib/client/account/account-client';
import { type FormProblem, refusalProblem, outcomeOf } from './form-outcome.ts';

/** A button that asks the service for a change. */
export interface AccountAction {
  /** Which one is under way, by the name given to `run`. */
  readonly busy: string | null;
  readonly problem: FormProblem | null;
  /** Sends one thing at a time; what comes meanwhile is left out. */
  readonly run: <T>(
    name: string,
    send: () => AccountReply<T>,
    onDone: (answer: T) => void | Promise<void>,
  ) => void;
}

/** Changes without a form: one at a time, with what stands against the last one. */
export function useAccountAction(): AccountAction {
  const isSending = useRef(false);
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  return {
    busy,
    problem,
    run: (name, send, onDone) => {
      if (isSending.current) return;
      isSending.current = true;
      setBusy(name);
      setProblem(null);
      void outcomeOf(send())
        .then((settled) => {
          if (settled.kind === 'done') return onDone(settled.value);
          setProblem(settled.kind === 'refused' ? refusalProblem(settled.refusal) : settled.problem);
        })
        .finally(() => {
          isSending.current = false;
          setBusy(null);
        });
    },
  };
}
