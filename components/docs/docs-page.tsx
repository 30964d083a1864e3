import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IgnoredNotice } from '#components/ui/notices/notice-ignored';
import type { IgnoredPart } from '#lib/client/address/address-parts';
import { OPERATIONS } from '#lib/contract/openapi/openapi-operations';
import { openApiSchemas } from '#lib/contract/openapi/openapi-schemas';
import { DocsLink } from './docs-link.tsx';
import { DOCS_PAGES, type DocsPageHead, TOPICS } from './docs-pages.ts';
import { SearchResults } from './search/search-results.tsx';
import { EndpointPage } from './sections/endpoint-page.tsx';
import { StartPage } from './sections/start-page.tsx';
import { TopicPage } from './sections/topic-page.tsx';
import type { ServedFacts } from './topics/topic.ts';

/** What is asked of the docs, and of whom. */
export interface AskedDocs {
  /** The last part of the address; null for the first page. */
  readonly slug: string | null;
  /** What is searched for; null where nothing is. */
  readonly search: string | null;
  /** What the box of the endpoint begins with; null for its example. */
  readonly values: Readonly<Record<string, string>> | null;
  readonly ignored: readonly IgnoredPart[];
  readonly served: ServedFacts;
  /** Whether anybody may make an account. */
  readonly isSignUpOpen: boolean;
  /** Whether the visitor may be signed in; only then the browser asks for the account's keys. */
  readonly maySignedIn: boolean;
}

/** A page of the docs: what /openapi.json says of an endpoint with a box to try it, a guide, or what can be looked up. */
export function DocsPage(asked: AskedDocs) {
  return (
    <>
      <IgnoredNotice ignored={asked.ignored} />
      <Article {...asked} />
      {asked.slug !== null && <Neighbours slug={asked.slug} />}
    </>
  );
}

function Article({ slug, search, values, served, isSignUpOpen, maySignedIn }: AskedDocs) {
  if (slug === null && search !== null) return <SearchResults search={search} served={served} />;
  const topic = TOPICS.get(slug ?? '');
  if (topic !== undefined) return <TopicPage topic={topic} served={served} />;
  const operation = OPERATIONS.find(({ id }) => id === slug);
  if (operation !== undefined) {
    return (
      <EndpointPage
        operation={operation}
        schemas={openApiSchemas()}
        values={values}
        maySignedIn={maySignedIn}
      />
    );
  }
  return <StartPage origin={served.origin} isSignUpOpen={isSignUpOpen} maySignedIn={maySignedIn} />;
}

/** The pages before and after one in the list. */
function Neighbours({ slug }: { readonly slug: string }) {
  const place = DOCS_PAGES.findIndex((page) => page.slug === slug);
  const [before, after] = [DOCS_PAGES[place - 1], DOCS_PAGES[place + 1]];
  return (
    <nav
      aria-label="Pages before and after"
      className="mt-10 flex flex-wrap justify-between gap-3 border-t border-line pt-4 max-phone:mx-4 print:hidden"
    >
      {before ? <NeighbourLink page={before} isBefore /> : <span />}
      {after && <NeighbourLink page={after} />}
    </nav>
  );
}

function NeighbourLink({
  page: { slug, name },
  isBefore = false,
}: {
  readonly page: DocsPageHead;
  readonly isBefore?: boolean;
}) {
  return (
    <DocsLink
      href={`/docs/${slug}`}
      rel={isBefore ? 'prev' : 'next'}
      className="flex min-h-10 items-center gap-1 rounded-control text-text-soft hover:text-text"
    >
      {isBefore && <ChevronLeft aria-hidden="true" className="size-4" />}
      {name}
      {!isBefore && <ChevronRight aria-hidden="true" className="size-4" />}
    </DocsLink>
  );
}
