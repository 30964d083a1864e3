import type { Metadata } from 'next';
import { SessionsPage } from '#components/account/security/sessions-page';

export const metadata: Metadata = { title: 'Sessions · Crossrate' };

/** Where the account is signed in. */
export default function SessionsRoute() {
  return <SessionsPage />;
}
