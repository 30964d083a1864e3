import type { Metadata } from 'next';
import { SignIn } from '#components/account/sign-in/sign-in';

export const metadata: Metadata = { title: 'Sign in · Crossrate' };

/** Signing in. */
export default function SignInPage() {
  return <SignIn />;
}
