import type { ReactNode } from 'react';
import type { Term } from '#components/docs/topics/topic.ts';
import { MarkedText } from './docs-section.tsx';

/** Parameters, fields or facts: the name at the left, what it means at the right, or below it within another list. */
export function TermList({
  terms,
  isInner = false,
}: {
  readonly terms: readonly (Term & {
    /** What else belongs to it. */
    readonly more?: ReactNode;
  })[];
  readonly isInner?: boolean;
}) {
  return (
    <dl className={isInner ? 'terms *:first:border-t-0' : 'terms terms-aside'}>
      {terms.map(({ name, id, kind, text, more }) => (
        <div key={`${name} ${kind ?? ''}`} id={id}>
          <dt>
            <code>{name}</code>
            {kind !== undefined && <small>{kind}</small>}
          </dt>
          <dd>
            <MarkedText text={text} />
            {more}
          </dd>
        </div>
      ))}
    </dl>
  );
}
