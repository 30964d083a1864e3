import type { AccountReply, RefusedReply } from '#lib/client/account/account-client';
import { troubleOf } from '#lib/client/asking/ask-failure';

/** What stands against something that was sent. */
export interface FormProblem {
  readonly message: string;
  readonly isSignedOut: boolean;
  /** When it may be tried again, in epoch milliseconds of this device; null where nobody said. */
  readonly retryAtMs: number | null;
}

/** What became of something that was sent. */
export type FormOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly refusal: RefusedReply }
  /** Nobody knows whether it was done. */
  | { readonly kind: 'unanswered'; readonly problem: FormProblem };

/** Waits for an answer and puts a missing one into words. */
export async function outcomeOf<T>(asked: AccountReply<T>): Promise<FormOutcome<T>> {
  try {
    const outcome = await asked;
    if (outcome.ok) return { kind: 'done', value: outcome.value };
    return { kind: 'refused', refusal: outcome.error };
  } catch (error) {
    return { kind: 'unanswered', problem: unansweredProblem(error) };
  }
}

/** A refusal as something to say about the whole of what was sent. */
export function refusalProblem({ code, message, retryAfterMs }: RefusedReply): FormProblem {
  return {
    message,
    isSignedOut: code === 'not_signed_in',
    retryAtMs: retryAfterMs === null ? null : Date.now() + retryAfterMs,
  };
}

function unansweredProblem(error: unknown): FormProblem {
  const trouble = troubleOf(error);
  const request = trouble?.kind === 'fault' ? trouble.requestId : null;
  const message =
    trouble?.kind === 'unreachable'
      ? 'The service could not be reached. What you typed is kept; try again once it is back.'
      : `The service failed to answer. What you typed is kept; look whether it was done before you try again.${request === null ? '' : ` Request ${request}.`}`;
  return { message, isSignedOut: false, retryAtMs: null };
}
