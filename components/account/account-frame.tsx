'use client';
import type { ReactNode } from 'react';
import { NoticeRow } from '#components/ui/notices/notice-row';
import { SignInElsewhere } from './forms/account-form.tsx';
import { SideList } from './side-list.tsx';
import { useStanding } from './use-account.ts';

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
