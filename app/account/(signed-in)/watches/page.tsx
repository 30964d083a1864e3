import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Watches · Crossrate' };

/** The pairs that the account watches. */
export { WatchesPage as default } from '#components/account/notify/watches-page';
