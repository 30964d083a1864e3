'use client';
import { useRouter } from 'next/navigation';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { accountClient } from '#lib/client/account/account-client';
import { PageForm } from '#components/account/forms/account-form';
import { checkNewPassword, NewPasswordField } from '#components/account/forms/fields';
import { useAccountForm } from '#components/account/forms/use-account-form.ts';
import { AuthCard, AuthNote, Literal, OperatorCommand, SignInLink } from './auth-card.tsx';

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

/**
 * Takes the token that a link carries out of its `#token=...`, where no server and no log sees it, and out of the address, so that
 * it stays in no history and no screenshot. `isRead` is false until the page's code looked.
 */
function useLinkToken() {
  const hash = useSyncExternalStore<string | null>(
    subscribe,
    () => window.location.hash,
    () => null,
  );
  const [token, setToken] = useState<string | null>(null);
  const found = hash === null ? null : new URLSearchParams(hash.slice(1)).get('token');
  if (found !== null && found !== token) setToken(found);
  useEffect(() => {
    if (token !== null) window.history.replaceState(null, '', window.location.pathname);
  }, [token]);
  return { isRead: hash !== null, token };
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
