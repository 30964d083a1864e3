import type { Metadata } from 'next';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { AccountMark } from '#components/account/account-mark';
import { AccountRoot } from '#components/account/account-root';
import { Banners } from '#components/frame/banners/banners';
import { PageFrame } from '#components/frame/page-frame';
import { pageService } from '#lib/page-service';
import { troubleNow } from '#lib/page-trouble';

export const metadata: Metadata = {
  description: 'Create, rotate and revoke API keys.',
  robots: { index: false, follow: false },
};

/** The frame of the account's pages; keys and sessions go by the real clock even where the figures do not. */
export default async function AccountLayout({ children }: { readonly children: ReactNode }) {
  await connection();
  const { environment, clock, sources } = pageService();
  const trouble = await troubleNow();
  const setClock = environment.clockStartsAt ? clock.service() : null;
  return (
    <AccountRoot>
      <PageFrame
        banners={<Banners isSimulated={environment.isSimulated} setClock={setClock} isAccount />}
        sources={sources}
        trouble={trouble}
        account={<AccountMark />}
      >
        {children}
      </PageFrame>
    </AccountRoot>
  );
}
