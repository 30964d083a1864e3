'use client';
import { useSearchParams } from 'next/navigation';
import { PasswordField } from '#components/ui/fields/password-field';
import { accountClient } from '#lib/client/account/account-client';
import { wantsFigures } from '#lib/client/address/onward-address';
import { AccountFormAlert, PageForm } from '#components/account/forms/account-form';
import { checkEmail, checkPassword, CodeField, EmailField } from '#components/account/forms/fields';
import { AuthCard, AuthNote, OperatorCommand } from './auth-card.tsx';
import { needed, useAccountForm } from '#components/account/forms/use-account-form.ts';
import { useStanding } from '#components/account/use-account.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/buttons/button';
import { TextField } from '#components/ui/fields/text-field';
import { useAccountAction } from '#components/account/forms/use-account-action.ts';

/** Signing in: address and password, then the second factor where the account has one. */
export function SignIn() {
  const { me } = useStanding(['signed-out', 'second-factor']);
  const isForFigures = wantsFigures(useSearchParams().toString());
  if (me?.state === 'second-factor') return <SecondStep />;
  return (
    <AuthCard
      title="Sign in"
      lead={isForFigures ? FIGURES_LEAD : undefined}
      aside={<SignInNotes isSignUpOpen={me?.signUp === 'open'} hasOpenPages={!isForFigures} />}
    >
      <SignInForm />
    </AuthCard>
  );
}

const FIGURES_LEAD =
  'This server shows figures to people who are signed in. You come back to the page that you wanted.';

function SignInForm() {
  const form = useAccountForm({
    fields: { email: checkEmail, password: checkPassword },
    send: (text) => accountClient.signIn({ email: text('email'), password: text('password') }),
  });
  return (
    <PageForm form={form} label="Sign in" action="Sign in">
      <EmailField error={form.error('email')} />
      <PasswordField kind="current" name="password" label="Password" error={form.error('password')} />
    </PageForm>
  );
}

function SignInNotes({
  isSignUpOpen,
  hasOpenPages,
}: {
  readonly isSignUpOpen: boolean;
  /** Whether figures are shown without an account. */
  readonly hasOpenPages: boolean;
}) {
  return (
    <>
      <AuthNote title="Forgotten your password?">
        <p>
          The operator of this server can print a link that sets a new one. It works once, for 30 minutes:
        </p>
        <OperatorCommand keys="reset-link you@example.org" />
      </AuthNote>
      <AuthNote title="No account?">
        {isSignUpOpen ? (
          <p>
            <a className="text-accent underline underline-offset-2" href="/account/sign-up">
              Create an account
            </a>{' '}
            with an address and a password.
          </p>
        ) : (
          <p>
            This server takes no new accounts.{' '}
            {hasOpenPages
              ? 'The converter and the status page work without one.'
              : 'The status page works without one.'}
          </p>
        )}
      </AuthNote>
    </>
  );
}

/** The second half of signing in: a code of the authenticator, or a recovery code. */
function SecondStep() {
  const [isRecovery, setIsRecovery] = useState(false);
  const startOver = useAccountAction();
  const place = useRef<HTMLDivElement>(null);
  // The step before has left the page, and its focus with it.
  useEffect(() => place.current?.querySelector('input')?.focus(), [isRecovery]);
  return (
    <AuthCard
      title="Second factor"
      lead={
        isRecovery
          ? 'One of the recovery codes that you stored. Each works once.'
          : 'The password was right. Now type the six digits that your authenticator shows.'
      }
      aside={
        <AuthNote title="No authenticator at hand?">
          <p>
            Use one of your recovery codes. Without either, the operator of this server can print a link that
            sets a new password and turns the second factor off:
          </p>
          <OperatorCommand keys="reset-link --drop-second-factor you@example.org" />
        </AuthNote>
      }
    >
      <div ref={place} className="grid gap-4">
        <StepForm key={String(isRecovery)} isRecovery={isRecovery} />
        <div className="-ml-3 flex flex-wrap gap-1">
          <Button look="ghost" onClick={() => setIsRecovery(!isRecovery)}>
            {isRecovery ? 'Use the authenticator' : 'Use a recovery code'}
          </Button>
          <Button look="ghost" onClick={() => void startOver.run(accountClient.signOut)}>
            Start again
          </Button>
        </div>
        <AccountFormAlert problem={startOver.problem} />
      </div>
    </AuthCard>
  );
}

function StepForm({ isRecovery }: { readonly isRecovery: boolean }) {
  const form = useAccountForm({
    fields: { code: needed(isRecovery ? 'Type a recovery code.' : 'Type the six digits.') },
    send: (text) =>
      accountClient.secondFactor(isRecovery ? { recoveryCode: text('code') } : { code: text('code') }),
    places: { wrong_code: 'code' },
  });
  return (
    <PageForm form={form} label="Second factor" action="Confirm">
      {isRecovery ? (
        <TextField
          name="code"
          label="Recovery code"
          hint="In capital or small letters, with or without the hyphens."
          autoComplete="off"
          isCode
          required
          error={form.error('code')}
        />
      ) : (
        <CodeField error={form.error('code')} />
      )}
    </PageForm>
  );
}
