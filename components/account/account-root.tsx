'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

/** What all account pages of one visit were told. Nothing of it outlives the page. */
export function AccountRoot({ children }: { readonly children: ReactNode }) {
  const [queries] = useState(() => new QueryClient());
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
