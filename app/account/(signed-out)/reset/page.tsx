import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'New password · Crossrate' };

/** A new password by an operator's link. */
export { Reset as default } from '#components/account/sign-in/reset';
