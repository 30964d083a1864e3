import type { ReactNode } from 'react';
import type { ButtonLook } from '#components/ui/buttons/button';
import { TextLink } from '#components/ui/buttons/text-link';
import { SubmitButton } from '#components/ui/fields/submit-button';
import { Countdown } from '#components/ui/figures/ticking-time';
import { StateShape } from '#components/ui/state-shape';
import type { FormProblem } from './use-account-action.ts';
import type { AccountForm } from './use-account-form.ts';

/** What a form of the account has, in a page and in a dialog. */
export interface FormParts {
  readonly form: AccountForm;
  /** What it is called to those who hear it. */
  readonly label: string;
  /** The words of the button that sends it. */
  readonly action: string;
  readonly look?: ButtonLook;
  /** The fields. */
  readonly children: ReactNode;
}

/** A form in a page: its fields, what stands against it as a whole, its button and, beside that, what became of it. */
export function PageForm({
  form,
  label,
  action,
  look = 'main',
  outcome,
  children,
}: FormParts & { readonly outcome?: ReactNode }) {
  return (
    <form {...form.props} aria-label={label} className="grid gap-4">
      {children}
      <AccountFormAlert problem={form.problem} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton look={look} isBusy={form.isBusy}>
          {action}
        </SubmitButton>
        {outcome}
      </div>
    </form>
  );
}

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
      {problem.code === 'not_signed_in' && (
        <>
          {' '}
          <SignInElsewhere />: what you typed is still here.
        </>
      )}
    </FormAlert>
  );
}

/** The way to sign in again without leaving what was typed. */
export function SignInElsewhere() {
  return (
    <>
      <TextLink href="/account/sign-in" target="_blank" rel="noreferrer">
        Sign in in a new tab
      </TextLink>
      , then come back
    </>
  );
}

/** What is said against a whole form. Takes the focus by code, since it is where the visitor has to read on. */
function FormAlert({ children }: { readonly children: ReactNode }) {
  return (
    <div
      role="alert"
      tabIndex={-1}
      data-form-alert=""
      className="flex items-start gap-2.5 rounded-control border border-l-3 border-line border-l-outage-fill bg-surface px-3 py-2 text-sm"
    >
      <StateShape shape="outage" className="mt-0.75 size-3.5 text-outage" />
      <p className="min-w-0 flex-1 text-pretty">{children}</p>
    </div>
  );
}
