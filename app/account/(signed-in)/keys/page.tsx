import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'API keys · Crossrate' };

/** The account's API keys. */
export { KeysPage as default } from '#components/account/keys/keys-page';
