import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestSpecification } from 'vitest/node';

import { CHROMIUM_LAUNCH } from './chromium-launch.ts';
import { passToService } from './components/component-service.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** What a test gave to `skip(...)`, for the closing lines of `npm test`. */
    skipReason?: string;
  }
}

/** Vitest's JSON report leaves out why a test was skipped, but carries its meta. */
const keepSkipReasons: Reporter = {
  onTestCaseResult(testCase) {
    const result = testCase.result();
    if (result.state === 'skipped' && result.note !== undefined) testCase.meta().skipReason = result.note;
  },
};

/** Set by `npm test`, which counts from it. */
const reportFile = process.env['VITEST_REPORT_FILE'];

/** Vitest's JSON report leaves out what went wrong outside every test as well, such as a process that died. */
const keepErrors: Reporter = {
  onTestRunEnd(_modules, errors) {
    const messages = errors.map(({ message, cause }) => [message, messageOf(cause)].join(' '));
    if (reportFile !== undefined) writeFileSync(`${reportFile}.errors`, JSON.stringify(messages));
  },
};

/** What tests told of the counts that they reached, for the closing lines of `npm run test:long`. */
const keepAnnotations: Reporter = {
  onTestCaseResult(testCase) {
    const lines = testCase.annotations().map(({ message }) => `${message.replaceAll('\n', ' ')}\n`);
    if (reportFile !== undefined && lines.length > 0) appendFileSync(`${reportFile}.told`, lines.join(''));
  },
};

/** Errors come over from the process of a test file as plain objects. */
function messageOf(cause: unknown): string {
  const isError = typeof cause === 'object' && cause !== null && 'message' in cause;
  return isError && typeof cause.message === 'string' ? cause.message : '';
}

/** Tests that only compute, or read the sources: their files share threads, as starting a process for each would take longer than the tests. */
const PURE = [
  'lib/{domain,contract,format,client,sources}/**/*.test.ts',
  'components/**/*.test.{ts,tsx}',
  'lib/testing/exported-names.test.ts',
];

/** Files that measure or watch the process that they run in: each has one of its own. */
const ALONE = [
  'lib/account/account-area.test.ts',
  'lib/account/keys/key-records.test.ts',
  'lib/account/keys/key-table.test.ts',
  'lib/account/passwords/password-checks.test.ts',
  'lib/api/limits/rate-limit.test.ts',
  'lib/store/retention.test.ts',
];

/**
 * Files that mostly wait for what other processes do in their own time, the longest first: `npm test` runs them beside those
 * that keep the processor busy.
 */
const WAITING = [
  'lib/server/database-truth.test.ts',
  'lib/cli/two-pollers.test.ts',
  'lib/server/database-trouble.test.ts',
  'lib/cli/keys.test.ts',
  'lib/cli/poller-outage.test.ts',
  'lib/server/calendar-edges.test.ts',
  'lib/server/behind-proxy.test.ts',
  'lib/server/drain.test.ts',
  'lib/ingest/poll/leadership.test.ts',
  'lib/api/receipts/receipts-slow.test.ts',
  'lib/server/hostile-upstreams.test.ts',
  'lib/api/two-services.test.ts',
  'lib/server/postgres-outage.test.ts',
  'lib/server/promoted-standby.test.ts',
];

/** Of the others those that take longest, many with few lines of their own: they begin first, so that nothing waits for them in the end. */
const LONGEST = [
  'lib/api/known-at-year.test.ts',
  'lib/store/postgres-crash.test.ts',
  'lib/account/accounts-postgres.test.ts',
  'lib/cli/import.test.ts',
  'lib/api/endpoints.test.ts',
  'lib/account/accounts.test.ts',
  'lib/api/endpoints-postgres.test.ts',
  'lib/cli/backup.test.ts',
  'lib/cli/import-crash.test.ts',
  'lib/cli/doctor.test.ts',
  'lib/testing/fault-campaign/fault-campaign.test.ts',
  'lib/store/sqlite-store.test.ts',
  'lib/ingest/clock-jumps.test.ts',
  'lib/store/postgres-store.test.ts',
  'lib/sources/bounded-xml.test.ts',
];

/** Files of other projects between those that share a process would end it. */
const PROJECTS = ['alone', 'whole', 'pure', 'waiting', 'components'];

/** Node itself loads the modules of tests that need no JSX, as it does those of the product: quicker than through Vite. */
const BY_NODE = { viteModuleRunner: false, nodeLoader: false };

/** What is built for production, as users get it: React's own development build takes three times as long to draw. */
const FOR_PRODUCTION = { 'process.env.NODE_ENV': '"production"' };

/** The projects one after another, and in each the order of Vitest, by the times of former runs or by size, behind the longest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const first = [...WAITING, ...LONGEST];
    const placeOf = ({ moduleId, project }: TestSpecification) => {
      const place = first.findIndex((name) => moduleId.endsWith(name));
      return PROJECTS.indexOf(project.name) * (first.length + 1) + (place === -1 ? first.length : place);
    };
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

// The processes of the files, and the threads that services start in them, keep compiled modules as `npm start` does.
process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules/.cache/compile');

/** Tests that draw a component in a real browser, without a page around it. */
const COMPONENTS = ['components/**/*.component.test.tsx'];

/** What components import of packages: bundled before the first test, as a package that is found later loads the test's page anew. */
const BUNDLED_PACKAGES = [
  '@base-ui/react/autocomplete',
  '@base-ui/react/dialog',
  '@base-ui/react/menu',
  '@base-ui/react/popover',
  '@tanstack/react-query',
  'lucide-react',
  'next/link',
  'next/navigation',
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  'recharts',
  'vitest-browser-react',
  'zod',
];

export default defineConfig({
  root: ROOT,
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: PURE,
          exclude: ['**/node_modules/**', ...COMPONENTS],
          pool: 'threads',
          isolate: false,
          setupFiles: ['lib/testing/named-sources.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          experimental: BY_NODE,
          include: ['lib/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...PURE, ...ALONE, ...WAITING],
          // Processes, because better-sqlite3 is native and the tests start threads of their own. One takes file after file: it
          // has the modules loaded and compiled that most files need.
          pool: 'forks',
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'waiting', experimental: BY_NODE, include: WAITING, pool: 'forks', isolate: false },
      },
      {
        extends: true,
        test: { name: 'alone', experimental: BY_NODE, include: ALONE, pool: 'forks' },
      },
      {
        root: ROOT,
        plugins: [passToService],
        define: FOR_PRODUCTION,
        oxc: { jsx: { runtime: 'automatic', development: false } },
        optimizeDeps: {
          include: BUNDLED_PACKAGES,
          rolldownOptions: { transform: { define: FOR_PRODUCTION } },
        },
        test: {
          name: 'components',
          include: COMPONENTS,
          globalSetup: ['lib/testing/components/service-setup.ts'],
          setupFiles: ['lib/testing/components/page-surroundings.ts'],
          // Files side by side would copy and paste over each other.
          fileParallelism: false,
          testTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            ui: false,
            viewport: { width: 1440, height: 900 },
            locators: { exact: false },
            provider: playwright({
              launchOptions: CHROMIUM_LAUNCH,
              contextOptions: { locale: 'en-GB', permissions: ['clipboard-read', 'clipboard-write'] },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
    sequence: { sequencer: LongestFirst },
    // Tests wait for other processes about half of the time: four files side by side keep two cores busy.
    maxWorkers: 4,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    globalSetup: ['lib/testing/databases/postgres-setup.ts'],
    // Bounds for a machine that has other work to do as well; what promises a time has a bound of its own.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    globals: false,
    reporters:
      reportFile === undefined
        ? ['default']
        : ['dot', keepSkipReasons, keepErrors, keepAnnotations, ['json', { outputFile: reportFile }]],
  },
});
