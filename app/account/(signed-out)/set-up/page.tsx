import type { Metadata } from 'next';
import { SetUp } from '#components/account/sign-in/set-up';

export const metadata: Metadata = { title: 'Set up · Crossrate' };

/** The first account of a server. */
export default function SetUpPage() {
  return <SetUp />;
}
