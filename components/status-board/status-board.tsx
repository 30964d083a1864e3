import { PageHead } from '#components/ui/page-head';
import { Sheet } from '#components/ui/sheet';
import { StateShape } from '#components/ui/state-shape';
import { Cell, HeadCell, Heads, Row, Rows, Table } from '#components/ui/table';
import { Age, type PageClock } from '#components/ui/ticking-time';
import type { Health, StatusReport } from '#lib/contract/responses';
import { instantText } from '#lib/format/instants';
import { type Day, DayBars } from './day-bars.tsx';
import { Refresher } from './refresher.tsx';

/** A source as the board shows it. */
export interface BoardRow {
  readonly id: string;
  readonly name: string;
  readonly status: Health;
  readonly reason: string | null;
  readonly latencyMs: number | null;
  readonly checkedAt: string | null;
  readonly newestAt: string | null;
  readonly nextDueAt: string | null;
  readonly days: readonly Day[];
  readonly rules: readonly DoorRow[];
}

/** What the door did by one rule. */
export interface DoorRow {
  readonly rule: string;
  readonly what: 'refused' | 'held';
  readonly count: number;
  readonly example: string | null;
}

/** How much of a source's history has been fetched. */
export interface HistoryRow {
  readonly source: string;
  readonly done: number;
  readonly total: number;
}

const VERDICTS: Readonly<Record<Health, string>> = {
  operational: 'All sources are operational',
  degraded: 'Some sources are not operational',
  outage: 'No source is reachable',
};

/** How every source and every part of the service is doing. */
export function StatusBoard({
  overall,
  sources,
  services,
  history,
  clock,
}: {
  readonly overall: Health;
  readonly sources: readonly BoardRow[];
  readonly services: StatusReport['services'];
  readonly history: readonly HistoryRow[];
  readonly clock: PageClock;
}) {
  const doors = sources.flatMap(({ id, rules }) => rules.map((rule) => ({ id, ...rule })));
  return (
    <>
      <Refresher />
      <PageHead title={VERDICTS[overall]}>
        Each source is checked at its publisher’s own pace; every check is kept. The page looks again every 15
        seconds.
      </PageHead>
      <div className="grid gap-6">
        <Sheet title="Sources">
          <Table name="Sources">
            <Heads>
              <HeadCell>Source</HeadCell>
              <HeadCell>State</HeadCell>
              <HeadCell className="w-2/5">Last 90 days</HeadCell>
              <HeadCell className="text-right">Latency</HeadCell>
              <HeadCell>Checked</HeadCell>
              <HeadCell>Newest figure, next due</HeadCell>
            </Heads>
            <Rows>
              {sources.map((source) => (
                <SourceRow key={source.id} source={source} clock={clock} />
              ))}
            </Rows>
          </Table>
        </Sheet>
        <DoorSheet rows={doors} />
        <HistorySheet rows={history} />
        <Sheet title="Parts of the service">
          <Table name="Parts of the service">
            <Heads>
              <HeadCell>Part</HeadCell>
              <HeadCell>State</HeadCell>
              <HeadCell className="text-right">Latency</HeadCell>
              <HeadCell>Checked</HeadCell>
            </Heads>
            <Rows>
              {services.map(({ service, status, latencyMs, lastCheckedAt }) => (
                <Row key={service}>
                  <Cell className="font-medium">{service}</Cell>
                  <Cell>
                    <State status={status} />
                  </Cell>
                  <Cell className="text-right whitespace-nowrap tabular-nums max-phone:text-left">
                    {latencyMs} ms
                  </Cell>
                  <Cell>
                    <Age instant={lastCheckedAt} clock={clock} />
                  </Cell>
                </Row>
              ))}
            </Rows>
          </Table>
        </Sheet>
      </div>
    </>
  );
}

function SourceRow({ source, clock }: { readonly source: BoardRow; readonly clock: PageClock }) {
  const { id, name, status, reason, latencyMs, checkedAt, newestAt, nextDueAt, days } = source;
  const isLaw = checkedAt === null && newestAt === null && status === 'operational';
  return (
    <Row>
      <Cell className="py-2.5">
        <span className="font-medium">{name}</span>
        <span className="block font-mono text-xs text-text-muted">{id}</span>
      </Cell>
      <Cell className="py-2.5">
        <State status={status} />
        {reason !== null && <span className="block max-w-[44ch] text-xs text-text-soft">{reason}</span>}
      </Cell>
      <Cell className="py-2.5">
        {isLaw ? (
          <span className="text-text-muted">Law is not polled</span>
        ) : (
          <DayBars name={name} days={days} />
        )}
      </Cell>
      <Cell className="text-right whitespace-nowrap tabular-nums max-phone:text-left">
        {latencyMs === null ? '' : `${latencyMs} ms`}
      </Cell>
      <Cell className="whitespace-nowrap">
        {checkedAt !== null && <Age instant={checkedAt} clock={clock} />}
      </Cell>
      <Cell className="py-2.5 text-sm">
        {newestAt !== null && <time dateTime={newestAt}>{instantText(new Date(newestAt))}</time>}
        {nextDueAt !== null && (
          <span className="block text-xs text-text-soft">
            due <time dateTime={nextDueAt}>{instantText(new Date(nextDueAt))}</time>
          </span>
        )}
      </Cell>
    </Row>
  );
}

function DoorSheet({ rows }: { readonly rows: readonly (DoorRow & { readonly id: string })[] }) {
  return (
    <Sheet title="At the door">
      {rows.length === 0 ? (
        <p className="px-6 py-4 text-text-soft max-phone:px-4">
          No figure was refused in the last 30 days, and none is held.
        </p>
      ) : (
        <Table name="Figures refused or held at the door in the last 30 days">
          <Heads>
            <HeadCell>Source</HeadCell>
            <HeadCell>Rule</HeadCell>
            <HeadCell>What became of them</HeadCell>
            <HeadCell className="text-right">Figures</HeadCell>
            <HeadCell>One of them</HeadCell>
          </Heads>
          <Rows>
            {rows.map(({ id, rule, what, count, example }) => (
              <Row key={`${id} ${rule} ${what}`}>
                <Cell className="font-mono text-xs">{id}</Cell>
                <Cell className="font-mono text-xs">{rule}</Cell>
                <Cell>{what === 'held' ? 'held' : 'refused'}</Cell>
                <Cell className="text-right tabular-nums max-phone:text-left">
                  {count.toLocaleString('en')}
                </Cell>
                <Cell className="font-mono text-xs break-all">{example}</Cell>
              </Row>
            ))}
          </Rows>
        </Table>
      )}
    </Sheet>
  );
}

/** Only while this process fetches history, or did since it started. */
function HistorySheet({ rows }: { readonly rows: readonly HistoryRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Sheet title="History">
      <Table name="History that is being fetched, newest first">
        <Heads>
          <HeadCell>Source</HeadCell>
          <HeadCell>Parts fetched</HeadCell>
          <HeadCell className="w-1/2" />
        </Heads>
        <Rows>
          {rows.map(({ source, done, total }) => (
            <Row key={source}>
              <Cell className="font-mono text-xs">{source}</Cell>
              <Cell className="tabular-nums">{done === total ? `all ${total}` : `${done} of ${total}`}</Cell>
              <Cell>
                <progress
                  aria-label={`History of ${source}`}
                  value={done}
                  max={total}
                  className="h-1.5 w-full accent-accent"
                />
              </Cell>
            </Row>
          ))}
        </Rows>
      </Table>
    </Sheet>
  );
}

const INKS: Readonly<Record<Health, string>> = {
  operational: 'text-operational',
  degraded: 'text-degraded',
  outage: 'text-outage',
};

function State({ status }: { readonly status: Health }) {
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${INKS[status]}`}>
      <StateShape shape={status} />
      {status}
    </span>
  );
}
