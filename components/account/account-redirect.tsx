'use client';
import { CouldNotLoad } from './could-not-load.tsx';
import { AuthCard } from './sign-in/auth-card.tsx';
import { Skeleton } from '#components/ui/skeleton';
import { useStanding } from './use-standing.ts';

/** Waits until it is known who comes in, and leads on. */
export function AccountRedirect() {
  const { error, retry } = useStanding([]);
  if (error !== null) {
    return (
      <CouldNotLoad title="Your account could not be read" error={error} onRetry={retry}>
        API keys keep working; signing in waits until the service answers.
      </CouldNotLoad>
    );
  }
  return (
    <AuthCard title="Account" lead={<Skeleton width="24ch" />}>
      <Skeleton width="18ch" />
    </AuthCard>
  );
}
