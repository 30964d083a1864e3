import { headers } from 'next/headers';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { DocsFrame } from '#components/docs/docs-frame';
import { servedOrigin } from '#lib/client/address/served-address';
import { pageService } from '#lib/page-service';

/** The frame of every page of the docs. */
export default async function DocsLayout({ children }: { readonly children: ReactNode }) {
  await connection();
  const origin = pageService().environment.publicUrl?.origin ?? servedOrigin(await headers());
  return <DocsFrame origin={origin}>{children}</DocsFrame>;
}
