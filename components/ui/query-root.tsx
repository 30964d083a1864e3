'use client';
import {
  type DehydratedState,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

/** What a page has asked for and was told, beginning with what the server asked for it. Nothing of it outlives the page. */
export function QueryRoot({
  state,
  children,
}: {
  readonly state?: DehydratedState;
  readonly children: ReactNode;
}) {
  const [queries] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queries}>
      <HydrationBoundary state={state}>{children}</HydrationBoundary>
    </QueryClientProvider>
  );
}
