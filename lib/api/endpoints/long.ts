import type { LongEndpoint, QuickEndpoint, ThreadEndpoint } from '#lib/api/endpoint';
import { compare } from './compare.ts';
import { convert } from './convert.ts';
import { documents } from './documents.ts';
import { historical } from './historical.ts';
import { pair } from './pair.ts';
import { rates } from './rates.ts';
import { revisions } from './revisions.ts';
import { series } from './series.ts';

/** The endpoints whose answers are made in a thread of their own. */
export const LONG_ENDPOINTS: readonly LongEndpoint[] = [rates, historical, series, revisions, documents];

const DATED: readonly (QuickEndpoint | LongEndpoint)[] = [convert, pair, compare, rates];

/** All that the thread answers: those, and of any endpoint the days that are over and receipts. */
export const IN_THREAD: readonly ThreadEndpoint[] = [
  ...LONG_ENDPOINTS,
  ...DATED.flatMap(({ past }) => (past ? [past] : [])),
  ...DATED.flatMap((endpoint) => (endpoint.work === 'quick' && endpoint.receipt ? [endpoint.receipt] : [])),
];
