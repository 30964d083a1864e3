import type { Health } from '#lib/domain/health/source-health';
import type { BoardDay, BoardIncident, BoardSource, IncidentMonth } from '#lib/contract/status-page';
import type { FaultCause } from '#lib/domain/health/fault-cause';
import { causeClause } from '#lib/domain/health/incident-text';
import { uptimeText } from '#lib/domain/health/uptime';
import { ageText } from './ages.ts';
import { monthName as utcMonthName, utcClock, utcDayText } from '#lib/format/day-text';
import { dayText } from '#lib/format/instants';
import { wholeText } from '#lib/format/numbers/number-text';
import { closedText } from './market-words.ts';
import { capital, sourceName } from './source-names.ts';

/**
 * Since when a source has the cause that it has: the first of the newest changes that name it, which may be later than its
 * incident's opening. Null where its cause changed without its state, or where time alone brought it about: nothing tells when.
 */
export function causeSince(
  { id, cause, changedAt }: Pick<BoardSource, 'id' | 'cause' | 'changedAt'>,
  incidents: readonly Pick<BoardIncident, 'source' | 'closedAt' | 'changes'>[],
): string | null {
  const open = incidents.find(({ source, closedAt }) => source === id && closedAt === null);
  if (open === undefined) return cause === 'recovering' ? changedAt : null;
  const other = open.changes.findIndex((change) => change.cause !== cause);
  return open.changes.slice(0, other === -1 ? undefined : other).at(-1)?.at ?? null;
}

/** The part of its pairs below which an answer is no longer called on time; a check passes from here on. */
const MOST_PAIRS = 0.9;

/** What an operational source delivers: `On time. The fixing of 13 Apr is here.` */
export function onTimeText({ cadence, newestAt, pairs, closedAt, nextAt }: BoardSource): string {
  if (cadence === 'law') return 'In force. Rates fixed by law are not polled, so nothing here can fail.';
  if (cadence === 'fixing') {
    return newestAt === null ? 'On time.' : `On time. The fixing of ${shortDay(new Date(newestAt))} is here.`;
  }
  const onTime =
    closedAt === null || nextAt === null ? 'On time.' : `${closedText({ closedAt, opensAt: nextAt })}.`;
  if (pairs === null || pairs.accepted === 0) return onTime;
  if (pairs.accepted < pairs.expected * MOST_PAIRS)
    return `Only ${wholeText(pairs.accepted)} of about ${wholeText(pairs.expected)} pairs in the newest answer.`;
  return pairs.accepted < pairs.expected
    ? `${onTime} ${wholeText(pairs.accepted)} of about ${wholeText(pairs.expected)} pairs.`
    : `${onTime} ${wholeText(pairs.accepted)} pairs.`;
}

/** A row of days by its name: `European Central Bank, 90 days, 99.82% up`; with fewer days of checks it says how many. */
export function rowName({ id, days, uptimePercent }: BoardSource): string {
  const checked = checkedDays(days).length;
  if (checked === 0) return `${sourceName(id)}, ${days.length} days, no checks`;
  const counted =
    checked === days.length ? `${checked} days` : `${checked} of ${days.length} days with checks`;
  return `${sourceName(id)}, ${counted}, ${uptimePercent === null ? 'not yet measured' : `${uptimeText(uptimePercent)} up`}`;
}

/** The figure under the bars: `99.82%`, and of how many days where it is not all of them. */
export function uptimeFigure({ days, uptimePercent }: BoardSource): string {
  const checked = checkedDays(days);
  const [first] = checked;
  if (first === undefined) return 'no checks yet';
  const [, checks, , , , watchedMs] = first;
  const isOneDay = checked.length === 1;
  if (uptimePercent === null) return isOneDay && checks === 1 ? 'one check so far' : 'not yet measured';
  const figure = uptimeText(uptimePercent);
  if (checked.length === days.length) return figure;
  // A day that has only begun is no day: 70% of a quarter of an hour are five minutes, not seven hours.
  if (isOneDay) return `${figure} of ${ageText(watchedMs)} watched`;
  return `${figure} of ${checked.length} days with checks`;
}

/** How many incidents these days had: `3 incidents`. */
export function incidentsFigure(count: number): string {
  return `${wholeText(count)} ${count === 1 ? 'incident' : 'incidents'}`;
}

function checkedDays(days: BoardSource['days']): readonly BoardDay[] {
  return days.filter((day) => day !== null);
}

/** One line of what is told about a day. */
export interface DayLine {
  readonly term: string;
  readonly text: string;
}

/** The facts of a day: its worst state, then how long, then the checks; one line where nobody looked. */
export function dayLines(
  day: BoardDay | null,
  isToday: boolean,
  causes: readonly FaultCause[] = [],
): readonly DayLine[] {
  if (day === null) return [{ term: 'Checks', text: 'none: neither up nor down' }];
  const [, checks, failures, degradedMs, outageMs] = day;
  const soFar = isToday ? ' so far' : '';
  const passed = checks - failures;
  return [
    ...(causes.length > 0 ? [{ term: 'Incident', text: causes.map(causeClause).join(', ') }] : []),
    ...(outageMs > 0 ? [{ term: 'Outage', text: `${ageText(outageMs)}${soFar}` }] : []),
    ...(degradedMs > 0 ? [{ term: 'Degraded', text: `${ageText(degradedMs)}${soFar}` }] : []),
    {
      term: 'Checks',
      text: `${wholeText(passed)} passed, ${wholeText(failures)} failed`,
    },
  ];
}

/** The worst state of a day in a word. */
export function dayState(day: BoardDay | null): string {
  return day === null ? 'No checks' : stateName(day[0]);
}

/** A day in one sentence, for whoever hears it. */
export function dayValue(date: Date, day: BoardDay | null, causes: readonly FaultCause[] = []): string {
  if (day === null) return `${weekday(date)}: no checks, neither up nor down`;
  const [worst, checks, failures, degradedMs, outageMs] = day;
  return [
    `${weekday(date)}: ${worst === 'operational' ? worst : `${worst} at worst`}`,
    ...causes.map((cause) => causeClause(cause).toLowerCase()),
    ...(outageMs > 0 ? [`${ageText(outageMs)} in outage`] : []),
    ...(degradedMs > 0 ? [`${ageText(degradedMs)} degraded`] : []),
    `${checks - failures === 1 ? 'one check' : `${wholeText(checks - failures)} checks`} passed, ${wholeText(failures)} failed`,
  ].join(', ');
}

/** `Operational`. */
export function stateName(state: Health): string {
  return capital(state);
}

/** `Monday 13 April`. */
export function weekday(date: Date): string {
  return utcDayText(date, { weekday: 'long', month: 'long', hasYear: false });
}

/** An instant beside others: `16:24:01` today, `13 Apr, 12:10` else; always UTC. */
export function shortInstant(instant: Date, now: Date): string {
  return dayText(instant) === dayText(now) ? utcClock(instant, true) : publicationText(instant);
}

/** A publication's instant: `13 Apr, 12:10`; always UTC. */
export function publicationText(instant: Date): string {
  return `${shortDay(instant)}, ${utcClock(instant, false)}`;
}

/** `13 Apr`. */
export function shortDay(instant: Date): string {
  return utcDayText(instant, { month: 'short', hasYear: false });
}

/** `182 ms`, `15,000 ms`; `under 1 ms` for what is too quick to be counted. */
export function latencyText(latencyMs: number): string {
  return latencyMs < 1 ? 'under 1 ms' : `${wholeText(latencyMs)} ms`;
}

/** `November 2026` for `2026-11`. */
export function monthAndYear(month: string): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  return `${utcMonthName(first, 'long')} ${first.getUTCFullYear()}`;
}

/** What a month held in one line: `3 incidents, 1 open; the longest 2 h 14 min`. */
export function monthSummary({ incidents }: Pick<IncidentMonth, 'incidents'>, now: Date): string {
  if (incidents.length === 0) return 'No incidents';
  const open = incidents.filter(({ closedAt }) => closedAt === null).length;
  const counted = incidentsFigure(incidents.length);
  const longestMs = Math.max(
    ...incidents.map(
      ({ openedAt, closedAt }) =>
        (closedAt === null ? now.getTime() : Date.parse(closedAt)) - Date.parse(openedAt),
    ),
  );
  return `${counted}${open > 0 ? `, ${open} open` : ''}; the longest ${lastedText(longestMs)}`;
}

/** How old the last report is: `The last report is 12 minutes old.` */
export function lastReportText(ageMs: number): string {
  const seconds = Math.max(0, Math.floor(ageMs / 1000));
  const [count, unit] =
    seconds < 60
      ? [seconds, 'second']
      : seconds < 3600
        ? [Math.floor(seconds / 60), 'minute']
        : [Math.floor(seconds / 3600), 'hour'];
  return `The last report is ${count} ${unit}${count === 1 ? '' : 's'} old.`;
}

/** How long something lasted: `1 h 12 min`, and never `0 s`. */
export function lastedText(ms: number): string {
  return ms < 1000 ? 'less than a second' : ageText(ms);
}
