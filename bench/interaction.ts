import process from 'node:process';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { defineCommand, RefusedCommand, runCommand } from '#lib/scripts/command-line';
import { startDemo } from './demo-server.ts';

/** From a press to the next paint, and of the longest task meanwhile, in ms: where a page begins to feel slow. */
const LONGEST_MS = 100;

const PHONE = { width: 390, height: 844 };

/** Long enough for what a press sets off, such as an answer of the network and what it changes. */
const REST_MS = 600;

interface Options {
  readonly slowdown: string;
}

interface Measured {
  readonly longestInteractionMs: number;
  readonly longestTaskMs: number;
}

declare global {
  interface Window {
    /** What the browser said of presses and tasks since it was last emptied, in ms. */
    measured?: { interactions: number[]; tasks: number[] };
  }
}

/** What a person does on each page, one step after the other. */
const SESSIONS: Readonly<Record<string, (page: Page) => readonly (() => Promise<unknown>)[]>> = {
  '/convert/EUR/USD': (page) => [
    () =>
      page
        .getByRole('textbox', { name: /^Amount/ })
        .first()
        .fill(''),
    ...[...'1250.5'].map((key) => () => page.keyboard.press(key)),
    () => page.keyboard.press('ArrowUp'),
    () => page.getByRole('button', { name: 'Swap currencies' }).click(),
    () => page.getByRole('button', { name: /^To / }).click(),
    () => page.keyboard.press('ArrowDown'),
    () => page.keyboard.press('ArrowDown'),
    () => page.keyboard.press('ArrowUp'),
    ...[...'yen'].map((key) => () => page.keyboard.press(key)),
    () => page.keyboard.press('Enter'),
    () => page.getByRole('button', { name: /^From / }).click(),
    () => page.keyboard.press('Escape'),
    () => page.keyboard.press('Control+k'),
    ...[...'usd jpy'].map((key) => () => page.keyboard.press(key)),
    () => page.keyboard.press('ArrowDown'),
    () => page.keyboard.press('Escape'),
  ],
  '/rates': (page) => [
    () => page.getByPlaceholder('Code, name or country').click(),
    ...[...'dollar'].map((key) => () => page.keyboard.press(key)),
    () => page.getByPlaceholder('Code, name or country').fill(''),
    () => page.getByRole('button', { name: /^Pegged/ }).click(),
    () => page.getByRole('button', { name: /^All/ }).click(),
    () => page.mouse.wheel(0, 3000),
  ],
  '/charts/EUR/USD': (page) => [
    () => page.getByRole('radio', { name: '1 month', exact: true }).check({ force: true }),
    () => page.getByRole('radio', { name: '5 years', exact: true }).check({ force: true }),
    () => page.keyboard.press('ArrowLeft'),
    () => page.keyboard.press('t'),
    () => page.keyboard.press('t'),
  ],
};

await runCommand(
  defineCommand('interaction', 'Measures how fast the pages of the demo answer a person on a slowed phone.')
    .option('--slowdown <n>', 'how many times the processor is slowed', '4')
    .action(measure),
);

async function measure({ slowdown }: Options): Promise<void> {
  const demo = await startDemo();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const failures: string[] = [];
  try {
    const context = await browser.newContext({ viewport: PHONE, hasTouch: true });
    for (const path of Object.keys(SESSIONS)) {
      const measured = await session(context, demo.origin, path, Number(slowdown));
      process.stdout.write(`${JSON.stringify({ page: path, slowdown: Number(slowdown), ...measured })}\n`);
      if (Math.max(measured.longestInteractionMs, measured.longestTaskMs) > LONGEST_MS)
        failures.push(`${path} takes longer than ${LONGEST_MS} ms over something`);
    }
  } finally {
    await browser.close();
    await demo.stop();
  }
  if (failures.length > 0) throw new RefusedCommand(failures.join('\n'));
}

async function session(
  context: BrowserContext,
  origin: string,
  path: string,
  slowdown: number,
): Promise<Measured> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const measured: Window['measured'] = { interactions: [], tasks: [] };
    window.measured = measured;
    const watch = (
      into: number[],
      options: PerformanceObserverInit & { readonly durationThreshold?: number },
    ) =>
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) into.push(duration);
      }).observe(options);
    watch(measured.interactions, { type: 'event', durationThreshold: 16 });
    watch(measured.tasks, { type: 'longtask' });
  });
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  // What the load took is measured elsewhere.
  await page.evaluate(() => {
    if (window.measured) for (const list of Object.values(window.measured)) list.length = 0;
  });
  for (const step of SESSIONS[path]?.(page) ?? []) {
    await step();
    await page.waitForTimeout(REST_MS);
  }
  const { interactions, tasks } = await page.evaluate(
    () => window.measured ?? { interactions: [], tasks: [] },
  );
  await page.close();
  return { longestInteractionMs: Math.max(0, ...interactions), longestTaskMs: Math.max(0, ...tasks) };
}
