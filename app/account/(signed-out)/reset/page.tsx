import type { Metadata } from 'next';
import { Reset } from '#components/account/sign-in/reset';

export const metadata: Metadata = { title: 'New password · Crossrate' };

/** A new password by an operator's link. */
export default function ResetPage() {
  return <Reset />;
}
