import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { defineConfig } from '@playwright/test';
import { CHROMIUM_LAUNCH } from '#lib/testing/chromium-launch';
import { isLong } from '#lib/testing/long-count';

const SPEED_TESTS = '*-speed.spec.ts';

/** Browsers and tests wait for each other about a third of the time: three files keep two cores busy, beside one that waits. */
const WORKERS = 4;

/** What mostly waits for the product's own patience: one after another, beside the others. */
const WAITING = ['offline.spec.ts'];

/** Files that take longest: they begin first, so that nothing waits for them in the end. */
const LONGEST = [
  'status-faces.spec.ts',
  'charts-faces.spec.ts',
  'tenth-source.spec.ts',
  'docs-faces.spec.ts',
  'keys.spec.ts',
  'rates-faces.spec.ts',
  'trouble.spec.ts',
];

/** Bounds for a machine that has other work to do as well; where a figure is promised, its test has a bound of its own. */
const TEST_MS = 240_000;
const EXPECTED_WITHIN_MS = 15_000;

// Servers and the operator's commands keep compiled modules as `npm start` does.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('../node_modules/.cache/compile', import.meta.url),
);

/** Set by `npm test`. The option of the command line would not do: it leaves nothing out of what another project waits for. */
const titlesLeftOut = process.env['TITLES_LEFT_OUT'];

export default defineConfig({
  testDir: fileURLToPath(new URL('.', import.meta.url)),
  testMatch: '*.spec.ts',
  grepInvert: titlesLeftOut === undefined ? [] : new RegExp(titlesLeftOut, 'u'),
  globalSetup: fileURLToPath(new URL('global-setup.ts', import.meta.url)),
  outputDir: fileURLToPath(new URL('../test-results', import.meta.url)),
  // `npm test` tries a test that failed once more, and names it in its closing lines.
  retries: 0,
  timeout: TEST_MS,
  expect: { timeout: EXPECTED_WITHIN_MS },
  // What measures time comes afterwards, alone.
  workers: WORKERS,
  projects: [
    { name: 'waiting', testMatch: WAITING, workers: 1 },
    { name: 'longest', testMatch: LONGEST },
    { name: 'pages', testIgnore: [SPEED_TESTS, ...WAITING, ...LONGEST] },
    { name: 'speed', testMatch: SPEED_TESTS, dependencies: ['waiting', 'longest', 'pages'], workers: 1 },
  ],
  use: {
    browserName: 'chromium',
    // Pages are written as the browser's language is; days with the month's name behind them.
    locale: 'en-GB',
    // It asks for each page once more to keep it. Tests of what is kept allow it, and the long run does everywhere.
    serviceWorkers: isLong('SERVICE_WORKERS') ? 'allow' : 'block',
    launchOptions: CHROMIUM_LAUNCH,
  },
});
