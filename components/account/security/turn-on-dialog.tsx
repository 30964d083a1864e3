import { useState } from 'react';
import { CopyButton } from '#components/ui/buttons/copy-button';
import { ModalDialog, DialogText } from '#components/ui/dialogs/modal-dialog';
import { accountClient } from '#lib/client/account/account-client';
import type { SecondFactorStart } from '#lib/contract/account';
import { groupedSecret } from '#lib/format/account/grouped-secret';
import { DialogForm } from '#components/account/forms/dialog-form';
import { CodeField, needed } from '#components/account/forms/fields';
import { PasswordStep } from './password-step.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { useAccountForm } from '#components/account/forms/use-account-form.ts';

type Step =
  | { readonly kind: 'password' }
  | { readonly kind: 'scan'; readonly start: SecondFactorStart }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

const TITLES: Readonly<Record<Step['kind'], string>> = {
  password: 'Turn on the second factor',
  scan: 'Add it to your authenticator',
  codes: 'Second factor is on. Store these codes.',
};

/** Turns the second factor on: the password, the secret and its first code, then the recovery codes. */
export function TurnOnDialog({
  isOpen,
  onClose,
  onTurned,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onTurned: () => void;
}) {
  const [step, setStep] = useState<Step>({ kind: 'password' });
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // What was shown once is forgotten with the dialog.
    if (isOpen) setStep({ kind: 'password' });
  }
  return (
    <ModalDialog
      title={TITLES[step.kind]}
      isOpen={isOpen}
      isAlert={step.kind !== 'password'}
      onClose={onClose}
    >
      {step.kind === 'password' && (
        <PasswordStep
          label="Turn on the second factor"
          text="You need an authenticator app, such as the one of your password manager. First your password."
          action="Go on"
          send={(password) => accountClient.beginSecondFactor({ password })}
          onDone={(start) => setStep({ kind: 'scan', start })}
          onClose={onClose}
        />
      )}
      {step.kind === 'scan' && (
        <ScanStep
          start={step.start}
          onClose={onClose}
          onConfirmed={(codes) => {
            setStep({ kind: 'codes', codes });
            onTurned();
          }}
        />
      )}
      {step.kind === 'codes' && <RecoveryCodeList codes={step.codes} onStored={onClose} />}
    </ModalDialog>
  );
}

function ScanStep({
  start,
  onClose,
  onConfirmed,
}: {
  readonly start: SecondFactorStart;
  readonly onClose: () => void;
  readonly onConfirmed: (codes: readonly string[]) => void;
}) {
  const form = useAccountForm({
    fields: { code: needed('Type the six digits.') },
    send: (text) => accountClient.confirmSecondFactor({ code: text('code') }),
    places: { wrong_code: 'code', invalid_parameter: 'code' },
    onDone: ({ recoveryCodes }, refresh) => {
      onConfirmed(recoveryCodes);
      return refresh();
    },
  });
  return (
    <DialogForm form={form} label="Confirm the authenticator" action="Turn on" onClose={onClose}>
      <DialogText>
        Scan the QR code with your authenticator app, or type the secret into it. Then enter the six digits it
        shows.
      </DialogText>
      <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
        <div
          role="img"
          aria-label="QR code of the secret beside it"
          className="flex-none rounded-control bg-white p-1 inset-ring inset-ring-line-strong [&>svg]:block [&>svg]:size-40"
          // The service's own drawing of an address that it made itself.
          dangerouslySetInnerHTML={{ __html: start.qr }}
        />
        <div className="grid min-w-0 flex-1 basis-52 justify-items-start gap-2">
          <span className="text-sm font-medium">Secret</span>
          <code className="font-mono text-sm [overflow-wrap:anywhere] select-all">
            {groupedSecret(start.secret)}
          </code>
          <CopyButton label="Copy secret" text={start.secret} />
          <a href={start.uri} className="text-sm text-accent underline underline-offset-2">
            Open it in an app on this device
          </a>
        </div>
      </div>
      <CodeField error={form.error('code')} />
    </DialogForm>
  );
}
