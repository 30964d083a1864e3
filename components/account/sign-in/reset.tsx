'use client';
import { useRouter } from 'next/navigation';
import { accountClient } from '#lib/client/account/account-client';
import { useLinkToken } from '#lib/client/address/link-token';
import { PageForm } from '#components/account/forms/account-form';
import { checkNewPassword, NewPasswordField } from '#components/account/forms/fields';
import { AuthNote, AuthCard, Literal, OperatorCommand, SignInLink } from './auth-card.tsx';
import { useAccountForm } from '#components/account/forms/use-account-form.ts';

/** A new password by an operator's link. */
export function Reset() {
  const { isRead, token } = useLinkToken();
  if (isRead && token === null) return <NoToken />;
  return (
    <AuthCard
      title="Set a new password"
      lead="Every session of the account ends, and so does this link. Its API keys keep working."
      aside={
        <AuthNote title="Is the link refused?">
          <p>
            It works once, for 30 minutes, and a newer link ends it. Ask the operator of this server for
            another one:
          </p>
          <OperatorCommand keys="reset-link you@example.org" />
        </AuthNote>
      }
    >
      <ResetForm token={token ?? ''} />
    </AuthCard>
  );
}

function ResetForm({ token }: { readonly token: string }) {
  const router = useRouter();
  const form = useAccountForm({
    fields: { password: checkNewPassword },
    send: (text) => accountClient.reset({ token, password: text('password') }),
    places: { weak_password: 'password' },
    onDone: async ({ next }, refresh) => {
      await refresh();
      router.replace(next === 'signed-in' ? '/account/keys' : '/account/sign-in');
    },
  });
  return (
    <PageForm form={form} label="Set a new password" action="Set the password">
      <NewPasswordField label="New password" error={form.error('password')} />
    </PageForm>
  );
}

function NoToken() {
  return (
    <AuthCard
      title="This link is incomplete"
      lead={
        <>
          The part after <Literal>#token=</Literal> is missing. Open the link exactly as it was printed, or
          ask the operator of this server for another one.
        </>
      }
    >
      <SignInLink />
    </AuthCard>
  );
}
