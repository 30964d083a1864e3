import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Account · Crossrate' };

/** Leads to the page where the visitor goes on. */
export { AccountRedirect as default } from '#components/account/account-redirect';
