import { useState } from 'react';
import { CopyButton } from '#components/ui/buttons/copy-button';
import { DialogText, ModalDialog } from '#components/ui/dialogs/modal-dialog';
import { TextField } from '#components/ui/fields/text-field';
import { accountClient } from '#lib/client/account/account-client';
import type { SecondFactorStart, SignedInAccount } from '#lib/contract/account';
import { groupedSecret } from '#lib/format/account/shown-key';
import { DialogForm } from '#components/account/forms/dialog-form';
import { CodeField } from '#components/account/forms/fields';
import { needed, useAccountForm } from '#components/account/forms/use-account-form.ts';
import { PasswordStep } from './password-step.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';

/** What the dialog of the security page is about, step by step. What is shown once is kept until the next question only. */
export type SecurityQuestion =
  | { readonly kind: 'turn-on' | 'new-codes' | 'turn-off' }
  | { readonly kind: 'scan'; readonly start: SecondFactorStart }
  | { readonly kind: 'codes'; readonly title: string; readonly codes: readonly string[] }
  | { readonly kind: 'delete'; readonly account: SignedInAccount };

const TITLES: Readonly<Record<Exclude<SecurityQuestion['kind'], 'codes'>, string>> = {
  'turn-on': 'Turn on the second factor',
  scan: 'Add it to your authenticator',
  'new-codes': 'Create new recovery codes',
  'turn-off': 'Turn off the second factor?',
  delete: 'Delete the account?',
};

interface Asked {
  readonly onStep: (next: SecurityQuestion) => void;
  readonly onClose: () => void;
  /** The second factor is on or off, or has new codes. */
  readonly onTurned: () => void;
}

/** The dialog of the security page, with the step of what is asked. */
export function SecurityDialog({
  question,
  isOpen,
  ...asked
}: Asked & { readonly question: SecurityQuestion; readonly isOpen: boolean }) {
  const { kind } = question;
  return (
    <ModalDialog
      title={kind === 'codes' ? question.title : TITLES[kind]}
      isOpen={isOpen}
      isAlert={kind !== 'turn-on' && kind !== 'new-codes'}
      onClose={asked.onClose}
    >
      {kind === 'turn-on' && <TurnOn {...asked} />}
      {kind === 'scan' && <Scan start={question.start} {...asked} />}
      {kind === 'codes' && <RecoveryCodeList codes={question.codes} onStored={asked.onClose} />}
      {kind === 'new-codes' && <NewCodes {...asked} />}
      {kind === 'turn-off' && <TurnOff {...asked} />}
      {kind === 'delete' && <DeleteAccount account={question.account} onClose={asked.onClose} />}
    </ModalDialog>
  );
}

function TurnOn({ onStep, onClose }: Asked) {
  return (
    <PasswordStep
      label="Turn on the second factor"
      text="You need an authenticator app, such as the one of your password manager. First your password."
      action="Go on"
      send={(password) => accountClient.beginSecondFactor({ password })}
      onDone={(start) => onStep({ kind: 'scan', start })}
      onClose={onClose}
    />
  );
}

function Scan({ start, onStep, onClose, onTurned }: Asked & { readonly start: SecondFactorStart }) {
  const form = useAccountForm({
    fields: { code: needed('Type the six digits.') },
    send: (text) => accountClient.confirmSecondFactor({ code: text('code') }),
    places: { wrong_code: 'code', invalid_parameter: 'code' },
    onDone: ({ recoveryCodes }, refresh) => {
      onStep({ kind: 'codes', title: 'Second factor is on. Store these codes.', codes: recoveryCodes });
      onTurned();
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

function NewCodes({ onStep, onClose, onTurned }: Asked) {
  return (
    <PasswordStep
      label="Create new recovery codes"
      text="The codes you have now stop working. It takes what signing in takes."
      action="Create new codes"
      asksCode
      send={(password, code) => accountClient.makeRecoveryCodes({ password, code })}
      onDone={({ recoveryCodes }, refresh) => {
        onStep({ kind: 'codes', title: 'Store these codes', codes: recoveryCodes });
        onTurned();
        return refresh();
      }}
      onClose={onClose}
    />
  );
}

/** Takes both of what signing in takes. */
function TurnOff({ onClose, onTurned }: Asked) {
  return (
    <PasswordStep
      label="Turn off the second factor"
      text="The password alone then opens the account. Your recovery codes stop working with it."
      action="Turn off"
      look="stop"
      wayOut="Keep it on"
      asksCode
      send={(password, code) => accountClient.endSecondFactor({ password, code })}
      onDone={(_, refresh) => {
        onTurned();
        onClose();
        return refresh();
      }}
      onClose={onClose}
    />
  );
}

/** Removes the account for good, once its address was typed and its password is right. */
function DeleteAccount({
  account: { email, hasSecondFactor },
  onClose,
}: {
  readonly account: SignedInAccount;
  readonly onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  return (
    <PasswordStep
      label="Delete the account"
      text="All its keys are refused within 2 seconds, everywhere. Its use, sessions and audit trail are removed. This cannot be undone; export what you want to keep first."
      action="Delete the account"
      look="stop"
      wayOut="Keep the account"
      asksCode={hasSecondFactor}
      isDisabled={typed.toLowerCase() !== email.toLowerCase()}
      send={(password, code) =>
        accountClient.deleteAccount({ password, ...(hasSecondFactor && { code }), confirmation: typed })
      }
      // A page loaded anew, so that nothing of the account stays in this one's memory.
      onDone={() => window.location.assign('/account')}
      onClose={onClose}
    >
      <TextField
        name="confirmation"
        label={
          <>
            Type the account’s address, <span className="[overflow-wrap:anywhere]">{email}</span>
          </>
        }
        autoComplete="off"
        autoCapitalize="none"
        inputMode="email"
        onChange={({ currentTarget }) => setTyped(currentTarget.value.trim())}
      />
    </PasswordStep>
  );
}
