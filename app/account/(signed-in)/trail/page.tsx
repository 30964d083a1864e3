import type { Metadata } from 'next';
import { TrailPage } from '#components/account/audit-log-page';

export const metadata: Metadata = { title: 'Audit trail · Crossrate' };

/** What was done with the account. */
export default function TrailRoute() {
  return <TrailPage />;
}
