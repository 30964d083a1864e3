'use client';
import { usePathname } from 'next/navigation';
import { NoticeRow } from '#components/ui/notices/notice-row';
import { SinceReceived } from '#components/ui/figures/ticking-time';
import { useInBrowser } from '#lib/client/browser/hydration';
import { repeatedPageAtMs, useServiceWorker } from '#lib/client/browser/service-worker';

/** Pages that say of themselves how old their figures are. */
const SAY_SO_THEMSELVES = /^\/($|convert|rates|charts)/;

/** Keeps the page for a time without a network, and says of one that was kept how old it is. */
export function PageKeeper() {
  useServiceWorker();
  const path = usePathname() ?? '';
  const atMs = useInBrowser(repeatedPageAtMs, null);
  if (atMs === null || SAY_SO_THEMSELVES.test(path)) return null;
  return (
    <NoticeRow tone="degraded" title="You are offline.">
      This page is as it was <SinceReceived atMs={atMs} /> ago. Load it again when the network is back.
    </NoticeRow>
  );
}
