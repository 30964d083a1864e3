import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Security · Crossrate' };

/** Password, second factor, export and deletion. */
export { SecurityPage as default } from '#components/account/security/security-page';
