import { CodedText } from './docs-section.tsx';
import type { Term } from './terms.ts';

/** Parameters, fields or errors: the name at the left, what it means at the right, or below it within another list. */
export function TermList({
  terms,
  isInner = false,
}: {
  readonly terms: readonly Term[];
  readonly isInner?: boolean;
}) {
  return (
    <dl className={isInner ? 'terms *:first:border-t-0' : 'terms terms-aside'}>
      {terms.map(({ name, kind, text, more }) => (
        <div key={`${name} ${kind ?? ''}`}>
          <dt>
            <code>{name}</code>
            {kind !== undefined && <small>{kind}</small>}
          </dt>
          <dd>
            <CodedText text={text} />
            {more}
          </dd>
        </div>
      ))}
    </dl>
  );
}
