import type { Metadata } from 'next';
import { UsagePage } from '#components/account/usage/usage-page';

export const metadata: Metadata = { title: 'Usage · Crossrate' };

/** What the account's keys asked for. */
export default function UsageRoute() {
  return <UsagePage />;
}
