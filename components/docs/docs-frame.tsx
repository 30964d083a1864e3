import type { ReactNode } from 'react';
import { DOCS_GROUPS } from './docs-pages.ts';
import { DocsRoot } from './docs-root.tsx';
import { DocsSide } from './docs-side.tsx';

const LISTED = DOCS_GROUPS.map(({ name, pages }) => ({
  name,
  pages: pages.map((page) => ({ slug: page.slug, name: page.name })),
}));

/** What stays while a reader goes from one page of the docs to another: the list, the language, a pasted key. */
export function DocsFrame({ origin, children }: { readonly origin: string; readonly children: ReactNode }) {
  return (
    <DocsRoot origin={origin}>
      <div className="lg:grid lg:grid-cols-[11.5rem_minmax(0,1fr)] lg:gap-x-8 xl:gap-x-12">
        <DocsSide groups={LISTED} />
        <div className="min-w-0">{children}</div>
      </div>
    </DocsRoot>
  );
}
