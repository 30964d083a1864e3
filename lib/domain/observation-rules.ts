import { collectFigures } from './collect-figures.ts';
import { createDocumentMemory } from './document-memory.ts';
import { brokenFigureRule, brokenPairOnDayRule, figureRate } from './door-rules.ts';
import type { IsoDay } from './iso-day.ts';
import type { FixingInstant, Observation, PublishedFixing, Rejection } from './observation.ts';

/** What the door knows beside the document. */
export interface DoorContext {
  /** The service's clock, for dates ahead of it. */
  readonly now: Date;
  /** The instant of a day's fixing. */
  readonly fixingInstant: FixingInstant;
  /** The first day that the publisher has figures for. */
  readonly firstDay?: IsoDay;
}

/** What was accepted and what was refused; a refused row never costs the others. */
export interface CheckedFigures {
  readonly accepted: readonly Observation[];
  readonly rejected: readonly Rejection[];
}

/**
 * The door: checks the figures of **one document** before anything is stored. Never throws.
 * `now` is the service's clock, for dates ahead of it; `fixingInstant` gives the instant of a day's fixing.
 * An exact repetition of a row counts once; two different figures for one pair and day are both refused.
 */
export function checkFixings(rows: readonly PublishedFixing[], context: DoorContext): CheckedFigures {
  const memory = createDocumentMemory<Observation>({ ...context, instantOf: context.fixingInstant });
  const figures = collectFigures<PublishedFixing, Observation>(describe);
  for (const row of rows) {
    const day = memory.day(row.observedOn);
    const pair = memory.pair(row.base, row.quote);
    const rate = figureRate(row.rate);
    const broken =
      brokenFigureRule(rate, row.rate) ??
      pair.brokenRule ??
      day.brokenRule ??
      (day.day === null ? null : brokenPairOnDayRule(pair, day.day));
    if (broken !== null) {
      figures.refuse(broken, row);
      continue;
    }
    const observation = { base: row.base, quote: row.quote, rate, observedAt: day.instant };
    figures.keep(day.kept, pair.ordinal, observation, row);
  }
  return figures.result();
}

function describe(row: PublishedFixing, figure: string): string {
  return `${row.observedOn} ${row.base}/${row.quote} "${figure}"`;
}
