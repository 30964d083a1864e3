import { dayText, instantText } from './instants.ts';

/** A source that had no rate, and why, in the service's own words, its days and times as the visitor writes them. */
export interface TriedSourceText {
  readonly source: string;
  readonly why: string;
}

const LIST = /\bTried (.+)\.$/s;
const ONE = /^([a-z-]+): (.+)$/s;
const DAY = /\b\d{4}-\d{2}-\d{2}\b(?!T)/g;
const INSTANT = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z/g;

/** Why a source never has what was asked for; any other reason passes. */
const NEVER = /^(?:it publishes no current figure|no law fixes) /;

/**
 * The sources that the message of an error names with their reasons, those that have the figure at other times first; none
 * where it names none.
 */
export function triedSources(message: string): readonly TriedSourceText[] {
  const list = LIST.exec(message)?.[1] ?? '';
  const tried = list.split('; ').flatMap((part) => {
    const [, source, why] = ONE.exec(part) ?? [];
    return source === undefined || why === undefined ? [] : [{ source, why: withDays(why) }];
  });
  return tried.toSorted((one, other) => Number(NEVER.test(one.why)) - Number(NEVER.test(other.why)));
}

/** Why a source alone has no rate of a pair, as a clause: `it publishes no current figure for the pair`. */
export function whyWithout(source: string, message: string): string {
  const tried = triedSources(message).find((one) => one.source === source);
  if (tried) return tried.why;
  const clause = message.replace(/\.$/, '');
  const newest = /\bbut (its newest figure .+)$/s.exec(clause)?.[1];
  return withDays(
    newest ??
      clause
        .replace(`${source} has no figures here yet`, 'it has no figures here yet')
        .replace(`${source}'s stored figures`, 'its stored figures'),
  );
}

function withDays(text: string): string {
  return text
    .replace(DAY, (day) => dayText(new Date(day)))
    .replace(INSTANT, (instant) => instantText(new Date(instant)));
}
