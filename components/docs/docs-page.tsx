import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IgnoredNotice } from '#components/ui/notices/notice-ignored';
import type { IgnoredPart } from '#lib/client/address/address-parts';
import { OPERATIONS } from '#lib/contract/openapi/openapi-operations';
import { openApiSchemas } from '#lib/contract/openapi/openapi-schemas';
import { DocsLink } from './docs-link.tsx';
import type { ServedFacts } from './topics/topic.ts';
import { DOCS_PAGES, type DocsPageHead, TOPICS } from './docs-pages.ts';
import { EndpointPage } from './sections/endpoint-page.tsx';
import { StartPage } from './sections/start-page.tsx';
import { TopicPage } from './sections/topic-page.tsx';
import { type FoundPart, searchDocs } from './search/docs-search.ts';

/** What is asked of the docs, and of whom. */
interface AskedDocs {
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

/** What a search found, the best first, or what to do where it found nothing. */
function SearchResults({ search, served }: { readonly search: string; readonly served: ServedFacts }) {
  const found = searchDocs(search, served);
  const count = `${found.length === 0 ? 'Nothing' : found.length} found for “${search}”`;
  return (
    <div className="max-w-[50rem] max-phone:px-4">
      <h1 className="text-2xl font-semibold tracking-[-0.02em] [overflow-wrap:anywhere]">{count}</h1>
      {found.length === 0 && (
        <p className="mt-2 text-text-soft">
          Try another word, such as the name of a parameter, a header or an error. These are{' '}
          <DocsLink
            href="/docs#pages"
            className="text-accent underline underline-offset-2 hover:text-accent-strong"
          >
            all pages of the docs
          </DocsLink>
          .
        </p>
      )}
      <ol aria-label="Found" className="mt-4">
        {found.map((part) => (
          <Found key={part.href} part={part} />
        ))}
      </ol>
    </div>
  );
}

function Found({ part: { href, page, heading, excerpt } }: { readonly part: FoundPart }) {
  return (
    <li className="border-t border-line py-3">
      <DocsLink
        href={href}
        className="font-medium text-accent underline underline-offset-2 hover:text-accent-strong max-phone:inline-block max-phone:py-1"
      >
        {page}
        {heading !== null && `: ${heading}`}
      </DocsLink>
      <p className="mt-0.5 text-sm text-pretty text-text-soft [overflow-wrap:anywhere]">
        {excerpt.map(({ text, isFound }, place) =>
          isFound ? (
            <mark key={`${place} ${text}`} className="rounded-tag bg-selected font-medium text-text">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </p>
    </li>
  );
}
