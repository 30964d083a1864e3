import { Cell, HeadCell, Row, Table } from '#components/ui/table';
import { ageText } from '#lib/format/sources/ages';
import { CodedParagraph, DocsSection } from './docs-section.tsx';
import type { ServedSource, SourceTiming } from './source-facts.ts';

/** How current a figure is, and what happens to old ones. */
export function AgeSection({ sources }: { readonly sources: readonly ServedSource[] }) {
  return (
    <DocsSection id="age" title="Age of figures">
      <CodedParagraph text="A `timestamp` is when the source observed the rate, not when you asked. Age is counted in the publisher’s own calendar: over a weekend or a bank holiday nothing is missed and nothing grows late. A market’s closing figure counts until it opens again." />
      <div className="mt-4 mb-2 overflow-hidden rounded-card border border-line bg-surface">
        <Table name="When figures of each source are late, stale and no longer served">
          <thead className="max-phone:sr-only">
            <tr>
              <HeadCell>Source</HeadCell>
              <HeadCell>Late</HeadCell>
              <HeadCell>Stale</HeadCell>
              <HeadCell>No longer served</HeadCell>
            </tr>
          </thead>
          <tbody>
            {sources.map(({ id, timing }) => {
              const { late, stale, limit } = agesOf(timing);
              return (
                <Row key={id}>
                  <Cell>
                    <code className="font-mono text-sm">{id}</code>
                  </Cell>
                  <Cell>
                    <PhoneLabel text="Late" /> {late}
                  </Cell>
                  <Cell>
                    <PhoneLabel text="Stale" /> {stale}
                  </Cell>
                  <Cell>
                    <PhoneLabel text="No longer served" /> {limit}
                  </Cell>
                </Row>
              );
            })}
          </tbody>
        </Table>
      </div>
      <CodedParagraph text="A late figure is served as it is. A stale one comes after every fresh one when no `source` is given, and bears `X-Rate-Stale: true`. One that is no longer served is skipped; a request that nothing else answers is 503 `source_unavailable` with `Retry-After`, with `source` and without." />
      <CodedParagraph text="Answers may be repeated for five seconds. `X-Data-Version` changes with every commit of figures, when a publication begins to count, and when an age state or the UTC day turns; `ETag` and `If-None-Match` spare the body while it has not." />
    </DocsSection>
  );
}

/** What the head of a column says, where a phone shows none. */
function PhoneLabel({ text }: { readonly text: string }) {
  return <span className="text-text-muted phone:hidden">{text}</span>;
}

function agesOf(timing: SourceTiming): {
  readonly late: string;
  readonly stale: string;
  readonly limit: string;
} {
  switch (timing.kind) {
    case 'law':
      return { late: 'never', stale: 'never', limit: 'outside its days in force' };
    case 'fixing':
      return {
        late: `a publication is overdue by ${ageText(timing.graceMs)}`,
        stale: 'two publications are missed',
        limit: `after ${ageText(timing.hardLimitMs)}`,
      };
    case 'tick':
      return {
        late: `after ${ageText(timing.lateMs)}`,
        stale: `after ${ageText(timing.staleMs)}`,
        limit: `after ${ageText(timing.hardLimitMs)}`,
      };
  }
}
