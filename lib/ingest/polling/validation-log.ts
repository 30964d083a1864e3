import type { PollListener } from './scheduler.ts';

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
