import type { Metadata } from 'next';
import { KeysPage } from '#components/account/keys/keys-page';

export const metadata: Metadata = { title: 'API keys · Crossrate' };

/** The account's API keys. */
export default function KeysRoute() {
  return <KeysPage />;
}
