import type { LongEndpoint } from '#lib/api/endpoint';
import { historical } from './historical.ts';
import { rates } from './rates.ts';
import { series } from './series.ts';

/** The endpoints whose answers are made in a thread of their own. */
export const LONG_ENDPOINTS: readonly LongEndpoint[] = [rates, historical, series];
