'use client';
import { Failed } from '#components/ui/notices/failed';
import { troubleOf } from '#lib/client/asking/ask-failure';
import { AuthCard } from './sign-in/auth-card.tsx';
import { Skeleton } from '#components/ui/skeleton';
import { useStanding } from './use-account.ts';

/** Waits until it is known who comes in, and leads on. */
export function AccountRedirect() {
  const { error, retry } = useStanding([]);
  if (error !== null) {
    return (
      <Failed isAlert title="Your account could not be read" failure={troubleOf(error)} onRetry={retry}>
        API keys keep working; signing in waits until the service answers.
      </Failed>
    );
  }
  return (
    <AuthCard title="Account" lead={<Skeleton width="24ch" />}>
      <Skeleton width="18ch" />
    </AuthCard>
  );
}
