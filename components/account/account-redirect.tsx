'use client';
import { AccountPart } from './account-part.tsx';
import { AuthCard } from './sign-in/auth-card.tsx';
import { Skeleton } from '#components/ui/skeleton';
import { useStanding } from './use-account.ts';

/** Waits until it is known who comes in, and leads on. */
export function AccountRedirect() {
  useStanding([]);
  return (
    <AccountPart
      title="Your account could not be read"
      calm="API keys keep working; signing in waits until the service answers."
    >
      <AuthCard title="Account" lead={<Skeleton width="24ch" />}>
        <Skeleton width="18ch" />
      </AuthCard>
    </AccountPart>
  );
}
