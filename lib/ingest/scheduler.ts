import { isoDayOf } from '#lib/domain/iso-day';
import type { Result } from '#lib/domain/result';
import { nextPublicationDay } from '#lib/domain/publication-calendar';
import type { Source } from '#lib/sources/source';
import { type PollContext, type PollCounts, type PollFailure, pollSource } from './poll-source.ts';

/** How often a source is asked while its next publication is due, and while none is. */
const DUE_INTERVAL_MS = 15 * 60_000;
const GAP_INTERVAL_MS = 60 * 60_000;

/** How often a database that is away is looked for again; no publisher is asked meanwhile. */
const DATABASE_RETRY_MS = 10_000;

/** Hears of every poll that ended. */
export type PollListener = (source: Source, outcome: Result<PollCounts, PollFailure>) => void;

/** The loop that polls; `stop` waits for the polls under way. */
export interface Scheduler {
  readonly stop: () => Promise<void>;
}

/** Polls every source at once and then at its own pace, one flight a source. */
export function startScheduler(
  sources: readonly Source[],
  context: PollContext,
  onPoll: PollListener,
): Scheduler {
  const timers = new Map<string, NodeJS.Timeout>();
  const flights = new Set<Promise<void>>();
  let stopped = false;
  const poll = async (source: Source): Promise<number> => {
    if (!(await isDatabaseThere(context))) return DATABASE_RETRY_MS;
    const outcome = await pollSource(source, context);
    onPoll(source, outcome);
    return waitBeforeNext(source, context);
  };
  const launch = (source: Source): void => {
    const flight = poll(source)
      .catch((error: unknown) => {
        context.log.error({ source: source.id, err: error }, 'a poll could not be kept');
        return DUE_INTERVAL_MS;
      })
      .then((waitMs) => {
        if (!stopped) timers.set(source.id, setTimeout(() => launch(source), waitMs).unref());
      });
    flights.add(flight);
    void flight.finally(() => flights.delete(flight));
  };
  for (const source of sources) launch(source);
  return {
    stop: async () => {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(flights);
    },
  };
}

/** Silent, because the service tells of an outage once and not every time that somebody meets it. */
function isDatabaseThere({ store }: PollContext): Promise<boolean> {
  return store.readRevisions().then(
    () => true,
    () => false,
  );
}

async function waitBeforeNext(source: Source, { store, clock }: PollContext): Promise<number> {
  const { publications } = await store.readNewestPublications(source.id, 1);
  const [newest] = publications;
  if (!newest) return DUE_INTERVAL_MS;
  const observedOn = isoDayOf(new Date(newest.observedAtMs));
  const dueAt = source.schedule.dueAt(nextPublicationDay(source.schedule, observedOn));
  const untilDueMs = dueAt.getTime() - clock.service().getTime();
  return untilDueMs <= 0 ? DUE_INTERVAL_MS : Math.min(GAP_INTERVAL_MS, untilDueMs);
}
