import type { ReactNode } from 'react';
import type { ButtonLook } from '#components/ui/buttons/button';
import { SubmitButton } from '#components/ui/fields/submit-button';
import { AccountFormAlert } from './account-form-alert.tsx';
import type { AccountForm } from './use-account-form.ts';

/** What a form of the account has, in a page and in a dialog. */
export interface FormParts {
  readonly form: Omit<AccountForm<never>, 'error'>;
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
