import { CopyButton } from '#components/ui/buttons/copy-button';
import { SnippetText } from '#components/docs/snippets/snippet-pane';
import type { DocsTopic, ServedFacts, TopicExample, TopicPart } from '#components/docs/topics/topic.ts';
import { DocsSection, MarkedParagraph } from './docs-section.tsx';
import { TermList } from './term-list.tsx';
import { AgeTable, ErrorTable, LimitHeaderExample } from './topic-facts.tsx';

/** A guide, or a page to look something up. */
export function TopicPage({ topic, served }: { readonly topic: DocsTopic; readonly served: ServedFacts }) {
  return (
    <div className="max-w-[60rem] max-phone:px-4">
      <h1 className="text-2xl font-semibold tracking-[-0.02em]">{topic.title}</h1>
      {topic.parts(served).map((part) => (
        <DocsSection key={part.id} id={part.id} heading={part.heading}>
          {part.text.map((text) => (
            <MarkedParagraph key={text} text={text} />
          ))}
          <Shown part={part} served={served} />
          {part.terms !== undefined && (
            <div className="mt-4">
              <TermList terms={part.terms} />
            </div>
          )}
          {part.examples?.map((example) => (
            <Example key={example.label} example={example} />
          ))}
        </DocsSection>
      ))}
    </div>
  );
}

function Shown({ part: { shows }, served }: { readonly part: TopicPart; readonly served: ServedFacts }) {
  if (shows === undefined) return null;
  switch (shows) {
    case 'error-table':
      return <ErrorTable />;
    case 'age-table':
      return <AgeTable sources={served.sources} />;
    case 'limit-headers':
      return <LimitHeaderExample />;
  }
}

/** Lines to copy, and what they print. */
function Example({ example: { program, label, lines, prints } }: { readonly example: TopicExample }) {
  const text = lines.join('\n');
  return (
    <figure
      aria-label={label}
      className="mt-4 max-w-[50rem] overflow-hidden rounded-card border border-line bg-surface max-phone:-mx-4 max-phone:rounded-none max-phone:border-x-0"
    >
      <figcaption className="flex min-h-11 items-center gap-x-2 border-b border-line py-1.5 pr-1.5 pl-4">
        <span className="text-sm font-medium">{label}</span>
        <span className="text-xs text-text-muted">{program}</span>
        <span className="ml-auto">
          <CopyButton look="ghost" label="Copy" text={text} />
        </span>
      </figcaption>
      <pre
        tabIndex={0}
        role="group"
        aria-label={`${label}: ${program}`}
        className="overflow-x-auto px-4 py-3.5 font-mono text-[0.78125rem]/5 print:whitespace-pre-wrap"
      >
        <SnippetText text={text} />
      </pre>
      <p className="border-t border-line bg-sunken px-4 pt-2.5 text-xs text-text-muted">It prints</p>
      <pre
        tabIndex={0}
        role="group"
        aria-label={`${label}: what it prints`}
        className="overflow-x-auto bg-sunken px-4 pt-1 pb-3 font-mono text-[0.78125rem]/5 text-text-soft print:whitespace-pre-wrap"
      >
        {prints.join('\n')}
      </pre>
    </figure>
  );
}
