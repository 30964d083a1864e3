import { type ReactNode, useState } from 'react';
import type { ButtonLook } from '#components/ui/buttons/button';
import { CopyButton } from '#components/ui/buttons/copy-button';
import { DialogText, ModalDialog } from '#components/ui/dialogs/modal-dialog';
import { PasswordField } from '#components/ui/fields/password-field';
import { TextField } from '#components/ui/fields/text-field';
import { accountClient, type AccountReply } from '#lib/client/account/account-client';
import type { RecoveryCodes, SecondFactorStart, SignedInAccount } from '#lib/contract/account';
import { groupedSecret } from '#lib/format/account/shown-key';
import { DialogForm } from '#components/account/forms/dialog-form';
import { AnyCodeField, checkPassword, CodeField } from '#components/account/forms/fields';
import { type OnDone, thenRefresh } from '#components/account/forms/use-account-action.ts';
import { needed, useAccountForm } from '#components/account/forms/use-account-form.ts';
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

/** The dialog of the security page, with the step of what is asked. */
export function SecurityDialog({
  question,
  isOpen,
  onStep,
  onClose,
  onTurned,
}: {
  readonly question: SecurityQuestion;
  readonly isOpen: boolean;
  readonly onStep: (next: SecurityQuestion) => void;
  readonly onClose: () => void;
  /** The second factor is on or off, or has new codes. */
  readonly onTurned: () => void;
}) {
  const { kind } = question;
  const showCodes = (title: string) =>
    thenRefresh(({ recoveryCodes }: RecoveryCodes) => {
      onStep({ kind: 'codes', title, codes: recoveryCodes });
      onTurned();
    });
  return (
    <ModalDialog
      title={kind === 'codes' ? question.title : TITLES[kind]}
      isOpen={isOpen}
      isAlert={kind !== 'turn-on' && kind !== 'new-codes'}
      onClose={onClose}
    >
      {kind === 'turn-on' && (
        <PasswordStep
          label="Turn on the second factor"
          text="You need an authenticator app, such as the one of your password manager. First your password."
          action="Go on"
          send={(password) => accountClient.beginSecondFactor({ password })}
          onDone={(start) => onStep({ kind: 'scan', start })}
          onClose={onClose}
        />
      )}
      {kind === 'scan' && (
        <Scan
          start={question.start}
          onDone={showCodes('Second factor is on. Store these codes.')}
          onClose={onClose}
        />
      )}
      {kind === 'codes' && <RecoveryCodeList codes={question.codes} onStored={onClose} />}
      {kind === 'new-codes' && (
        <PasswordStep
          label="Create new recovery codes"
          text="The codes you have now stop working. Confirm as you do when you sign in."
          action="Create new codes"
          asksCode
          send={(password, code) => accountClient.makeRecoveryCodes({ password, code })}
          onDone={showCodes('Store these codes')}
          onClose={onClose}
        />
      )}
      {kind === 'turn-off' && (
        <PasswordStep
          label="Turn off the second factor"
          text="The password alone then opens the account. Your recovery codes stop working with it."
          action="Turn off"
          look="stop"
          wayOut="Keep it on"
          asksCode
          send={(password, code) => accountClient.endSecondFactor({ password, code })}
          onDone={thenRefresh(() => {
            onTurned();
            onClose();
          })}
          onClose={onClose}
        />
      )}
      {kind === 'delete' && <DeleteAccount account={question.account} onClose={onClose} />}
    </ModalDialog>
  );
}

function Scan({
  start,
  onDone,
  onClose,
}: {
  readonly start: SecondFactorStart;
  readonly onDone: OnDone<RecoveryCodes>;
  readonly onClose: () => void;
}) {
  const form = useAccountForm({
    fields: { code: needed('Type the six digits.') },
    send: (text) => accountClient.confirmSecondFactor({ code: text('code') }),
    places: { wrong_code: 'code', invalid_parameter: 'code' },
    onDone,
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

/** Asks for the password, and for a code where one is needed, before something that only the owner may do. */
function PasswordStep<T>({
  text,
  asksCode = false,
  send,
  onDone,
  children,
  ...parts
}: {
  readonly label: string;
  readonly text: string;
  /** The verb on the button. */
  readonly action: string;
  readonly asksCode?: boolean;
  readonly look?: ButtonLook;
  readonly isDisabled?: boolean;
  readonly wayOut?: string;
  /** `code` is empty where none is asked for. */
  readonly send: (password: string, code: string) => AccountReply<T>;
  readonly onDone: OnDone<T>;
  readonly onClose: () => void;
  /** More fields. */
  readonly children?: ReactNode;
}) {
  const form = useAccountForm({
    fields: { password: checkPassword, code: asksCode ? needed('Type a code.') : null },
    send: (typed) => send(typed('password'), typed('code')),
    places: { wrong_password: 'password', wrong_code: 'code' },
    onDone,
  });
  return (
    <DialogForm form={form} {...parts}>
      <DialogText>{text}</DialogText>
      <PasswordField kind="current" name="password" label="Password" error={form.error('password')} />
      {asksCode && <AnyCodeField error={form.error('code')} />}
      {children}
    </DialogForm>
  );
}
