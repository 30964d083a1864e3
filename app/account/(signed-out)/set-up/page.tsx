import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Set up · Crossrate' };

/** The first account of a server. */
export { SetUp as default } from '#components/account/sign-in/set-up';
