import { useState } from 'react';
import { ModalDialog } from '#components/ui/dialogs/modal-dialog';
import { accountClient } from '#lib/client/account/account-client';
import { PasswordStep } from './password-step.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';

/** Makes new recovery codes in the place of the old ones. */
export function NewCodesDialog({
  isOpen,
  onClose,
  onTurned,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onTurned: () => void;
}) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // What was shown once is forgotten before anything else is asked.
    if (isOpen) setCodes(null);
  }
  return (
    <ModalDialog
      title={codes === null ? 'Create new recovery codes' : 'Store these codes'}
      isOpen={isOpen}
      isAlert={codes !== null}
      onClose={onClose}
    >
      {codes === null ? (
        <PasswordStep
          label="Create new recovery codes"
          text="The codes you have now stop working. It takes what signing in takes."
          action="Create new codes"
          asksCode
          send={(password, code) => accountClient.makeRecoveryCodes({ password, code })}
          onDone={({ recoveryCodes }, refresh) => {
            setCodes(recoveryCodes);
            onTurned();
            return refresh();
          }}
          onClose={onClose}
        />
      ) : (
        <RecoveryCodeList codes={codes} onStored={onClose} />
      )}
    </ModalDialog>
  );
}
