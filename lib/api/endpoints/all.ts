import type { Endpoint } from '#lib/api/endpoint';
import { convert } from './convert.ts';
import { historical } from './historical.ts';
import { pair } from './pair.ts';
import { rates } from './rates.ts';
import { sources } from './sources.ts';
import { status } from './status.ts';

/** Every endpoint of /v1. */
export const ENDPOINTS: readonly Endpoint[] = [convert, rates, pair, sources, historical, status];
