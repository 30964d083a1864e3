'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useState } from 'react';
import { type AccountClient, createAccountClient } from '#lib/client/account/account-client';

const ClientContext = createContext<AccountClient | null>(null);

/** What all account pages of one visit share: the client and what it was told. Nothing of it outlives the page. */
export function AccountRoot({ children }: { readonly children: ReactNode }) {
  const [queries] = useState(() => new QueryClient());
  const [client] = useState(() => createAccountClient());
  return (
    <QueryClientProvider client={queries}>
      <ClientContext value={client}>{children}</ClientContext>
    </QueryClientProvider>
  );
}

/** The client of the account pages. */
export function useAccountClient(): AccountClient {
  const client = use(ClientContext);
  if (client === null) throw new Error('an account page stands outside AccountRoot');
  return client;
}
