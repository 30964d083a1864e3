'use client';
import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { AccountEntry } from '#components/frame/account/account-entry';
import { rememberAccount } from '#lib/client/account/known-account';
import { isAccountPage } from '#lib/client/address/onward-address';
import { initialsOf } from '#lib/format/account/initials';
import { useAccount } from './use-account.ts';

/** The way to the account on its own pages, which know of themselves who is signed in; the other pages are told. */
export function AccountMark() {
  const { me, account } = useAccount();
  const path = usePathname();
  useEffect(() => {
    if (me === null) return;
    rememberAccount(account === null ? null : { initials: initialsOf(account), email: account.email });
  }, [me, account]);
  return (
    <AccountEntry
      isSignedIn={me === null ? isAccountPage(path) : account !== null}
      isHere={path === '/account/sign-in'}
    />
  );
}
