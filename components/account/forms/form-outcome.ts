import type { AccountReply } from '#lib/client/account/account-client';
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

/** Waits for an answer and puts a missing one into words. */
export async function outcomeOf<T>(asked: AccountReply<T>): Promise<Result<T, FormProblem>> {
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
  return `The service failed to answer. What you typed is kept; look whether it was done before you try again.${request === null ? '' : ` Request ${request}.`}`;
}
