import { observationsOf } from './fixing-columns.ts';
import { type FixingValidationContext, openFixingValidation } from './fixing-validation.ts';
import type { Observation, PublishedFixing, Rejection } from '#lib/domain/rates/observation';

export type { FixingValidationContext, LiveDating } from './fixing-validation.ts';

/** What was accepted and what was refused; a refused row never costs the others. */
export interface CheckedFigures {
  readonly accepted: readonly Observation[];
  readonly rejected: readonly Rejection[];
}

/** The same of a document of fixings. */
export interface CheckedFixings extends CheckedFigures {
  /** Whether the dates of the whole document cannot be right; then nothing of it is accepted. */
  readonly isMisdated: boolean;
}

/**
 * The validation: checks the figures of **one document** before anything is stored. Never throws.
 * `now` is the service's clock, for dates ahead of it; `fixingInstant` gives the instant of a day's fixing.
 * An exact repetition of a row counts once; two different figures for one pair and day are both refused.
 *
 * A document that was fetched just now is misdated, and refused whole, when at least half of its pairs have a figure of a
 * day that has not come: where one date is wrong, so are those in the past that look right. The same when they have a
 * figure of a day whose publication is not due, unless most figures that the store knows of the same days say that the
 * dates are right; then the publisher is early, or its calendar has changed, and the early figures alone wait.
 */
export function checkFixings(
  rows: readonly PublishedFixing[],
  context: FixingValidationContext,
): CheckedFixings {
  const validation = openFixingValidation(context);
  for (const row of rows) validation.check(row);
  const { accepted, ...rest } = validation.close();
  return { ...rest, accepted: observationsOf(accepted) };
}
