import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { PollListener } from './scheduler.ts';

/** What an operator should read of a source at start: its newest figures, or how to get some. */
export function sourceLines(snapshot: RateSnapshot): readonly string[] {
  return snapshot.sources.map(({ id, publications: [newest] }) =>
    newest
      ? `${id}: ${newest.figures.size} figures of ${newest.observedOn}, ${newest.age}`
      : `${id}: no figures yet`,
  );
}

/**
 * Tells of polls in one line each, and only when there is something to tell: new figures of a publisher, a market's first
 * quotes, the first failure after a success, the first success after a failure.
 */
export function createPollLines(snapshot: () => RateSnapshot, print: (line: string) => void): PollListener {
  const failing = new Set<string>();
  const quoting = new Set<string>();
  return ({ id, cadence }, { kind, sentence, imported, revised }) => {
    const newest = snapshot().sources.find((source) => source.id === id)?.publications[0];
    if (kind !== 'hard') {
      const isNews = failing.delete(id) || (cadence === 'tick' ? !quoting.has(id) : imported + revised > 0);
      quoting.add(id);
      if (isNews) print(`${id}: ${imported} new figures, ${revised} revised`);
      return;
    }
    if (failing.has(id)) return;
    failing.add(id);
    const served = newest
      ? `figures up to ${newest.observedOn} are served`
      : `there are no figures yet; a file of the publisher loads with: npm run import -- --source ${id} --file PATH`;
    print(`${sentence ?? `${id} could not be polled.`} Meanwhile ${served}.`);
  };
}

/** The part of a logger that is used. */
type ValidationLogger = Readonly<Record<'warn' | 'info' | 'debug', (facts: object, text: string) => void>>;

/**
 * Logs what the validation refused and holds, one line a poll, with the names of the rules and a figure of each: as a warning
 * when a rule begins to refuse, or the number of held figures changes, and else for those who debug, because a publisher
 * that prints a bad figure prints it every 20 seconds.
 */
export function createValidationLog(log: ValidationLogger): PollListener {
  const known = new Map<string, string>();
  return ({ id }, { refusals, holds }) => {
    const state = JSON.stringify([
      refusals.map(({ rule }) => rule).toSorted(),
      holds.map(({ rule, n }) => [rule, n]),
    ]);
    const isNews = state !== (known.get(id) ?? QUIET);
    known.set(id, state);
    if (state === QUIET) {
      if (isNews) log.info({ source: id }, 'nothing of the source is refused or held any more');
      return;
    }
    const line = { source: id, refusals, held: holds };
    if (isNews) log.warn(line, 'figures were refused or held');
    else log.debug(line, 'figures were refused or held');
  };
}

/** No rule refuses and nothing is held. */
const QUIET = JSON.stringify([[], []]);
