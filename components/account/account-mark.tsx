'use client';
import { UserRound } from 'lucide-react';
import { initialsOf } from '#lib/format/initials';
import { useAccount } from './use-account.ts';

/** Whose account it is, in two letters, once that is known. */
export function AccountMark() {
  const { account } = useAccount();
  if (account === null) return <UserRound aria-hidden="true" className="size-4" strokeWidth={2.1} />;
  return <span aria-hidden="true">{initialsOf(account)}</span>;
}
