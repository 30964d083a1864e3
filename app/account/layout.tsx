import type { Metadata } from 'next';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { AccountMark } from '#components/account/account-mark';
import { AccountRoot } from '#components/account/account-root';
import { BottomBar } from '#components/frame/bottom-bar';
import { SiteFooter } from '#components/frame/site-footer';
import { TopBar } from '#components/frame/top-bar';
import { service } from '#lib/service';

export const metadata: Metadata = {
  description: 'Create, rotate and revoke API keys.',
  robots: { index: false, follow: false },
};

/** The frame of the account's pages. No clock bar: keys and sessions go by the real clock even where the figures do not. */
export default async function AccountLayout({ children }: { readonly children: ReactNode }) {
  await connection();
  const { sources } = await service();
  return (
    <AccountRoot>
      <a
        href="#main"
        className="absolute -top-12 left-4 z-60 rounded-control bg-text px-3 py-2 text-text-inverse focus:top-2"
      >
        Skip to content
      </a>
      <TopBar accountMark={<AccountMark />} />
      <main
        id="main"
        className="mx-auto min-h-[calc(100vh-10rem)] max-w-[90rem] px-16 pt-8 pb-16 max-xl:px-6 max-phone:px-0 max-phone:pt-4 max-phone:pb-10"
      >
        {children}
      </main>
      <SiteFooter sources={sources.map(({ id, attribution, terms }) => ({ id, attribution, terms }))} />
      <BottomBar />
    </AccountRoot>
  );
}
