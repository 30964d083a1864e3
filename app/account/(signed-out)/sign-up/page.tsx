import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Create an account · Crossrate' };

/** A new account. */
export { SignUp as default } from '#components/account/sign-in/sign-up';
