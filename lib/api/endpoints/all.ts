import type { Endpoint } from '#lib/api/endpoint';
import { compare } from './compare.ts';
import { convert } from './convert.ts';
import { currencies } from './currencies.ts';
import { historical } from './historical.ts';
import { pair } from './pair.ts';
import { rates } from './rates.ts';
import { series } from './series.ts';
import { sources } from './sources.ts';
import { status } from './status.ts';

/** Every endpoint of /v1. */
export const ENDPOINTS: readonly Endpoint[] = [
  convert,
  rates,
  pair,
  sources,
  compare,
  historical,
  series,
  currencies,
  status,
];
