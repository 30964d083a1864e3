import { Button } from '#components/ui/buttons/button';
import { DialogActions, DialogBody } from '#components/ui/dialogs/modal-dialog';
import { SubmitButton } from '#components/ui/fields/submit-button';
import { AccountFormAlert, type FormParts } from './account-form.tsx';

/** A form of the account in a dialog: the way out, which is the other answer to what its title asks, stands before its button. */
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
