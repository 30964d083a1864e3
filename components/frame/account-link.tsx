'use client';
import { UserRound } from 'lucide-react';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

/** Where the account's pages begin. */
const ACCOUNT = '/account';

/** The way to the account; `mark` stands for it, a figure of a person where nobody asked who is signed in. */
export function AccountLink({
  mark = <UserRound aria-hidden="true" className="size-4" strokeWidth={2.1} />,
}: {
  readonly mark?: ReactNode;
}) {
  const path = usePathname() ?? '';
  return (
    <a
      href={ACCOUNT}
      aria-current={path === ACCOUNT || path.startsWith(`${ACCOUNT}/`) ? 'page' : undefined}
      className="grid flex-none place-items-center rounded-control p-0.5 max-phone:size-10"
    >
      <span className="sr-only">Account</span>
      <span className="grid size-7 place-items-center rounded-control bg-accent-wash text-2xs font-semibold text-accent inset-ring inset-ring-accent-line">
        {mark}
      </span>
    </a>
  );
}
