import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Usage · Crossrate' };

/** What the account's keys asked for. */
export { UsagePage as default } from '#components/account/usage/usage-page';
