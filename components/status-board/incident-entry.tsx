import { SHAPE_INKS, StateShape } from '#components/ui/state-shape';
import type { BoardIncident } from '#lib/contract/status-page';
import { causeClause, incidentTitle, reasonSentence, reasonsText } from '#lib/domain/health/incident-text';
import { instantText } from '#lib/format/instants';
import { wholeText } from '#lib/format/numbers/number-text';
import { lastedText, shortDay, shortInstant, stateName } from '#lib/format/sources/status-words';
import { capital, sourceInText } from '#lib/format/sources/source-names';

/** Where an incident stands for good. */
export function incidentPath({ id, openedAt }: BoardIncident): string {
  return `/status/history?month=${openedAt.slice(0, 7)}#${id}`;
}

/** One incident: when, what, the first and the last failure, and each change of state. */
export function IncidentEntry({
  incident,
  now,
}: {
  readonly incident: BoardIncident;
  /** In epoch milliseconds, by the service's clock. */
  readonly now: number;
}) {
  const { id, openedAt, closedAt, worst } = incident;
  return (
    <li
      id={id}
      className="grid scroll-mt-20 grid-cols-[9.25rem_minmax(0,1fr)] gap-x-6 gap-y-1 border-b border-line px-6 py-4 target:bg-selected last:border-b-0 max-phone:grid-cols-1 max-phone:px-4 max-phone:py-3.5 print:break-inside-avoid"
    >
      <p className="text-sm text-text-soft">
        <time dateTime={openedAt} title={instantText(new Date(openedAt))}>
          {openedText(openedAt)}
        </time>
        <br className="max-phone:hidden" />
        <span className="hidden max-phone:inline"> · </span>
        <span className="text-text-muted">
          {closedAt === null ? 'open for ' : 'closed after '}
          {lastedText((closedAt === null ? now : Date.parse(closedAt)) - Date.parse(openedAt))}
        </span>
      </p>
      <article aria-labelledby={`${id}-title`}>
        <h3 id={`${id}-title`} className="font-semibold">
          <a href={incidentPath(incident)} className="hover:underline">
            {incidentTitle({ ...incident, source: capital(sourceInText(incident.source)) })}
          </a>
        </h3>
        <p className="max-w-[76ch] text-pretty text-text-soft">
          {worst === 'outage' ? 'Outage' : 'Degraded'} at worst. {reasonsText(incident.reasons)}{' '}
          <Failures incident={incident} />
        </p>
        <Changes incident={incident} />
      </article>
    </li>
  );
}

function Failures({
  incident: { openedAt, firstFailedAt, lastFailedAt, failures, closedAt },
}: {
  readonly incident: BoardIncident;
}) {
  if (firstFailedAt === null || lastFailedAt === null)
    return closedAt === null ? 'No check has failed.' : 'No check failed.';
  if (failures <= 1) {
    return (
      <>
        One check failed, at <Clock at={firstFailedAt} openedAt={openedAt} />.
      </>
    );
  }
  return (
    <>
      {wholeText(failures)} checks failed: the first at <Clock at={firstFailedAt} openedAt={openedAt} />, the
      last at <Clock at={lastFailedAt} openedAt={openedAt} />.
    </>
  );
}

/** The changes of state, newest first. */
function Changes({ incident: { changes, openedAt } }: { readonly incident: BoardIncident }) {
  if (changes.length === 0) return null;
  return (
    <ol aria-label="Changes of state, newest first" className="mt-2 text-sm">
      {changes.map(({ at, to, cause, reason }) => (
        <li
          key={`${at} ${to}`}
          className="grid grid-cols-[6rem_7.5rem_minmax(0,1fr)] items-start gap-x-3 py-1 text-text-soft max-phone:grid-cols-[6rem_minmax(0,1fr)]"
        >
          <time dateTime={at} title={instantText(new Date(at))} className="text-text-muted">
            {shortInstant(new Date(at), new Date(openedAt))}
          </time>
          <span className={`inline-flex items-center gap-1.5 font-medium ${SHAPE_INKS[to]}`}>
            <StateShape shape={to} />
            {stateName(to)}
          </span>
          <span className="max-phone:col-start-2">
            {cause !== null && `${causeClause(cause)}. `}
            {reasonSentence(reason)}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** `13 Apr, 15:12 UTC`; the year stands in the tooltip and over the month. */
function openedText(openedAt: string): string {
  return `${shortDay(new Date(openedAt))}, ${openedAt.slice(11, 16)} UTC`;
}

/** The time alone on the day on which the incident opened, else with its day. */
function Clock({ at, openedAt }: { readonly at: string; readonly openedAt: string }) {
  return (
    <time dateTime={at} title={instantText(new Date(at))}>
      {shortInstant(new Date(at), new Date(openedAt))} UTC
    </time>
  );
}
