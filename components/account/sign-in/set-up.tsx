'use client';
import { TextField } from '#components/ui/fields/text-field';
import { accountClient } from '#lib/client/account/account-client';
import { PageForm } from '#components/account/forms/account-form';
import { checkEmail, checkNewPassword, EmailField, NewPasswordField } from '#components/account/forms/fields';
import { AuthNote, AuthCard, Literal, OperatorCommand } from './auth-card.tsx';
import { needed, useAccountForm } from '#components/account/forms/use-account-form.ts';
import { useStanding } from '#components/account/use-account.ts';

/** The first account of a server, for whoever can read its data folder. */
export function SetUp() {
  useStanding(['set-up']);
  return (
    <AuthCard
      title="Set up this server"
      lead="It has no account yet. The person who has its set-up token creates the first one."
      aside={<SetUpNotes />}
    >
      <SetUpForm />
    </AuthCard>
  );
}

function SetUpForm() {
  const form = useAccountForm({
    fields: {
      token: needed('Paste the token from the file.'),
      email: checkEmail,
      password: checkNewPassword,
    },
    send: (text) =>
      accountClient.setUp({ token: text('token'), email: text('email'), password: text('password') }),
    places: { invalid_token: 'token', weak_password: 'password' },
  });
  return (
    <PageForm form={form} label="Set up this server" action="Create account">
      <TextField
        name="token"
        label="Set-up token"
        hint={
          <>
            You find it in the file <Literal>setup-token</Literal> in the server’s data folder.
          </>
        }
        autoComplete="off"
        isCode
        required
        error={form.error('token')}
      />
      <EmailField error={form.error('email')} />
      <NewPasswordField error={form.error('password')} />
    </PageForm>
  );
}

function SetUpNotes() {
  return (
    <>
      <AuthNote title="Where is the token?">
        <p>
          The service wrote it to a file when it first started, and named that file in its output. Unless{' '}
          <Literal>DATA_DIR</Literal> says otherwise:
        </p>
        <p>
          <Literal>cat data/setup-token</Literal>
        </p>
      </AuthNote>
      <AuthNote title="How long does it work?">
        <p>It works once, within 24 hours. The operator of this server can make a new one:</p>
        <OperatorCommand keys="setup-token" />
      </AuthNote>
      <AuthNote title="What comes next?">
        <p>An API key for each of your programs. Turn on the second factor under Security.</p>
      </AuthNote>
    </>
  );
}
