import { EVERY_CASE, times } from './long-counts.mjs';

/** @typedef {import('./long-proofs.mjs').Proof} Proof */

/**
 * Proofs of what is computed: `npm test` tries fewer cases of the same.
 * @type {readonly Proof[]}
 */
export const COUNTED_PROOFS = [
  {
    id: '1',
    check: 'identity, inverse, triangle, linearity, monotony; quotients against decimal.js',
    reaches: 'identity exact, inverse within 1e-14, triangle within 2e-14; quotients equal to the last bit',
    counts:
      '20 to 50 times the whole count (triangles: 100,000, npm test: 100; quotients: 10,000,000, npm test: 20,000)',
    runs: [
      {
        tests: [
          'lib/domain/rates/rate-engine-properties.test.ts',
          'lib/domain/rates/cross-rate.test.ts',
          'lib/domain/rates/exact-number.test.ts',
          'lib/domain/rates/exact-number-decimal.test.ts',
          'lib/domain/series/periods.test.ts',
        ],
        env: times(50),
      },
      { tests: ['lib/api/endpoints.test.ts'], named: 'all pairs of', env: times(20) },
    ],
  },
  {
    id: '2',
    check: 'strict mode under random availability and age',
    reaches: "0 answers with another source's name",
    counts: '50 times the whole count (25,000 to 150,000 markets; npm test: 100)',
    runs: [
      {
        tests: [
          'lib/domain/rates/rate-engine.test.ts',
          'lib/domain/rates/rate-engine-properties.test.ts',
          'lib/domain/rates/choice-reason.test.ts',
          'lib/domain/rates/held-rates.test.ts',
        ],
        env: times(50),
      },
    ],
  },
  {
    id: '3',
    check: 'per source: table = pair = last point; default: table = pair, while polls commit',
    reaches: '0 mismatches in 1,000,000 reads',
    counts: '1,000,000 reads while polls commit',
    runs: [
      { tests: ['lib/api/endpoints.test.ts'], named: 'the table of a base' },
      { tests: ['lib/server/reads-while-polling.test.ts'], env: { READS: '1000000' } },
    ],
  },
  {
    id: '4',
    check: 'real payloads mutated',
    reaches: "all caught, 0 good figures of the bank's recorded history refused",
    counts:
      'every digit of every recorded document, 27 years day by day (npm test: 30 digits each, 12 years)',
    runs: [
      {
        tests: ['lib/ingest/judge/bad-documents.test.ts', 'lib/ingest/recorded-history.test.ts'],
        env: EVERY_CASE,
      },
    ],
  },
  {
    id: '5',
    check: 'health machine against a slow reference model, with restarts',
    reaches: 'identical states, never operational while stale',
    counts: '240 traces of 10,000 events (npm test: 4)',
    runs: [{ tests: ['lib/domain/health/health-machine-traces.test.ts'], env: times(20) }],
  },
  {
    id: '6',
    check: 'limiter against an exact model',
    reaches: 'never above burst + rate x t; after Retry-After the next call is allowed',
    counts: '50 times the cases of npm test (15,000 arrivals against the model)',
    runs: [{ tests: ['lib/api/limits/gcra.test.ts'], env: times(50) }],
  },
  {
    id: '7',
    check: 'contract fuzz: boundaries, wrong types, repeats, other scripts, odd methods, huge headers',
    reaches: '0 answers 5xx, 0 bodies off schema',
    counts: '201,000 requests at random, 50,000 made from the OpenAPI document (npm test: 120 and 500)',
    runs: [
      { tests: ['lib/api/endpoints.test.ts'], named: 'any query at all', env: times(134) },
      { tests: ['lib/api/openapi-fuzz.test.ts'], env: { FUZZED_REQUESTS: '50000' } },
      { tests: ['lib/server/serve.test.ts', 'lib/server/request-target.test.ts'] },
    ],
  },
  {
    id: '30',
    check:
      'first starts on days on which markets are closed and on any other, with a history that comes late',
    reaches: '0 figures and documents held, every history there',
    counts: '200 starts over three years, histories up to a month late (npm test: 2)',
    runs: [{ tests: ['lib/ingest/first-starts.test.ts'], env: { FIRST_STARTS: '200' } }],
  },
];
