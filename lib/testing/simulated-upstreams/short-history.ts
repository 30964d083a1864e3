import { isLong } from '#lib/testing/long-count';
import { knownDay } from './rates/published-days.ts';
import type { SimulatedLimits } from './publisher.ts';

/** Two years and more, a tenth of the whole. */
const SHORT_FROM = knownDay('2024-07-01');

/** For tests that load the ECB's whole history and are not about its length: a tenth of it in `npm test`. */
export function shortHistory(): SimulatedLimits {
  return isLong('EVERY_CASE') ? {} : { ecbHistoryFrom: SHORT_FROM };
}
