import { globSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '#lib/setup/project-root.mjs';
import { EVERY_CASE, times } from './long-counts.mjs';

/** Every file of browser tests, by its name. */
const EVERY_SPEC = globSync('*.spec.ts', { cwd: join(projectRoot, 'e2e') }).toSorted();

/** @typedef {import('./long-proofs.mjs').Proof} Proof */

/**
 * What `npm test` tries in part and no proof of one subject has.
 * @type {readonly Proof[]}
 */
export const WHOLE_TABLES = [
  {
    id: '25',
    check: 'every property that no other proof has, at its whole count',
    reaches: '0 counterexamples',
    counts: '100 to 3,000 cases each (npm test: at most 100)',
    runs: [
      {
        tests: [
          'lib/domain/bank/bank-cost.test.ts',
          'lib/domain/calendars/forex-market.test.ts',
          'lib/domain/health/incident.test.ts',
          'lib/domain/health/uptime.test.ts',
          'lib/domain/rates/rate-snapshot.test.ts',
          'lib/domain/series/historical-series.test.ts',
          'lib/domain/validation',
          'lib/account/keys/key-format.test.ts',
          'lib/api/callers/peer-address.test.ts',
          'lib/api/history/series-columns.test.ts',
          'lib/api/openapi.test.ts',
          'lib/client/address/banks-part.test.ts',
          'lib/format/bank/bank-figure.test.ts',
          'lib/platform/ip-address.test.ts',
        ],
        env: times(1),
      },
    ],
  },
  {
    id: '26',
    check: 'accessibility of every face, loaded in each width and colour scheme by itself',
    reaches: '0 violations',
    counts:
      'each width and both colour schemes from the first paint on (npm test: loaded once, then widened and switched to the dark one)',
    runs: [
      {
        specs: [
          'account-access.spec.ts',
          'charts-faces.spec.ts',
          'converter-access.spec.ts',
          'docs-faces.spec.ts',
          'palette.spec.ts',
          'rates-faces.spec.ts',
          'sources.spec.ts',
          'status-faces.spec.ts',
        ],
        env: { FACES: 'all' },
        needsBuild: true,
      },
    ],
  },
  {
    id: '27',
    check:
      'every test of the pages: what is typed, pasted, tapped, pressed and drawn, case by case, and what they show in trouble',
    reaches: 'as in npm test',
    counts:
      'every text typed and pasted, every place of a field, every key, every page, and the tests whose title ends with @long (npm test: some of each, and none of these)',
    runs: [
      { specs: EVERY_SPEC, env: EVERY_CASE, needsBuild: true },
      { tests: ['components/converter/written-amounts.component.test.tsx'], env: EVERY_CASE },
    ],
  },
  {
    id: '31',
    check: 'a tenth source in a copy of the project, under every test that only computes',
    reaches: 'all pass, on one folder and one line',
    counts: 'every such test (npm test: those of the folder and of the registry)',
    runs: [{ specs: ['tenth-source.spec.ts'], env: EVERY_CASE, needsBuild: true }],
  },
  {
    id: '32',
    check: 'every page in use, with the service worker that keeps it',
    reaches: 'as in npm test',
    counts: 'in every test of a page that is kept (npm test: in the tests of what is kept)',
    runs: [
      {
        specs: [
          'chart-periods.spec.ts',
          'charts-difference.spec.ts',
          'charts-faces.spec.ts',
          'charts-lines.spec.ts',
          'charts-market.spec.ts',
          'charts-measure.spec.ts',
          'charts-pictures.spec.ts',
          'charts-strip.spec.ts',
          'charts-touch.spec.ts',
          'charts.spec.ts',
          'content-security.spec.ts',
          'converter-access.spec.ts',
          'converter-bank.spec.ts',
          'converter-day.spec.ts',
          'converter-digits.spec.ts',
          'converter-entry.spec.ts',
          'converter-lists.spec.ts',
          'converter-live.spec.ts',
          'converter-sources.spec.ts',
          'converter.spec.ts',
          'docs-faces.spec.ts',
          'docs-signed-in.spec.ts',
          'docs-pages.spec.ts',
          'docs.spec.ts',
          'frame-access.spec.ts',
          'frame.spec.ts',
          'keys.spec.ts',
          'palette.spec.ts',
          'print.spec.ts',
          'rates-faces.spec.ts',
          'receipt.spec.ts',
          'sharing.spec.ts',
          'signed-in.spec.ts',
          'simulated-exports.spec.ts',
          'spoken-names.spec.ts',
          'status-faces.spec.ts',
          'status-follower.spec.ts',
          'status-lists.spec.ts',
          'status.spec.ts',
          'trouble.spec.ts',
        ],
        env: { SERVICE_WORKERS: 'allow' },
        needsBuild: true,
      },
    ],
  },
  {
    id: '29',
    check: 'what was known at an instant, while publishers go on and correct their figures',
    reaches: '1,000 instants and 1,000 of a year: the answers of then, to the byte, on both engines',
    counts:
      '1,000 corrections and 8 questions after each (npm test: 8, on SQLite); a year of polls and 10 questions at 1,000 instants (npm test: 12 days, 24 instants, on SQLite)',
    runs: [
      { tests: ['lib/api/known-at.test.ts'], env: { KNOWN_AT_ROUNDS: '1000', ...EVERY_CASE } },
      {
        tests: ['lib/api/known-at-year.test.ts'],
        env: { KNOWN_AT_DAYS: '365', KNOWN_AT_INSTANTS: '1000', ...EVERY_CASE },
      },
    ],
  },
  {
    id: '30',
    check:
      'answers recomputed from their provenance alone, and what law makes from files, with an arithmetic of its own',
    reaches:
      '1,000 answers of all kinds, of every bank and of law, of days since 1999, and every day of four pairs that law ties since 1971: equal to the last digit',
    counts: '1,000 answers (npm test: 120); 26,000 points by law (npm test: 3,000)',
    runs: [
      { tests: ['lib/api/recomputed.test.ts'], env: { RECOMPUTED_ANSWERS: '1000' } },
      { tests: ['lib/api/law-days.test.ts'], env: { LAW_WEEKS: '500', LAW_EVERY_YEARS: '1' } },
    ],
  },
  {
    id: '41',
    check:
      'minutes of markets are closed to hours and days and removed after their time, while histories are read',
    reaches:
      'every bar of every tier is what the quotes make, nothing is left beyond the tiers, what receipts stand on stays and verifies; p99 of the reads within a fifth and 2 ms of its value before, in the same run',
    counts: '10,000,000 minutes on each engine (npm test: 20,000)',
    runs: [
      {
        tests: ['lib/store/retention.test.ts'],
        env: { RETENTION_ROWS: '10000000', RETENTION_QUIET_SECONDS: '60' },
      },
    ],
  },
  {
    id: '28',
    check: 'every case of the tables of which npm test takes a few',
    reaches: 'as in npm test',
    counts: 'both engines whole, every pair with every other, every fault with every source, every document',
    runs: [
      {
        tests: ['lib/sources/fed/fed-recorded.test.ts'],
        env: EVERY_CASE,
      },
      {
        tests: [
          'lib/account/accounts-postgres.test.ts',
          'lib/account/secrets/known-secret.test.ts',
          'lib/sources/bounded-xml.test.ts',
          'lib/cli/import.test.ts',
          'lib/cli/keys.test.ts',
          'lib/cli/postgres-refusals.test.ts',
          'lib/cli/status-notes.test.ts',
          'lib/server/own-tls.test.ts',
          'lib/store/full-history.test.ts',
          'lib/api/endpoints.test.ts',
          'lib/api/endpoints-postgres.test.ts',
          'lib/api/pegs.test.ts',
          'lib/api/rate-series.test.ts',
          'lib/api/openapi-examples.test.ts',
          'lib/api/same-on-both-engines.test.ts',
          'lib/store/sqlite-store.test.ts',
          'lib/store/postgres-store.test.ts',
          'lib/testing/simulated-upstreams/faults/faults-on-figures.test.ts',
          'lib/ingest/history/backfill.test.ts',
          'lib/ingest/history/doubtful-loads.test.ts',
          'lib/ingest/judge/quarantine-flow.test.ts',
          'lib/ingest/poll/status-by-clock.test.ts',
        ],
        env: { ...EVERY_CASE, ...times(1) },
      },
    ],
  },
  {
    id: 'alerts',
    check: 'the rules of Prometheus by its own tool; each metric they and the dashboard name is in /metrics',
    reaches: 'each alert fires on its cause, none while all is well',
    counts: 'as in npm test',
    runs: [{ tests: ['lib/setup/deploy/alerts.test.ts', 'lib/server/metrics-answer.test.ts'] }],
  },
  {
    id: 'image',
    check:
      'the image, built by Podman, and both compose files run with it: one process, and four on PostgreSQL behind Caddy',
    reaches:
      'at most 220 MB; user 1000, nothing to write to but /data, no shell; healthy, ends by itself; a stop fails no request, another polls in 15 s',
    counts: 'each file once; needs root, ports 80 and 443, podman, podman-compose, runc and debootstrap',
    runs: [{ program: ['lib/testing/long/image.ts'] }],
  },
];
