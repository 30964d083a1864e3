import { DocsSection, Paragraph, SubHeading } from './docs-section.tsx';
import { DECISION_GROUPS } from './silent-decisions.ts';
import { TermList } from './term-list.tsx';

/** What the interface leaves open, and what this service does there. */
export function SilentSection() {
  return (
    <DocsSection id="silent" title="Details and edge cases">
      <Paragraph>
        The interface gives paths, fields and two errors, and leaves the rest open. This is what is decided
        here, as far as a caller can see it.
      </Paragraph>
      <div className="gap-x-12 xl:columns-2 print:columns-1">
        {DECISION_GROUPS.map(({ id, title, decisions }) => (
          <div key={id} className="break-inside-avoid pt-6">
            <SubHeading id={id} isFlush>
              {title}
            </SubHeading>
            <TermList terms={decisions} />
          </div>
        ))}
      </div>
    </DocsSection>
  );
}
