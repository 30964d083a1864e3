import type { Metadata } from 'next';
import { AuditLogPage } from '#components/account/audit-log/audit-log-page';

export const metadata: Metadata = { title: 'Audit trail · Crossrate' };

/** What was done with the account. */
export default function AuditLogRoute() {
  return <AuditLogPage />;
}
