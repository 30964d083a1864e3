import { TextLink } from '#components/ui/buttons/text-link';
import { Cell, HeadCell, Heads, Row, Rows, Table } from '#components/ui/table';
import { SOURCE_IDS, type SourceId } from '#lib/domain/source-id';
import { ageText } from '#lib/format/sources/ages';
import { CodedParagraph, DocsSection, Paragraph } from './docs-section.tsx';

/** The facts of a source that is enabled here. */
export type ServedSource = Timing & {
  readonly id: SourceId;
  readonly name: string;
  /** The publisher's page for people, where there is one. */
  readonly page?: string;
  /** What it publishes, when, and since when, a sentence each. */
  readonly words: { readonly figures: string; readonly schedule: string };
};

/** How often a source is asked and when its figures are no longer current, in milliseconds; law is not asked for. */
type Timing =
  | { readonly cadence?: undefined }
  | {
      readonly cadence: 'fixing';
      readonly polling: { readonly dueMs: number; readonly gapMs: number };
      readonly schedule: { readonly graceMs: number; readonly hardLimitMs: number };
    }
  | {
      readonly cadence: 'tick';
      readonly polling: { readonly intervalMs: number };
      readonly ages: { readonly lateMs: number; readonly staleMs: number; readonly hardLimitMs: number };
    };

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

function SourceEntry({ source }: { readonly source: ServedSource }) {
  const { id, name, page, words } = source;
  return (
    <div
      id={`source-${id}`}
      className="grid grid-cols-[10rem_minmax(0,1fr)] gap-x-8 gap-y-1 border-t border-line py-3 max-lg:scroll-mt-10 max-lg:grid-cols-1"
    >
      <dt>
        <code className="font-mono text-sm font-medium">{id}</code>
        <span className="block text-xs text-text-muted">
          {page === undefined ? (
            name
          ) : (
            <a href={page} rel="noreferrer" className="underline underline-offset-2 hover:text-text">
              {name}
            </a>
          )}
        </span>
      </dt>
      <dd className="text-pretty text-text-soft">
        {words.figures} {words.schedule} {askedText(source)}
      </dd>
    </div>
  );
}

function askedText(source: Timing): string {
  switch (source.cadence) {
    case undefined:
      return '';
    case 'fixing':
      return `Asked every ${ageText(source.polling.dueMs)} while a publication is due, else every ${ageText(source.polling.gapMs)}.`;
    case 'tick':
      return `Asked every ${ageText(source.polling.intervalMs)}.`;
  }
}

const AGES = ['Late', 'Stale', 'No longer served'] as const;

/** How current a figure is, and what happens to old ones. */
export function AgeSection({ sources }: { readonly sources: readonly ServedSource[] }) {
  return (
    <DocsSection id="age" title="Age of figures">
      <CodedParagraph text="A `timestamp` is when the source observed the rate, not when you asked. Age is counted in the publisher’s own calendar: over a weekend or a bank holiday nothing is missed and nothing becomes late. A market’s closing figure counts until it opens again." />
      <div className="mt-4 mb-2 overflow-hidden rounded-card border border-line bg-surface">
        <Table name="When figures of each source are late, stale and no longer served">
          <Heads>
            {['Source', ...AGES].map((head) => (
              <HeadCell key={head}>{head}</HeadCell>
            ))}
          </Heads>
          <Rows>
            {sources.map((source) => (
              <Row key={source.id}>
                <Cell>
                  <code className="font-mono text-sm">{source.id}</code>
                </Cell>
                {agesOf(source).map((text, place) => (
                  <Cell key={AGES[place]}>
                    <span className="text-text-muted phone:hidden">{AGES[place]}</span> {text}
                  </Cell>
                ))}
              </Row>
            ))}
          </Rows>
        </Table>
      </div>
      <CodedParagraph text="A late figure is served as it is. A stale one comes after every fresh one when no `source` is given, and has `X-Rate-Stale: true`. One that is no longer served is skipped; a request that nothing else answers is 503 `source_unavailable` with `Retry-After`, with `source` and without." />
      <CodedParagraph text="Answers may be reused for five seconds. `X-Data-Version` changes with every commit of figures, when a publication begins to count, and when an age state or the UTC day turns; with `ETag` and `If-None-Match`, an unchanged answer comes without a body." />
    </DocsSection>
  );
}

/** The texts of {@link AGES}, in their order. */
function agesOf(source: Timing): readonly [late: string, stale: string, limit: string] {
  switch (source.cadence) {
    case undefined:
      return ['never', 'never', 'outside its days in force'];
    case 'fixing':
      return [
        `a publication is overdue by ${ageText(source.schedule.graceMs)}`,
        'two publications are missed',
        `after ${ageText(source.schedule.hardLimitMs)}`,
      ];
    case 'tick':
      return [
        `after ${ageText(source.ages.lateMs)}`,
        `after ${ageText(source.ages.staleMs)}`,
        `after ${ageText(source.ages.hardLimitMs)}`,
      ];
  }
}
