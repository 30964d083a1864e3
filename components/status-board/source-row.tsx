import { InkLine } from '#components/ui/figures/ink-line';
import { Age, type PageClock } from '#components/ui/figures/ticking-time';
import { useNow } from '#lib/client/browser/now';
import type { BoardSource } from '#lib/contract/status-page';
import { impactText } from '#lib/domain/health/impact-text';
import { causeClause } from '#lib/domain/health/incident-text';
import { ruleExampleText } from '#lib/format/sources/rule-words';
import { instantText } from '#lib/format/instants';
import { sourceInText } from '#lib/format/sources/source-names';
import { latencyText, onTimeText, publicationText, shortInstant } from '#lib/format/sources/status-words';
import { DayBars } from './day-bars.tsx';
import { StateMark, StateWord } from './state-word.tsx';
import { MINUTE_MS } from '#lib/domain/durations';

/** One source: its state and why, 90 days, latency, and when it published, will publish and was checked. */
export function SourceRow({
  source,
  firstDay,
  since,
  isStale,
  clock,
}: {
  readonly source: BoardSource;
  /** Null where the days could not be read. */
  readonly firstDay: string | null;
  /** Since when its cause is what it is; null while it has none, and where that is not known. */
  readonly since: string | null;
  readonly isStale: boolean;
  readonly clock: PageClock;
}) {
  const { id, name, status, cadence } = source;
  const now = new Date(useNow(MINUTE_MS, clock.servedAtMs) + clock.offsetMs);
  return (
    <li
      id={id}
      aria-label={name}
      className="grid scroll-mt-20 grid-cols-[minmax(0,17.25rem)_minmax(0,1fr)_6.5rem_15rem] items-start gap-x-8 border-b border-line px-6 pt-4 pb-3.5 target:bg-selected last:border-b-0 max-xl:grid-cols-2 max-xl:gap-x-6 max-xl:gap-y-3 max-phone:grid-cols-1 max-phone:gap-y-2.5 max-phone:px-4 print:break-inside-avoid"
    >
      <div>
        <h3 className="flex gap-x-2.5 font-normal whitespace-nowrap">
          <span className="flex h-6 items-center">
            <StateMark status={status} isStale={isStale} />
          </span>
          <span className="flex flex-wrap items-center gap-x-2.5">
            <span className="font-medium">{name}</span>
            <StateWord status={status} isStale={isStale} />
          </span>
        </h3>
        <Why source={source} since={since} now={now} />
        <Effect impact={source.impact} />
      </div>
      {/* Law is not polled: there is nothing to count, and its reason says so. */}
      {cadence !== 'law' && (
        <>
          <div className="max-xl:col-span-2 max-phone:col-span-1 max-phone:pl-6.5">
            {firstDay === null ? (
              <p className="text-sm text-text-muted">The last 90 days cannot be read right now.</p>
            ) : (
              <DayBars source={source} firstDay={firstDay} />
            )}
          </div>
          <div className="max-xl:col-start-2 max-xl:row-start-1 max-phone:col-start-1 max-phone:row-auto max-phone:pl-6.5 xl:contents">
            <Latency source={source} />
            <Times source={source} now={now} clock={clock} />
          </div>
        </>
      )}
    </li>
  );
}

/** Why a source is as it is, in words; of one that is well, what it delivers. */
function Why({
  source,
  since,
  now,
}: {
  readonly source: BoardSource;
  readonly since: string | null;
  readonly now: Date;
}) {
  const { status, cause, reason, detail, heldHistory } = source;
  return (
    <p className="mt-px pl-6.5 text-sm text-pretty text-text-soft">
      {status === 'operational' && `${onTimeText(source)} `}
      {status !== 'operational' && cause !== null && (
        <>
          <b className="font-medium text-text">{causeClause(cause)}</b>
          {since !== null && ` since ${shortInstant(new Date(since), now)} UTC`}.{' '}
        </>
      )}
      {reason}
      {detail !== null && <span className="wrap-anywhere"> {ruleExampleText(detail)}</span>}
      {heldHistory !== null && (
        <span className="wrap-anywhere"> Its history is held. {ruleExampleText(heldHistory)}</span>
      )}
    </p>
  );
}

/** What its fault means for those who ask for rates. */
function Effect({ impact }: Pick<BoardSource, 'impact'>) {
  const text = impact && impactText(impact, sourceInText);
  return text === null ? null : <p className="mt-1 pl-6.5 text-sm text-pretty text-text">{text}</p>;
}

function Latency({ source: { status, latencyMs, latenciesMs } }: { readonly source: BoardSource }) {
  return (
    <p className="text-right text-sm max-xl:flex max-xl:items-center max-xl:justify-end max-xl:gap-3">
      <span className="mr-auto text-text-muted xl:sr-only">Latency </span>
      <InkLine points={latenciesMs} className="mt-1 mb-1.5 h-5.5 w-full max-xl:m-0 max-xl:h-4 max-xl:w-22" />
      <span className={status === 'outage' ? 'text-outage' : undefined}>
        {latencyMs === null ? '–' : latencyText(latencyMs)}
      </span>
    </p>
  );
}

function Times({
  source: { cadence, status, newestAt, nextAt, checkedAt },
  now,
  clock,
}: {
  readonly source: BoardSource;
  readonly now: Date;
  readonly clock: PageClock;
}) {
  const isOverdue = cadence === 'fixing' && nextAt !== null && Date.parse(nextAt) < now.getTime();
  // Of a market the time, of a publication the day too.
  const instant = (at: string) => (
    <time dateTime={at} title={instantText(new Date(at))}>
      {cadence === 'fixing' ? publicationText(new Date(at)) : shortInstant(new Date(at), now)}
    </time>
  );
  return (
    <dl className="text-sm">
      <Fact term="Last figure">{newestAt !== null ? instant(newestAt) : '–'}</Fact>
      <Fact term={isOverdue ? 'Due since' : 'Next'}>
        {nextAt !== null ? instant(nextAt) : status === 'outage' ? 'as soon as it answers' : '–'}
      </Fact>
      <Fact term="Checked">{checkedAt === null ? '–' : <Age instant={checkedAt} clock={clock} />}</Fact>
    </dl>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-text-muted">{term}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  );
}
