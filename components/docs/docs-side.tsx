'use client';
import { Search } from 'lucide-react';
import Form from 'next/form';
import { usePathname, useSearchParams } from 'next/navigation';
import { useLayoutEffect, useRef } from 'react';
import { usePageKeys } from '#lib/client/browser/page-keys';
import { SEARCH_MAX, SEARCH_PART } from '#lib/client/address/docs-address';
import { DocsLink } from './docs-link.tsx';

/** Pages of one kind, as the list names them. */
export interface ListedGroup {
  readonly name: string;
  readonly pages: readonly { readonly slug: string; readonly name: string }[];
}

/** The search and the list of all pages, the open one marked. A phone has the list on the first page only. */
export function DocsSide({ groups }: { readonly groups: readonly ListedGroup[] }) {
  const path = usePathname();
  const isSearch = useSearchParams().has(SEARCH_PART);
  const list = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const nav = list.current;
    const entry = nav?.querySelector<HTMLElement>('[aria-current]');
    if (!nav || !entry || nav.offsetParent === null) return;
    const above = entry.offsetTop - nav.scrollTop;
    // What is in sight stays where the reader pressed it. Only the list moves: scrollIntoView would move the page, too.
    if (above < 0 || above + entry.offsetHeight > nav.clientHeight)
      nav.scrollTo({ top: entry.offsetTop - nav.clientHeight / 2 });
  }, [path]);
  return (
    <div className="lg:sticky lg:top-18 lg:flex lg:max-h-[calc(100vh-6rem)] lg:flex-col lg:self-start max-lg:mb-6 max-lg:flex max-lg:items-center max-lg:gap-3 max-phone:mb-4 max-phone:px-4 print:hidden">
      <SearchField />
      <DocsLink
        href="/docs#pages"
        className="flex h-8 items-center rounded-control px-1 text-sm whitespace-nowrap text-accent underline underline-offset-2 max-phone:h-10 lg:hidden"
      >
        All pages
      </DocsLink>
      <nav
        ref={list}
        aria-label="Docs"
        className="relative mt-4 min-h-0 overflow-y-auto pl-2.5 -ml-2.5 max-lg:hidden"
      >
        <SideLink href="/docs" name="Quick start" isOpen={path === '/docs' && !isSearch} />
        {groups.map(({ name, pages }) => (
          <div key={name} className="mt-4">
            <h2 className="mb-1 text-xs text-text-muted">{name}</h2>
            {pages.map((page) => (
              <SideLink
                key={page.slug}
                href={`/docs/${page.slug}`}
                name={page.name}
                isOpen={path === `/docs/${page.slug}`}
              />
            ))}
          </div>
        ))}
      </nav>
    </div>
  );
}

function SideLink({
  href,
  name,
  isOpen,
}: {
  readonly href: string;
  readonly name: string;
  readonly isOpen: boolean;
}) {
  return (
    <DocsLink
      href={href}
      aria-current={isOpen ? 'page' : undefined}
      className="-ml-2.5 flex h-7.5 items-center rounded-control px-2.5 whitespace-nowrap text-text-soft hover:bg-hover hover:text-text aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-text"
    >
      {name}
    </DocsLink>
  );
}

/** Without any code it is a plain form, which the server answers. */
function SearchField() {
  const field = useRef<HTMLInputElement>(null);
  const asked = useSearchParams().get(SEARCH_PART) ?? '';
  usePageKeys({
    '/': () => {
      field.current?.focus();
      field.current?.select();
    },
  });
  return (
    <Form action="/docs" prefetch={false} role="search" className="relative min-w-0 max-lg:flex-1">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-text-muted"
      />
      <input
        // What another search found has another text.
        key={asked}
        ref={field}
        type="search"
        name={SEARCH_PART}
        defaultValue={asked}
        maxLength={SEARCH_MAX}
        aria-label="Search the docs"
        placeholder="Search the docs"
        autoComplete="off"
        spellCheck={false}
        className="h-8 w-full min-w-0 rounded-control bg-surface pr-2 pl-8 text-sm inset-ring inset-ring-control placeholder:text-text-muted focus:outline-2 focus:-outline-offset-2 focus:outline-focus max-phone:h-10 max-phone:text-lg"
      />
    </Form>
  );
}
