import type { PeriodChoice } from '#lib/domain/series/periods';
import type { RangeFigures, RatePoint } from '#lib/domain/series/range-figures';
import { chartDate } from './chart-dates.ts';
import { figureWords, type NamedLine } from './chart-gap-text.ts';
import { periodName, periodWords } from './period-text.ts';
import { shortRate } from './chart-numbers.ts';
import { wholeText } from '#lib/format/numbers/number-text';
import { changeText } from '#lib/format/rates/rates-change';

/**
 * A range in one sentence, the name of the chart for those who do not see it: "Between 13 January and 13 April 2026
 * EUR/USD rose 0.26% to 1.1684, moving between 1.1476 on 13 Mar and 1.1974 on 28 Jan, on 63 ECB fixings."
 */
export function rangeSentence(pair: string, { source, facts }: NamedLine, figures: RangeFigures): string {
  const { open, last, count } = figures;
  if (count === 1) {
    const figure = figureWords(source, facts.rhythm.kind, false);
    // Of the quotes of a market one a minute is kept, of earlier years one a day.
    const only = figure.endsWith('quote') ? `${figure} that is kept of` : `${figure} in`;
    return `${pair} was ${shortRate(last.rate)} on ${chartDate(last.atMs, 'long')}, the only ${only} this range.`;
  }
  const isOneYear = yearOf(open.atMs) === yearOf(last.atMs);
  const isOneDay = chartDate(open.atMs, 'long') === chartDate(last.atMs, 'long');
  const days = isOneDay
    ? `On ${chartDate(last.atMs, 'long')} ${pair}`
    : `Between ${chartDate(open.atMs, isOneYear ? 'longShort' : 'long')} and ${chartDate(last.atMs, 'long')} ${pair}`;
  const fixings = `on ${wholeText(count)} ${figureWords(source, facts.rhythm.kind, true)}.`;
  const when = ({ atMs }: RatePoint) =>
    isOneDay ? `at ${chartDate(atMs, 'time')} UTC` : `on ${chartDate(atMs, isOneYear ? 'short' : 'day')}`;
  return `${days} ${courseText(figures, when)} ${fixings}`;
}

/**
 * The periods of a range in one sentence: "EUR/USD by its monthly average: from Jan 2026 to Apr 2026 it rose 0.26% to
 * 1.1684, moving between 1.1476 (Mar 2026) and 1.1974 (Jan 2026), over 4 months with ECB fixings."
 */
export function periodSentence(
  pair: string,
  { source, facts }: NamedLine,
  figures: RangeFigures,
  period: PeriodChoice,
): string {
  const { open, last, count } = figures;
  const { length } = period;
  const name = ({ atMs }: RatePoint) => periodName(atMs, length);
  const subject = `${pair} by its ${periodWords(period)}:`;
  const fixings = figureWords(source, facts.rhythm.kind, true);
  if (count === 1)
    return `${subject} ${shortRate(last.rate)} (${name(last)}), the only ${length} with ${fixings}.`;
  const course = courseText(figures, (point) => `(${name(point)})`);
  return `${subject} from ${name(open)} to ${name(last)} it ${course} over ${wholeText(count)} ${length}s with ${fixings}.`;
}

/** Several pairs in one sentence: "Since 13 January 2026 EUR/USD moved +0.26%, EUR/JPY +0.88%." */
export function compareSentence(
  baseMs: number,
  lines: readonly { readonly pair: string; readonly changePercent: number }[],
): string {
  const moves = lines.map(
    ({ pair, changePercent }, place) =>
      `${pair} ${place === 0 ? 'moved ' : ''}${changeText(changePercent).figure}%`,
  );
  return `Since ${chartDate(baseMs, 'long')} ${moves.join(', ')}.`;
}

/** How a rate went, up to the comma before what it is told of: `rose 0.26% to 1.1684, moving between ...,`. */
function courseText(
  { last, high, low, changePercent }: RangeFigures,
  when: (point: RatePoint) => string,
): string {
  const end = shortRate(last.rate);
  if (high.rate === low.rate) return `stayed at ${end},`;
  const { direction, figure } = changeText(changePercent);
  const course =
    direction === 'flat'
      ? 'ended where it began, at'
      : `${direction === 'up' ? 'rose' : 'fell'} ${figure.slice(1)}% to`;
  return `${course} ${end}, moving between ${shortRate(low.rate)} ${when(low)} and ${shortRate(high.rate)} ${when(high)},`;
}

function yearOf(atMs: number): number {
  return new Date(atMs).getUTCFullYear();
}
