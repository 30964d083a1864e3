import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Sessions · Crossrate' };

/** Where the account is signed in. */
export { SessionsPage as default } from '#components/account/security/sessions-page';
