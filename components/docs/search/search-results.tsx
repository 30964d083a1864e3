import { DocsLink } from '#components/docs/docs-link';
import type { ServedFacts } from '#components/docs/topics/topic.ts';
import { searchDocs, type FoundPart } from './docs-search.ts';

/** What a search found, the best first, or what to do where it found nothing. */
export function SearchResults({ search, served }: { readonly search: string; readonly served: ServedFacts }) {
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
