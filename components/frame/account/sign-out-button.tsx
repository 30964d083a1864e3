'use client';
import { useState } from 'react';

/** Signs out from any page; the code of it comes with the press. */
export function SignOutButton({ className }: { readonly className: string }) {
  const [hasFailed, setHasFailed] = useState(false);
  const press = () => {
    setHasFailed(false);
    void import('./sign-out.ts')
      .then(({ signOut }) => signOut())
      .then(
        (isDone) => setHasFailed(!isDone),
        () => setHasFailed(true),
      );
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
