import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Sign in · Crossrate' };

/** Signing in. */
export { SignIn as default } from '#components/account/sign-in/sign-in';
