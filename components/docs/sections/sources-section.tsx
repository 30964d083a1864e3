import { SOURCE_IDS } from '#lib/domain/source-id';
import { ageText } from '#lib/format/sources/ages';
import { DocsSection, Paragraph } from './docs-section.tsx';
import type { ServedSource, SourceTiming } from './source-facts.ts';
import { TextLink } from '#components/ui/buttons/text-link';

/** Whose figures these are, and when they come. */
export function SourcesSection({ sources }: { readonly sources: readonly ServedSource[] }) {
  const others = SOURCE_IDS.filter((id) => !sources.some((source) => source.id === id));
  return (
    <DocsSection id="sources" title="Sources">
      <Paragraph>
        These are enabled on this server, in the order of priority. If you show their figures, show the credit
        that the publisher asks for: <TextLink href="/sources">Sources and terms</TextLink>.
      </Paragraph>
      <dl className="mt-3">
        {sources.map((source) => (
          <SourceEntry key={source.id} source={source} />
        ))}
        {others.length > 0 && (
          <div className="border-t border-line py-3">
            <dt className="text-sm font-medium">Not enabled on this server</dt>
            <dd className="mt-1 text-text-soft">
              {others.map((id) => (
                <span key={id} className="mr-4 inline-block">
                  <code className="font-mono text-sm text-text">{id}</code>
                </span>
              ))}
              <span className="block text-sm">
                A request for one of them is 404 <code className="font-mono text-xs">pair_unavailable</code>.
              </span>
            </dd>
          </div>
        )}
      </dl>
    </DocsSection>
  );
}

function SourceEntry({ source: { id, name, page, words, timing } }: { readonly source: ServedSource }) {
  return (
    <div
      id={`source-${id}`}
      className="grid grid-cols-[10rem_minmax(0,1fr)] gap-x-8 gap-y-1 border-t border-line py-3 max-lg:scroll-mt-10 max-lg:grid-cols-1"
    >
      <dt>
        <code className="font-mono text-sm font-medium">{id}</code>
        <span className="block text-xs text-text-muted">
          {page === null ? (
            name
          ) : (
            <a href={page} rel="noreferrer" className="underline underline-offset-2 hover:text-text">
              {name}
            </a>
          )}
        </span>
      </dt>
      <dd className="text-pretty text-text-soft">
        {words.figures} {words.schedule} {askedText(timing)}
      </dd>
    </div>
  );
}

function askedText(timing: SourceTiming): string {
  switch (timing.kind) {
    case 'law':
      return '';
    case 'fixing':
      return `Asked every ${ageText(timing.dueMs)} while a publication is due, else every ${ageText(timing.gapMs)}.`;
    case 'tick':
      return `Asked every ${ageText(timing.intervalMs)}.`;
  }
}
