import type { Endpoint } from '#lib/api/endpoint';
import { compare } from './compare.ts';
import { convert } from './convert.ts';
import { currencies } from './currencies.ts';
import { LONG_ENDPOINTS } from './long.ts';
import { pair } from './pair.ts';
import { sources } from './sources.ts';
import { status } from './status.ts';
import { stream } from './stream.ts';

/** Every endpoint of /v1. */
export const ENDPOINTS: readonly Endpoint[] = [
  convert,
  pair,
  sources,
  compare,
  stream,
  currencies,
  status,
  ...LONG_ENDPOINTS,
];
