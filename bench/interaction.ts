import process from 'node:process';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { defineCommand, RefusedCommand, runCommand } from '#lib/scripts/command-line';
import { processorIndex } from '#lib/testing/processor-index';
import { startDemo } from './demo-server.ts';

/** From a press to the next paint, and of the longest task meanwhile, in ms: where a page begins to feel slow. */
const LONGEST_MS = 100;

const PHONE = { width: 390, height: 844 };

/** Long enough for what a press sets off, such as an answer of the network and what it changes. */
const REST_MS = 600;

interface Options {
  readonly slowdown: string;
  readonly index?: string;
}

interface Measured {
  readonly slowdown: number;
  readonly longestInteractionMs: number;
  readonly longestTaskMs: number;
  /** What each step took, by its place; those that took half of what is allowed, or more. */
  readonly steps: Readonly<Record<string, string>>;
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
    .option('--index <n>', 'slows the processor to this index of Lighthouse instead')
    .action(measure),
);

async function measure({ slowdown, index }: Options): Promise<void> {
  const demo = await startDemo();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const slowdownFor = async (page: Page) =>
    index === undefined ? Number(slowdown) : Math.max(1, (await processorIndex(page)) / Number(index));
  const failures: string[] = [];
  try {
    const context = await browser.newContext({ viewport: PHONE, hasTouch: true });
    for (const path of Object.keys(SESSIONS)) {
      const measured = await session(context, demo.origin + path, SESSIONS[path] ?? (() => []), slowdownFor);
      process.stdout.write(`${JSON.stringify({ page: path, ...measured })}\n`);
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
  address: string,
  stepsOn: (page: Page) => readonly (() => Promise<unknown>)[],
  slowdownFor: (page: Page) => Promise<number>,
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
  await page.goto(address, { waitUntil: 'networkidle' });
  const rate = await slowdownFor(page);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate });
  // What the load took is measured elsewhere.
  await takeMeasured(page);
  let longest = { interactionMs: 0, taskMs: 0 };
  const steps: Record<string, string> = {};
  for (const [place, step] of stepsOn(page).entries()) {
    await step();
    await page.waitForTimeout(REST_MS);
    const took = await takeMeasured(page);
    if (Math.max(took.interactionMs, took.taskMs) >= LONGEST_MS / 2)
      steps[place + 1] = `press ${took.interactionMs}, task ${took.taskMs}`;
    longest = {
      interactionMs: Math.max(longest.interactionMs, took.interactionMs),
      taskMs: Math.max(longest.taskMs, took.taskMs),
    };
  }
  await page.close();
  return {
    slowdown: Number(rate.toFixed(2)),
    longestInteractionMs: longest.interactionMs,
    longestTaskMs: longest.taskMs,
    steps,
  };
}

/** The longest of what was measured since the last call. */
function takeMeasured(page: Page): Promise<{ readonly interactionMs: number; readonly taskMs: number }> {
  return page.evaluate(() => {
    const { interactions = [], tasks = [] } = window.measured ?? {};
    const longest = { interactionMs: Math.max(0, ...interactions), taskMs: Math.max(0, ...tasks) };
    interactions.length = 0;
    tasks.length = 0;
    return longest;
  });
}
