import type { Metadata } from 'next';
import { SignUp } from '#components/account/sign-in/sign-up';

export const metadata: Metadata = { title: 'Create an account · Crossrate' };

/** A new account. */
export default function SignUpPage() {
  return <SignUp />;
}
