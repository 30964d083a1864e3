'use client';
import { useState } from 'react';
import { accountClient } from '#lib/client/account/account-client';
import { PageForm } from '#components/account/forms/account-form';
import { checkEmail, checkNewPassword, EmailField, NewPasswordField } from '#components/account/forms/fields';
import { AuthNote, AuthCard, Literal, SignInLink } from './auth-card.tsx';
import { useAccountForm } from '#components/account/forms/use-account-form.ts';
import { useStanding } from '#components/account/use-account.ts';

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
          <SignInLink />
        </AuthNote>
      }
    >
      <SignUpForm onSent={() => setIsSent(true)} />
    </AuthCard>
  );
}

function SignUpForm({ onSent }: { readonly onSent: () => void }) {
  const form = useAccountForm({
    fields: { email: checkEmail, password: checkNewPassword },
    send: (text) => accountClient.signUp({ email: text('email'), password: text('password') }),
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
      <div role="status" tabIndex={-1} ref={(element) => element?.focus()} className="outline-none">
        <SignInLink />
      </div>
    </AuthCard>
  );
}

function SignUpClosed() {
  return (
    <AuthCard
      title="No new accounts"
      lead={
        <>
          This server accepts none. Its operator can open registration with <Literal>SIGN_UP=open</Literal>{' '}
          and a restart.
        </>
      }
    >
      <SignInLink />
    </AuthCard>
  );
}
