'use client';
import { useState } from 'react';
import { accountClient } from '#lib/client/account/account-client';
import { PageForm } from '#components/account/forms/account-form';
import { NewPasswordField } from '#components/account/forms/new-password-field';
import { checkNewCredentials } from '#components/account/forms/credentials.ts';
import { AuthNote, AuthCard, Literal } from './auth-card.tsx';
import { EmailField } from '#components/account/forms/email-field';
import { fieldText, useAccountForm } from '#components/account/forms/use-account-form.ts';
import { useStanding } from '#components/account/use-standing.ts';

/** A new account, where the server takes them. */
export function SignUp() {
  const { me } = useStanding(['signed-out', 'second-factor']);
  const [isSent, setIsSent] = useState(false);
  if (me?.signUp === 'closed') return <SignUpClosed />;
  if (isSent) return <SignUpSent />;
  return (
    <AuthCard
      title="Create an account"
      lead="For the API keys of your programs. Nothing is sent to the address; it names the account."
      aside={
        <AuthNote title="Have an account?">
          <p>
            <SignInLink />
          </p>
        </AuthNote>
      }
    >
      <SignUpForm onSent={() => setIsSent(true)} />
    </AuthCard>
  );
}

function SignUpForm({ onSent }: { readonly onSent: () => void }) {
  const form = useAccountForm({
    fields: ['email', 'password'],
    check: checkNewCredentials,
    send: (values) =>
      accountClient.signUp({
        email: fieldText(values, 'email').trim(),
        password: fieldText(values, 'password'),
      }),
    places: { weak_password: 'password' },
    onDone: onSent,
  });
  return (
    <PageForm form={form} label="Create an account" action="Create account">
      <EmailField error={form.error('email')} />
      <NewPasswordField error={form.error('password')} />
    </PageForm>
  );
}

/** Says the same whether the address had an account or not, as the service does. */
function SignUpSent() {
  return (
    <AuthCard
      title="Now sign in"
      lead="If the address had no account, it has one now, with the password you chose. If it had one, nothing has changed."
    >
      <p role="status" tabIndex={-1} ref={(element) => element?.focus()} className="outline-none">
        <SignInLink />
      </p>
    </AuthCard>
  );
}

function SignUpClosed() {
  return (
    <AuthCard
      title="No new accounts"
      lead={
        <>
          This server takes none. Whoever runs it can open registration with <Literal>SIGN_UP=open</Literal>{' '}
          and a restart.
        </>
      }
    >
      <p>
        <SignInLink />
      </p>
    </AuthCard>
  );
}

function SignInLink() {
  return (
    <a className="text-accent underline underline-offset-2" href="/account/sign-in">
      Sign in
    </a>
  );
}
