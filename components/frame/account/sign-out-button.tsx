'use client';
import { useState } from 'react';

/** Signs out from any page; the code of it comes with the press. */
export function SignOutButton({ className }: { readonly className: string }) {
  const [hasFailed, setHasFailed] = useState(false);
  const press = () => {
    setHasFailed(false);
    void signOut()
      .catch(() => false)
      .then((isDone) => setHasFailed(!isDone));
  };
  return (
    <>
      <button type="button" onClick={press} className={className}>
        Sign out
      </button>
      <p role="status" className="px-2.5 text-outage">
        {hasFailed && 'You are still signed in. Try again.'}
      </p>
    </>
  );
}

/** Signs out and loads the page anew, for whoever reads it now. False where the service refuses; rejects where it is not reached. */
async function signOut(): Promise<boolean> {
  const { accountClient } = await import('#lib/client/account/account-client');
  const { rememberAccount } = await import('#lib/client/account/known-account');
  const { ok } = await accountClient.signOut();
  if (!ok) return false;
  rememberAccount(null);
  window.location.reload();
  return true;
}
