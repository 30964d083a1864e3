import { COUNTED_PROOFS } from './counted-proofs.mjs';
import { EVERY_CASE, times } from './long-counts.mjs';
import { WHOLE_TABLES } from './whole-tables.mjs';

/**
 * One run of tests or of a program for a proof.
 * @typedef {object} Run
 * @property {readonly string[]} [tests] files for vitest
 * @property {readonly string[]} [specs] files for the browser tests
 * @property {readonly string[]} [program] a file and its arguments for Node; it ends with 0 when it passed
 * @property {string} [named] only tests whose names match
 * @property {Readonly<Record<string, string>>} [env] the long counts
 * @property {boolean} [needsBuild] true when pages are served
 *
 * One of the proofs of what must hold when things go wrong.
 * @typedef {object} Proof
 * @property {string} id a number, or `soak`
 * @property {string} check what is shown
 * @property {string} reaches the figure
 * @property {string} counts how far the long run goes; "as in npm test" where nothing is larger
 * @property {readonly Run[]} runs the tests that stand for it in `npm test`, with their long counts
 */

/** @type {readonly Proof[]} */
export const PROOFS = [
  ...COUNTED_PROOFS,
  {
    id: '8',
    check: 'slow clients, pipelining, both length headers, half-closed, on raw sockets',
    reaches: "a good client's p99 < 50 ms meanwhile",
    counts: '1,000 clients for 5 minutes (npm test: 100 for 2 seconds)',
    runs: [
      {
        tests: ['lib/server/slow-clients.test.ts'],
        env: { SLOW_CLIENTS: '1000', SLOW_CLIENTS_SECONDS: '300' },
      },
      { tests: ['lib/server/connections-over.test.ts', 'lib/server/connection-bounds.test.ts'] },
    ],
  },
  {
    id: '9',
    check: 'every upstream hostile at once, reads going on',
    reaches: '0 read failures but honest 503s, 0 wrong figures, memory < +50 MB, recovery by itself',
    counts: '10 minutes, and the exchange well again (npm test: 9 seconds)',
    runs: [
      { tests: ['lib/ingest/faults-over-http.test.ts'] },
      { tests: ['lib/server/hostile-upstreams.test.ts'], env: { HOSTILE_SECONDS: '600', ...EVERY_CASE } },
      { tests: ['lib/server/expired-publisher.test.ts'] },
    ],
  },
  {
    id: '10',
    check: 'kill -9 at random points under writes, also in the first start and in migrations',
    reaches: '0 acknowledged rows lost; the next start succeeds, ready <= 5 s',
    counts:
      '200 rounds on each engine, whole histories (npm test: 1, two fifths of a history, and two of eight named moments)',
    runs: [
      { tests: ['lib/cli/import-crash.test.ts', 'lib/store/postgres-crash.test.ts'], env: EVERY_CASE },
      { tests: ['lib/cli/random-kills.test.ts'], env: { KILL_ROUNDS: '200' } },
    ],
  },
  {
    id: '11',
    check: 'two processes on one data folder, two pollers on one PostgreSQL',
    reaches: 'no row lost, one poller leads, takeover <= 15 s',
    counts:
      'two pollers on each engine (npm test: on PostgreSQL), two files of 1,500 days at once (npm test: of 700)',
    runs: [
      {
        tests: [
          'lib/store/two-processes.test.ts',
          'lib/cli/two-pollers.test.ts',
          'lib/cli/poller-outage.test.ts',
          'lib/api/two-services.test.ts',
        ],
        env: { IMPORTED_DAYS: '1500', ...EVERY_CASE },
      },
    ],
  },
  {
    id: '12',
    check: 'disk full; database stopped, frozen, its connections killed every second',
    reaches: 'reads unchanged; writes resume <= 15 s after; nothing acknowledged lost',
    counts: 'frozen for 10 minutes, connections killed for 5 (npm test: 3 seconds each)',
    runs: [
      {
        tests: ['lib/server/database-trouble.test.ts', 'lib/server/postgres-outage.test.ts'],
        env: { STOPPED_SECONDS: '60', FROZEN_SECONDS: '600', KILLED_SECONDS: '300' },
      },
      {
        tests: [
          'lib/store/full-disk.test.ts',
          'lib/store/postgres-full-disk.test.ts',
          'lib/account/keys/revocation-on-full-disk.test.ts',
        ],
      },
    ],
  },
  {
    id: '13',
    check: 'revocation with 3 web processes on PostgreSQL under load',
    reaches: 'no success later than 2 s; same process: 0 ms',
    counts: '1,000 revocations (npm test: 10)',
    runs: [
      { tests: ['lib/cli/revocation-load.test.ts'], env: { REVOCATIONS: '1000' } },
      {
        tests: [
          'lib/account/keys/revocation-beside-import.test.ts',
          'lib/store/revocation-beside-import.test.ts',
        ],
      },
    ],
  },
  {
    id: '14',
    check: '5,000 bad keys a second beside a good key from the same address',
    reaches: 'the good key is never refused, p99 < 20 ms, memory flat',
    counts: '10 minutes (npm test: 4 seconds)',
    runs: [{ tests: ['lib/server/bad-key-flood.test.ts'], env: { FLOOD_SECONDS: '600' } }],
  },
  {
    id: '15',
    check: 'log, database, metrics, pages and error bodies searched for secrets after everything ran',
    reaches: '0 keys, 0 passwords',
    counts: 'as in npm test',
    runs: [
      { tests: ['lib/account/accounts.test.ts', 'lib/account/accounts-postgres.test.ts'] },
      { specs: ['account.spec.ts'], needsBuild: true },
    ],
  },
  {
    id: '16',
    check: "another account's ids on every handler, cross-site posts, CSP, browser keys replayed and altered",
    reaches: 'all refused; 0 CSP violations in normal use',
    counts: '6,000 and 10,000 altered browser keys (npm test: 100 each)',
    runs: [
      {
        tests: ['lib/account/keys/browser-key.test.ts', 'lib/api/browser-key-endpoint.test.ts'],
        env: times(20),
      },
      { tests: ['lib/account/accounts.test.ts', 'lib/account/account-area.test.ts'] },
      { specs: ['content-security.spec.ts'], needsBuild: true },
    ],
  },
  {
    id: '17',
    check: 'plain, TLS, trusted and untrusted proxy x every form of forwarded header',
    reaches: 'no 3xx on /v1, a forged header never counts',
    counts: 'the whole table (npm test: three of the five refusals that an operator can mend)',
    runs: [
      {
        tests: [
          'lib/server/transport.test.ts',
          'lib/server/transport-refusals.test.ts',
          'lib/server/behind-proxy.test.ts',
        ],
        env: EVERY_CASE,
      },
    ],
  },
  {
    id: '18',
    check: 'clock jumps, DST, leap day, year end; three replayed years of holidays',
    reaches: 'no future timestamp, 0 false late or stale, a missed publication seen within a working day',
    counts:
      'every edge of the calendar on the running service (npm test: 1); 500 instants of three years (npm test: 18)',
    runs: [
      {
        tests: [
          'lib/domain/calendars/staleness.test.ts',
          'lib/sources/bank-schedules.test.ts',
          'lib/api/replay.test.ts',
        ],
        env: { REPLAYED_INSTANTS: '167' },
      },
      { tests: ['lib/server/calendar-edges.test.ts'], env: { CALENDAR_EDGES: 'all', ...EVERY_CASE } },
      { tests: ['lib/ingest/clock-jumps.test.ts', 'lib/platform/clock-jumps.test.ts'] },
    ],
  },
  {
    id: '19',
    check: 'a steady load with polling and changing keys',
    reaches: 'the heap grows by < 5 MB an hour (95 %), open files constant, 0 errors',
    counts: '2,000 requests/s for an hour; --minutes and --rate change it',
    runs: [{ program: ['lib/testing/long/soak.ts', '--calm'], needsBuild: true }],
  },
  {
    id: '20',
    check: 'rolling restart and change of certificate under load',
    reaches: '0 failed requests',
    counts: '24 keep-alive clients, 20 restarts, 20 certificates (npm test: 1 each)',
    runs: [
      {
        tests: ['lib/server/rolling-restart.test.ts'],
        env: { RESTARTS: '20', CERTIFICATES: '20' },
      },
      { tests: ['lib/server/drain.test.ts'], env: EVERY_CASE },
    ],
  },
  {
    id: '21',
    check: 'every fault of a publisher x every way in, before, during, after, and after a restart',
    reaches: '0 wrong figures served; recovery without a hand',
    counts: 'every fault with every source; the whole campaign (npm test: one source a fault; 2 scenarios)',
    runs: [
      { tests: ['lib/ingest/faults.test.ts'], env: EVERY_CASE },
      { tests: ['lib/testing/fault-campaign/fault-campaign.test.ts'], env: { CAMPAIGN: 'full' } },
    ],
  },
  {
    id: '22',
    check: '64 readers each of three heavy pages, hang-ups, 3,000 connections, cold histories',
    reaches: 'p99 of /v1 within 1.5 x its value alone in the same run; memory back afterwards',
    counts: '2,000 requests/s, 1,000 hang-ups, 3,000 connections, 192 readers; --rate changes it',
    runs: [
      { program: ['lib/testing/long/pages-beside-load.ts'], needsBuild: true },
      { tests: ['lib/server/beside-long-answers.test.ts', 'lib/server/pages/page-drawings.test.ts'] },
    ],
  },
  {
    id: '23',
    check: 'truth of the status: no polling, failing writes, full disk, damage, database gone, pages down',
    reaches: 'the part concerned is never operational, the cause is named, /readyz agrees',
    counts: '200 readers who hang up (npm test: 100)',
    runs: [
      {
        tests: [
          'lib/server/database-truth.test.ts',
          'lib/server/readiness.test.ts',
          'lib/api/health/ingest-watch.test.ts',
          'lib/domain/health/ingest-liveness.test.ts',
        ],
      },
      { specs: ['page-process.spec.ts'], env: { HANG_UPS: '200' }, needsBuild: true },
    ],
  },
  {
    id: '24',
    check: 'backup, wipe, restore; damaged, newer, empty database',
    reaches: 'same answers to the byte, revoked keys refused; refused by name',
    counts: 'each engine restored and copied to the other (npm test: from SQLite to PostgreSQL)',
    runs: [
      {
        tests: [
          'lib/cli/backup.test.ts',
          'lib/cli/backup-answers.test.ts',
          'lib/store/backup/restore-backup.test.ts',
          'lib/store/backup/copy-store.test.ts',
          'lib/store/damage.test.ts',
        ],
        env: EVERY_CASE,
      },
    ],
  },
  ...WHOLE_TABLES,
  {
    id: 'streams',
    check: '2,000 streams of two pairs beside a steady load, over a restart by kill -9',
    reaches: 'under 60 MB more, p99 of a pair within 1.2 x its value alone; no figure lost or told twice',
    counts: '1,000 requests/s, 2,000 streams; --rate and --seconds change it',
    runs: [
      { program: ['lib/testing/long/streams-beside-load.ts'], needsBuild: true },
      { tests: ['lib/api/streams/stream-topics.test.ts'], env: times(1) },
    ],
  },
  {
    id: 'generated-client',
    check: 'a client that openapi-typescript makes of /openapi.json, with openapi-fetch, defaults untouched',
    reaches: 'compiles, and is answered by every endpoint that answers JSON',
    counts: 'one run; its packages come from the npm registry',
    runs: [{ program: ['lib/testing/long/generated-client.ts'] }],
  },
  {
    id: 'mcp',
    check: "the tools for assistants by the official inspector's command line, which npm brings",
    reaches: 'lists and calls every tool, over HTTP and over standard input and output',
    counts: 'each tool once on both',
    runs: [{ program: ['lib/testing/long/mcp-inspector.ts'] }],
  },
  {
    id: 'spreadsheet',
    check: 'a sheet of LibreOffice without a window links to three feed links and refreshes them',
    reaches: 'its cells equal the answers of the API',
    counts: 'three links of three kinds; --office and --python name the programs (npm test: none)',
    runs: [{ program: ['lib/testing/long/spreadsheet.ts'] }],
  },
  {
    id: 'soak',
    check:
      'everything at once: load, pages, hang-ups, slow clients, bad keys, kills, full disks, clock jumps',
    reaches: '0 wrong figures, 0 lost writes, no 5xx but honest 503s, memory and files flat',
    counts: '2,000 requests/s for an hour; --minutes, --rate and --report change it',
    runs: [{ program: ['lib/testing/long/soak.ts'], needsBuild: true }],
  },
];
