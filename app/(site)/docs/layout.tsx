import { headers } from 'next/headers';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { DOCS_GROUPS } from '#components/docs/docs-pages.ts';
import { DocsRoot } from '#components/docs/docs-root';
import { DocsSide } from '#components/docs/docs-side';
import { servedOrigin } from '#lib/client/address/served-address';
import { pageService } from '#lib/page-service';

const LISTED = DOCS_GROUPS.map(({ name, pages }) => ({
  name,
  pages: pages.map((page) => ({ slug: page.slug, name: page.name })),
}));

/** What stays while a reader goes from one page of the docs to another: the list, the language, a pasted key. */
export default async function DocsLayout({ children }: { readonly children: ReactNode }) {
  await connection();
  const origin = pageService().environment.publicUrl?.origin ?? servedOrigin(await headers());
  return (
    <DocsRoot origin={origin}>
      <div className="lg:grid lg:grid-cols-[11.5rem_minmax(0,1fr)] lg:gap-x-8 xl:gap-x-12">
        <DocsSide groups={LISTED} />
        <div className="min-w-0">{children}</div>
      </div>
    </DocsRoot>
  );
}
