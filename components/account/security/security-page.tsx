'use client';
import Link from 'next/link';
import { useState } from 'react';
import { Button, ButtonLink, buttonLook } from '#components/ui/buttons/button';
import { PageHead } from '#components/ui/page-head';
import { Card } from '#components/ui/card';
import { Skeleton } from '#components/ui/skeleton';
import { Tag } from '#components/ui/tag';
import { accountClient, EXPORT_ADDRESS } from '#lib/client/account/account-client';
import type { SignedInAccount } from '#lib/contract/account';
import { dayText } from '#lib/format/instants';
import { AccountPart } from '#components/account/account-part';
import { useDialog } from '#components/account/forms/use-dialog';
import type { SecurityQuestion } from './security-dialog.tsx';
import { useAccount } from '#components/account/use-account.ts';
import { PasswordField } from '#components/ui/fields/password-field';
import { PageForm } from '#components/account/forms/account-form';
import { checkNewPassword, NewPasswordField } from '#components/account/forms/fields';
import { useAccountForm } from '#components/account/forms/use-account-form.ts';

const loadDialog = () => import('./security-dialog.tsx');
const TURN_ON: SecurityQuestion = { kind: 'turn-on' };

/** Recovery codes so few that new ones should be made. */
const CODES_FEW = 3;

/** Password, second factor, the account's own records, and its end. */
export function SecurityPage() {
  const { account, error } = useAccount();
  const dialog = useDialog(loadDialog, TURN_ON);
  const [hasTurned, setHasTurned] = useState(false);
  return (
    <>
      <PageHead title="Security">
        {error !== null ? undefined : account === null ? (
          <span aria-busy="true">
            <Skeleton width="28ch" />
          </span>
        ) : (
          `${account.email}, since ${dayText(new Date(account.createdAt))}.`
        )}
      </PageHead>
      {dialog.missing}
      <AccountPart
        title="Your account could not be read"
        calm="API keys keep working; changes wait until the service answers."
      >
        <div className="grid gap-6 max-phone:gap-4">
          <Card title="Password">
            <div className="max-w-[27rem] px-6 pt-4 pb-6 max-phone:max-w-none max-phone:px-4">
              <PasswordForm email={account?.email ?? ''} />
            </div>
          </Card>
          <SecondFactor
            account={account}
            onAsk={dialog.ask}
            takesFocus={hasTurned}
            onFocusTaken={() => setHasTurned(false)}
          />
          <Card title="Sessions">
            <Setting text="Browsers that are signed in, with the address and the time each was last seen.">
              <Link href="/account/sessions" prefetch={false} className={buttonLook('line', 'md')}>
                Show sessions
              </Link>
            </Setting>
          </Card>
          <Card title="Your records">
            <Setting text="Everything kept about the account as one JSON file: keys without their secrets, use by day, sessions and the audit trail.">
              <ButtonLink look="line" href={EXPORT_ADDRESS} download>
                Export as JSON
              </ButtonLink>
            </Setting>
          </Card>
          <Card title="Delete the account">
            <Setting text="Its keys are refused within 2 seconds, everywhere, and what is kept about it is removed. This cannot be undone.">
              <Button
                look="line"
                disabled={account === null}
                onClick={() => account && dialog.ask({ kind: 'delete', account })}
              >
                Delete the account…
              </Button>
            </Setting>
          </Card>
        </div>
      </AccountPart>
      {dialog.part && (
        <dialog.part.SecurityDialog
          question={dialog.question}
          isOpen={dialog.isOpen}
          onStep={dialog.turnTo}
          onClose={dialog.close}
          onTurned={() => setHasTurned(true)}
        />
      )}
    </>
  );
}

function SecondFactor({
  account,
  onAsk,
  takesFocus,
  onFocusTaken,
}: {
  readonly account: SignedInAccount | null;
  readonly onAsk: (question: SecurityQuestion) => void;
  /** After a dialog whose button has left the page. */
  readonly takesFocus: boolean;
  readonly onFocusTaken: () => void;
}) {
  const first = { 'data-takes-focus': takesFocus, onFocus: onFocusTaken };
  const isOn = account?.hasSecondFactor === true;
  const left = account?.recoveryCodesLeft ?? 0;
  return (
    <Card title="Second factor" action={account !== null && <Tag>{isOn ? 'On' : 'Off'}</Tag>}>
      {isOn ? (
        <Setting
          text={`Signing in asks for a code of your authenticator. ${left === 1 ? '1 recovery code is' : `${left} recovery codes are`} left${left < CODES_FEW ? '; create new ones before you need them' : ''}.`}
        >
          <Button look="line" onClick={() => onAsk({ kind: 'new-codes' })} {...first}>
            Create new recovery codes
          </Button>
          <Button look="line" onClick={() => onAsk({ kind: 'turn-off' })}>
            Turn off…
          </Button>
        </Setting>
      ) : (
        <Setting text="With it, a stolen password alone opens nothing: signing in also asks for six digits that an authenticator app shows.">
          <Button look="main" disabled={account === null} onClick={() => onAsk(TURN_ON)} {...first}>
            Turn on
          </Button>
        </Setting>
      )}
    </Card>
  );
}

function Setting({ text, children }: { readonly text: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 px-6 py-4 max-phone:px-4">
      <p className="max-w-[64ch] min-w-0 flex-1 basis-72 text-pretty text-text-soft">{text}</p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}

/** Changes the password. The address stands along unseen, so that a password manager knows whose it is. */
function PasswordForm({ email }: { readonly email: string }) {
  const [isChanged, setIsChanged] = useState(false);
  const form = useAccountForm({
    fields: { current: checkCurrent, next: checkNewPassword },
    send: (text) => {
      setIsChanged(false);
      return accountClient.changePassword({ current: text('current'), next: text('next') });
    },
    places: { wrong_password: 'current', weak_password: 'next' },
    onDone: (_, refresh) => {
      form.props.ref.current?.reset();
      setIsChanged(true);
      return refresh();
    },
  });
  return (
    <PageForm
      form={form}
      label="Change the password"
      action="Change the password"
      look="line"
      outcome={
        <p role="status" className="text-sm text-text-soft">
          {isChanged && 'Changed. Every other session has ended.'}
        </p>
      }
    >
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordField kind="current" name="current" label="Current password" error={form.error('current')} />
      <NewPasswordField name="next" label="New password" error={form.error('next')} />
    </PageForm>
  );
}

function checkCurrent(text: string): string | null {
  return text === '' ? 'Type the password you have now.' : null;
}
