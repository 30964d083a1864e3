'use client';
import { useSearchParams } from 'next/navigation';
import { PasswordField } from '#components/ui/fields/password-field';
import { accountClient } from '#lib/client/account/account-client';
import { wantsFigures } from '#lib/client/address/onward-address';
import { PageForm } from '#components/account/forms/account-form';
import { checkEmail, checkPassword, EmailField } from '#components/account/forms/fields';
import { AuthNote, AuthCard, OperatorCommand } from './auth-card.tsx';
import { SecondStep } from './second-step.tsx';
import { useAccountForm } from '#components/account/forms/use-account-form.ts';
import { useStanding } from '#components/account/use-account.ts';

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
        <p>Whoever runs this server can print a link that sets a new one. It works once, for 30 minutes:</p>
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
