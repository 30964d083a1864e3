import type { ReactNode } from 'react';
import { Button, type ButtonLook } from '#components/ui/buttons/button';
import { DialogActions, DialogBody } from '#components/ui/dialogs/modal-dialog';
import { SubmitButton } from '#components/ui/fields/submit-button';
import { AccountFormAlert } from './account-form-alert.tsx';
import type { AccountForm } from './use-account-form.ts';

interface FormParts {
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

/** The same in a dialog: the way out, which is the other answer to what its title asks, stands before its button. */
export function DialogForm({
  form,
  label,
  action,
  look = 'main',
  isDisabled = false,
  wayOut = 'Cancel',
  onClose,
  children,
}: FormParts & {
  readonly isDisabled?: boolean;
  readonly wayOut?: string;
  readonly onClose: () => void;
}) {
  return (
    <form {...form.props} aria-label={label}>
      <DialogBody>
        {children}
        <AccountFormAlert problem={form.problem} />
      </DialogBody>
      <DialogActions>
        <Button look="ghost" className="h-10" onClick={onClose}>
          {wayOut}
        </Button>
        <SubmitButton look={look} isBusy={form.isBusy} isDisabled={isDisabled}>
          {action}
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
