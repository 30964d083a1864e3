import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Webhooks · Crossrate' };

/** Where the account's messages are sent. */
export { WebhooksPage as default } from '#components/account/notify/webhooks-page';
