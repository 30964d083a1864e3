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
