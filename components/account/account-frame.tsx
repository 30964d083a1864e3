'use client';
import type { ReactNode } from 'react';
import { NoticeRow } from '#components/ui/notices/notice-row';
import { AccountFormAlert, SignInElsewhere } from './forms/account-form.tsx';
import { useStanding } from './use-account.ts';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { accountClient } from '#lib/client/account/account-client';
import { ACCOUNT_PAGES } from '#lib/client/address/onward-address';
import { useAccountAction } from './forms/use-account-action.ts';

/** The frame of the pages behind the sign-in: the list of them at the side, the page beside it. */
export function AccountFrame({ children }: { readonly children: ReactNode }) {
  const { account, hasLostSession } = useStanding(['signed-in']);
  return (
    // On a phone what stands below the page stays below the window, so that nothing pushes it while the page fills.
    <div className="grid grid-cols-[184px_minmax(0,1fr)] content-start gap-10 max-phone:min-h-screen max-xl:grid-cols-[minmax(0,1fr)] max-xl:gap-4">
      <SideList email={account?.email ?? null} />
      <div className="min-w-0">
        {hasLostSession && (
          <div role="alert">
            <NoticeRow tone="outage" title="Your session has ended.">
              What you typed is still here. <SignInElsewhere />.
            </NoticeRow>
          </div>
        )}
        {children}
      </div>
    </div>
  );
}

const ENTRY =
  '-ml-2.5 flex h-8 items-center rounded-control px-2.5 text-left whitespace-nowrap text-text-soft hover:bg-hover hover:text-text aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-text max-xl:ml-0 max-xl:h-9 max-phone:h-10';

/** The pages of the account; a line that scrolls where there is no room for a list. */
function SideList({ email }: { readonly email: string | null }) {
  const pathname = usePathname();
  const action = useAccountAction();
  // A page loaded anew, so that nothing of the account stays in this one's memory.
  const signOut = () =>
    void action.run(accountClient.signOut, () => window.location.assign('/account/sign-in'));
  return (
    <div className="print:hidden">
      <nav
        aria-label="Account"
        className="max-xl:-mx-2.5 max-xl:flex max-xl:gap-1 max-xl:overflow-x-auto max-xl:[scrollbar-width:none] max-xl:more-beyond max-phone:[--more-edge:0.5rem] max-phone:mx-0 max-phone:px-2"
      >
        <h2 className="mb-1.5 text-xs text-text-muted max-xl:sr-only">Account</h2>
        {ACCOUNT_PAGES.map(({ href, name }) => (
          <Link
            key={href}
            href={href}
            prefetch={false}
            aria-current={pathname === href ? 'page' : undefined}
            ref={pathname === href ? showWithinLine : null}
            className={ENTRY}
          >
            {name}
          </Link>
        ))}
        <button
          type="button"
          onClick={signOut}
          aria-disabled={action.isBusy || undefined}
          className={`${ENTRY} w-[calc(100%+0.625rem)] max-xl:w-auto xl:mt-5`}
        >
          Sign out
        </button>
        {email !== null && (
          <p title={email} className="mt-1 truncate text-xs text-text-muted max-xl:sr-only">
            {email}
          </p>
        )}
      </nav>
      <AccountFormAlert problem={action.problem} />
    </div>
  );
}

/** Scrolls the line, where there is one, to the entry of the page that is open. */
function showWithinLine(entry: HTMLElement | null): void {
  entry?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
