import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import { defineCommand, RefusedCommand, runCommand } from '#lib/cli/command-line';
import { type DemoServer, startDemo } from './demo-server.ts';

/**
 * Fetched when it is asked for: it is as large as a third of everything else that the project installs, and nobody needs it to
 * run or to change the service.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

/** Pages that anybody may open, which search engines may list. */
const PUBLIC_PAGES = ['/', '/convert/EUR/USD', '/rates', '/charts/EUR/USD', '/status', '/docs', '/sources'];
const SIGNED_OUT_PAGES = ['/account/sign-in', '/account/reset#token=of-an-operator'];
const SIGNED_IN_PAGES = ['keys', 'usage', 'watches', 'webhooks', 'security', 'sessions', 'trail'].map(
  (name) => `/account/${name}`,
);

/** The least score of 100, as the median of the runs. */
const LEAST: Readonly<Record<Category, number>> = {
  performance: 90,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
};

/** What Web Vitals call good at most, as the median of the runs; of the shift of the layout, which has no unit, half of it. */
const MOST = { largestPaintMs: 2500, layoutShift: 0.05 } as const;

const BROWSER_FLAGS =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** How often a run is tried. */
const ATTEMPTS = 3;

interface Options {
  readonly pages?: readonly string[];
  readonly runs: string;
}

await runCommand(
  defineCommand(
    'lighthouse',
    `Measures the pages of the demo with ${LIGHTHOUSE} as a phone; one JSON line a page.`,
  )
    .option('--pages <paths...>', 'these pages only')
    .option('--runs <n>', 'runs a page, of which the median counts', '5')
    .action(measure),
);

async function measure({ pages, runs }: Options): Promise<void> {
  const known = [...PUBLIC_PAGES, ...SIGNED_OUT_PAGES, ...SIGNED_IN_PAGES];
  const unknown = pages?.find((page) => !known.includes(page) && !/^\/(?:convert|charts)\/[A-Z]/u.test(page));
  if (unknown !== undefined)
    throw new RefusedCommand(
      `${unknown} is not measured; name pages of ${known.join(' ')}, with spaces between them.`,
    );
  const demo = await startDemo();
  const failures: string[] = [];
  try {
    // The first run warms the server up.
    await measured(demo, '/');
    for (const page of pages ?? known) {
      const reports: Report[] = [];
      for (let run = 0; run < Number(runs); run += 1) reports.push(await measured(demo, page));
      const scores = medianScores(reports);
      const details = detailsOf(reports);
      process.stdout.write(`${JSON.stringify({ page, ...scores, ...details })}\n`);
      for (const category of CATEGORIES) {
        if (isHeld(page, category) && scores[category] < LEAST[category])
          failures.push(
            `${page} has ${scores[category]} for ${category}; at least ${LEAST[category]} is asked`,
          );
      }
      for (const figure of ['largestPaintMs', 'layoutShift'] as const) {
        if (details[figure] > MOST[figure])
          failures.push(`${page} has a ${figure} of ${details[figure]}; at most ${MOST[figure]} is asked`);
      }
    }
  } finally {
    await demo.stop();
  }
  if (failures.length > 0) throw new RefusedCommand(failures.join('\n'));
}

/** Pages of an account are kept from search engines. */
function isHeld(page: string, category: Category): boolean {
  return PUBLIC_PAGES.includes(page) || category !== 'seo';
}

/** What is read of Lighthouse's report. */
interface Report {
  readonly environment: { readonly benchmarkIndex: number };
  readonly finalDisplayedUrl: string;
  readonly categories: Readonly<Record<Category, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, Audit>>;
}

interface Audit {
  readonly score: number | null;
  readonly numericValue?: number;
  readonly details?: {
    readonly items?: readonly {
      /** Of an element. */
      readonly selector?: string;
      /** Of a request, in bytes as they were sent. */
      readonly resourceType?: string;
      readonly transferSize?: number;
    }[];
  };
}

/** Lighthouse now and then loses the trace of a page that loaded well; such a run measured nothing and is done again. */
async function measured(demo: DemoServer, page: string): Promise<Report> {
  for (let left = ATTEMPTS; left > 1; left -= 1) {
    const report = await runLighthouse(demo, page).catch(() => null);
    if (report !== null) return report;
  }
  return runLighthouse(demo, page);
}

async function runLighthouse(
  { origin, cookie }: Pick<DemoServer, 'origin' | 'cookie'>,
  page: string,
): Promise<Report> {
  const needsCookie = SIGNED_IN_PAGES.includes(page);
  const { stdout } = await promisify(execFile)(
    'npm',
    [
      'exec',
      '--yes',
      `--package=${LIGHTHOUSE}`,
      '--',
      'lighthouse',
      `${origin}${page}`,
      '--quiet',
      '--output=json',
      '--output-path=stdout',
      `--chrome-flags=${BROWSER_FLAGS}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      ...(needsCookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
    ],
    {
      maxBuffer: 1 << 28,
      env: { ...process.env, CHROME_PATH: process.env['CHROMIUM'] ?? '/usr/bin/chromium' },
    },
  );
  const report = reportOf(stdout);
  // A page may take what is behind # out of its address.
  if (new URL(report.finalDisplayedUrl).pathname !== page.replace(/#.*$/u, ''))
    throw new Error(`${page} led to ${report.finalDisplayedUrl}`);
  return report;
}

/** Lighthouse's own form, of the version named above. */
function reportOf(text: string): Report {
  return JSON.parse(text) as Report;
}

function medianScores(reports: readonly Report[]): Record<Category, number> {
  const scoreOf = (category: Category) =>
    Math.round(100 * median(reports.map(({ categories }) => categories[category].score ?? 0)));
  return {
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    'best-practices': scoreOf('best-practices'),
    seo: scoreOf('seo'),
  };
}

/**
 * What performance is made of, in ms (the shift has no unit), how fast the machine was, and of the last run the largest element, the
 * scripts in thousands of bytes as they were sent, those included that came when the page rested, and the audits that failed.
 */
function detailsOf(reports: readonly Report[]) {
  const of = (audit: string) =>
    median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  const last = reports.at(-1)?.audits ?? {};
  const failed = Object.entries(last).filter(([, { score }]) => score === 0);
  const itemsOf = (audit: string) => last[audit]?.details?.items ?? [];
  const scripts = itemsOf('network-requests').filter(({ resourceType }) => resourceType === 'Script');
  return {
    firstPaintMs: Math.round(of('first-contentful-paint')),
    largestPaintMs: Math.round(of('largest-contentful-paint')),
    blockedMs: Math.round(of('total-blocking-time')),
    benchmarkIndex: Math.round(median(reports.map(({ environment }) => environment.benchmarkIndex))),
    layoutShift: Number(of('cumulative-layout-shift').toFixed(4)),
    largestElement: itemsOf('lcp-breakdown-insight').find(({ selector }) => selector)?.selector,
    scriptKb: Math.round(scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1000),
    failed: failed.map(([id]) => id),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
