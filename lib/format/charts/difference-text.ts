import { figureText, rateParts } from '#lib/format/numbers/figures';
import { basisPointsText, roundedBasisPoints } from '#lib/format/numbers/basis-points';
import { shortSourceName, sourceInText } from '#lib/format/sources/source-names';
import { chartDate } from './chart-dates.ts';
import { wholeText } from '#lib/format/numbers/number-text';
import { type DifferenceModel, isQuoted } from './difference-model.ts';

/**
 * A difference in one sentence, the name of its chart for those who do not see it: "Between 13 January and 13 April 2026
 * EUR/USD from the European Central Bank differed by a median of +1.2 bp from that of the Bank of England, on 62 days; the
 * largest difference was −24.1 bp on 3 Mar."
 */
export function differenceSentence({ line, reference, days, figures }: DifferenceModel): string {
  const pair = `${line.base}/${line.quote}`;
  const [from, against] = [sourceInText(line.source), sourceInText(reference.source)];
  const firstMs = days[0]?.dayMs ?? figures.last.dayMs;
  const lastMs = figures.last.dayMs;
  const largest = figures.largest.basisPoints;
  if (days.length === 1) {
    return `On ${chartDate(lastMs, 'long')}, the only day in this range that both have, ${pair} from ${from} differed by ${differenceText(largest)} from that of ${against}.`;
  }
  const isOneYear = new Date(firstMs).getUTCFullYear() === new Date(lastMs).getUTCFullYear();
  const range = `Between ${chartDate(firstMs, isOneYear ? 'longShort' : 'long')} and ${chartDate(lastMs, 'long')} ${pair} from ${from}`;
  const count = wholeText(days.length);
  if (roundedBasisPoints(largest) === 0) {
    return `${range} was that of ${against} on all ${count} days that both have, to a tenth of a basis point.`;
  }
  const day = chartDate(figures.largest.dayMs, isOneYear ? 'short' : 'day');
  return `${range} differed by a median of ${differenceText(figures.median)} from that of ${against}, on ${count} days; the largest difference was ${differenceText(largest)} on ${day}.`;
}

/** How to read a difference. */
export function differenceNote({ line, reference }: DifferenceModel): string {
  return [
    `Above zero ${shortSourceName(line.source)} is the higher one; 1 bp is 0.01%.`,
    'Of each UTC day that both have, the last figure counts; what the market moves between their hours is part of the difference.',
    ...([line, reference].some(({ facts }) => isQuoted(facts.rhythm))
      ? ['The day of a market counts once it is over.']
      : []),
  ].join(' ');
}

/** A difference with its unit: `+4.3 bp`. */
export function differenceText(basisPoints: number): string {
  return `${basisPointsText(basisPoints)}\u00A0bp`;
}

/** What is compared: `ECB against BoE`. */
export function differenceName({ line, reference }: Pick<DifferenceModel, 'line' | 'reference'>): string {
  return `${shortSourceName(line.source)} against ${shortSourceName(reference.source)}`;
}

/** What a point says in one sentence, for those who move by keys. */
export function differencePointText({ line, reference, days }: DifferenceModel, index: number): string {
  const day = days[index];
  if (!day) return '';
  const rates = `${shortSourceName(line.source)} ${figureText(rateParts(day.rate))}, ${shortSourceName(reference.source)} ${figureText(rateParts(day.referenceRate))}`;
  return `${chartDate(day.dayMs, 'full')}: ${differenceText(day.basisPoints)}, ${rates}`;
}
