import { FormAlert } from '#components/ui/fields/form-alert';
import { Countdown } from '#components/ui/figures/ticking-time';
import type { FormProblem } from './form-outcome.ts';

/** What stands against a form as a whole, with the way on. */
export function AccountFormAlert({ problem }: { readonly problem: FormProblem | null }) {
  if (problem === null) return null;
  return (
    <FormAlert>
      {problem.message}
      {problem.retryAtMs !== null && (
        <>
          {' '}
          Next try in <Countdown toMs={problem.retryAtMs} />.
        </>
      )}
      {problem.isSignedOut && (
        <>
          {' '}
          <a
            href="/account/sign-in"
            target="_blank"
            rel="noreferrer"
            className="text-accent underline underline-offset-2"
          >
            Sign in in a new tab
          </a>
          , then come back: what you typed is still here.
        </>
      )}
    </FormAlert>
  );
}
