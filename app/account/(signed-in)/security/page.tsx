import type { Metadata } from 'next';
import { SecurityPage } from '#components/account/security/security-page';

export const metadata: Metadata = { title: 'Security · Crossrate' };

/** Password, second factor, export and deletion. */
export default function SecurityRoute() {
  return <SecurityPage />;
}
