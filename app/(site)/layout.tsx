import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { AccountEntry } from '#components/frame/account/account-entry';
import { Banners } from '#components/frame/banners/banners';
import { PageFrame } from '#components/frame/page-frame';
import { PageKeeper } from '#components/frame/page-keeper';
import { pageService } from '#lib/page-service';
import { troubleNow } from '#lib/page-trouble';
import { readerOfPage } from './page-reading.ts';

/** The frame of every public page. */
export default async function SiteLayout({ children }: { readonly children: ReactNode }) {
  await connection();
  const { environment, clock, sources } = pageService();
  const trouble = await troubleNow();
  const setClock = environment.clockStartsAt ? clock.service() : null;
  return (
    <PageFrame
      banners={<Banners isSimulated={environment.isSimulated} setClock={setClock} />}
      sources={sources}
      trouble={trouble}
      account={<AccountEntry isSignedIn={(await readerOfPage()) === 'member'} />}
    >
      <PageKeeper />
      {children}
    </PageFrame>
  );
}
