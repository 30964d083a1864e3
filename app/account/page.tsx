import type { Metadata } from 'next';
import { AccountRedirect } from '#components/account/account-redirect';

export const metadata: Metadata = { title: 'Account · Crossrate' };

/** Leads to the page where the visitor goes on. */
export default function AccountPage() {
  return <AccountRedirect />;
}
