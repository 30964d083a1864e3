import { PageHead } from '#components/ui/page-head';
import { Card } from '#components/ui/card';
import { TextLink } from '#components/ui/buttons/text-link';

/** Whom a source's figures belong to and on which terms, in the publisher's words. */
interface SourceTerms {
  readonly id: string;
  readonly name: string;
  /** The publisher's page for people, where there is one. */
  readonly page?: string;
  readonly attribution: string;
  readonly terms: string;
}

/** Every source that is enabled here: who publishes it, the credit that it asks for, and its terms. */
export function SourcesPage({ sources }: { readonly sources: readonly SourceTerms[] }) {
  return (
    <>
      <PageHead title="Sources and terms">
        Every rate here is one that these publishers gave, or is calculated from theirs. If you show their
        figures elsewhere, show the credit too.
      </PageHead>
      <Card>
        <ul>
          {sources.map((source) => (
            <SourceEntry key={source.id} source={source} />
          ))}
        </ul>
      </Card>
      <p className="mt-5 max-w-[76ch] text-pretty text-text-soft max-phone:mx-4">
        The sources are used in this order unless you choose one yourself. The{' '}
        <TextLink href="/docs/sources">docs</TextLink> say when each one publishes, and the{' '}
        <TextLink href="/status">status page</TextLink> how each one is doing now.
      </p>
    </>
  );
}

function SourceEntry({ source: { id, name, page, attribution, terms } }: { readonly source: SourceTerms }) {
  return (
    <li
      id={id}
      className="grid scroll-mt-20 grid-cols-[minmax(0,16rem)_minmax(0,1fr)] gap-x-8 gap-y-1 border-b border-line px-6 py-4 target:bg-selected last:border-b-0 max-phone:grid-cols-1 max-phone:px-4 print:break-inside-avoid"
    >
      <div>
        <h2 className="font-semibold *:thumb-room">
          {page === undefined ? (
            name
          ) : (
            <a href={page} rel="noreferrer" className="underline decoration-line-strong underline-offset-3">
              {name}
            </a>
          )}
        </h2>
        <p className="font-mono text-xs text-text-muted">{id}</p>
      </div>
      <div className="max-w-[84ch] text-pretty">
        <p>{attribution.replace(/\.$/, '')}.</p>
        <p className="mt-0.5 text-text-soft">{terms}</p>
      </div>
    </li>
  );
}
