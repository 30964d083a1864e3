import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Audit trail · Crossrate' };

/** What was done with the account. */
export { AuditLogPage as default } from '#components/account/audit-log/audit-log-page';
