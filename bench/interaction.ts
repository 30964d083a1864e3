import process from 'node:process';
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { defineCommand, RefusedCommand, runCommand } from '#lib/cli/command-line';
import { startDemo } from './demo-server.ts';

/** From a press to the next paint, and of the longest task meanwhile, in ms: where a page begins to feel slow. */
const LONGEST_MS = 100;

const PHONE = { width: 390, height: 844 };

/** Long enough for what a press sets off, such as an answer of the network and what it changes. */
const REST_MS = 600;

/** Between our own look at a page and the next press, so that it is not the look that is measured. */
const CALM_MS = 200;

/** Times that each page is gone through; of each step the median counts. */
const ROUNDS = 3;

interface Options {
  readonly slowdown: string;
}

interface Measured {
  readonly longestInteractionMs: number;
  readonly longestTaskMs: number;
  /** What each step took at the median, by its place; those that took half of what is allowed, or more. */
  readonly steps: Readonly<Record<string, string>>;
}

/** In ms. */
interface Longest {
  readonly interactionMs: number;
  readonly taskMs: number;
}

declare global {
  interface Window {
    /** What the browser said of presses and tasks since it was last emptied, in ms. */
    measured?: { interactions: number[]; tasks: number[] };
  }
}

interface Step {
  /** What is to be touched; null where keys are pressed. */
  readonly touch: Locator | null;
  readonly keys: readonly string[];
}

/** What a person does on each page, one step after the other. */
const SESSIONS: Readonly<Record<string, (page: Page) => readonly Step[]>> = {
  '/convert/EUR/USD': (page) => [
    touch(page.getByRole('textbox', { name: /^Amount/ }).first()),
    keys('Control+a'),
    keys('Delete'),
    ...typing('1250.5'),
    keys('ArrowUp'),
    touch(page.getByRole('button', { name: 'Swap currencies' })),
    touch(page.getByRole('button', { name: /^To / })),
    keys('ArrowDown'),
    keys('ArrowDown'),
    keys('ArrowUp'),
    ...typing('yen'),
    keys('Enter'),
    touch(page.getByRole('button', { name: /^From / })),
    keys('Escape'),
    keys('Control+k'),
    ...typing('usd jpy'),
    keys('ArrowDown'),
    keys('Escape'),
  ],
  '/rates': (page) => [
    touch(page.getByPlaceholder('Code, name or country')),
    ...typing('dollar'),
    keys('Control+a'),
    keys('Delete'),
    touch(page.getByRole('button', { name: /^Pegged/ })),
    touch(page.getByRole('button', { name: /^All/ })),
    keys('End'),
  ],
  '/charts/EUR/USD': (page) => [
    touch(labelOf(page, '1M, 1 month')),
    touch(labelOf(page, '5Y, 5 years')),
    keys('ArrowLeft'),
    keys('t'),
    keys('t'),
  ],
};

function touch(control: Locator): Step {
  return { touch: control, keys: [] };
}

function keys(...pressed: readonly string[]): Step {
  return { touch: null, keys: pressed };
}

function typing(text: string): readonly Step[] {
  return [...text].map((key) => keys(key));
}

function labelOf(page: Page, name: string): Locator {
  return page.locator('label', { has: page.getByRole('radio', { name, exact: true }) });
}

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
  const rate = Number(slowdown);
  const failures: string[] = [];
  try {
    const context = await browser.newContext({ viewport: PHONE, hasTouch: true });
    for (const path of Object.keys(SESSIONS)) {
      const measured = await sessions(context, demo.origin, path, rate);
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

/** The medians of a few rounds: what else a machine does slows a step of one round, and seldom the same one of another. */
async function sessions(
  context: BrowserContext,
  origin: string,
  path: string,
  rate: number,
): Promise<Measured> {
  const rounds: (readonly Longest[])[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push(await session(context, origin + path, SESSIONS[path] ?? (() => []), rate));
  const steps = (rounds[0] ?? []).map((_, place) => ({
    interactionMs: median(rounds.map((round) => round[place]?.interactionMs ?? Number.NaN)),
    taskMs: median(rounds.map((round) => round[place]?.taskMs ?? Number.NaN)),
  }));
  return {
    longestInteractionMs: Math.max(...steps.map(({ interactionMs }) => interactionMs)),
    longestTaskMs: Math.max(...steps.map(({ taskMs }) => taskMs)),
    steps: Object.fromEntries(
      steps.flatMap(({ interactionMs, taskMs }, place) =>
        Math.max(interactionMs, taskMs) < LONGEST_MS / 2
          ? []
          : [[place + 1, `press ${interactionMs}, task ${taskMs}`]],
      ),
    ),
  };
}

/** Goes through a page once. */
async function session(
  context: BrowserContext,
  address: string,
  stepsOn: (page: Page) => readonly Step[],
  rate: number,
): Promise<readonly Longest[]> {
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
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate });
  const steps: Longest[] = [];
  for (const step of stepsOn(page)) steps.push(await take(page, step));
  await page.close();
  return steps;
}

/** Does one step as a finger or a key does it: nothing of ours runs in the page meanwhile. */
async function take(page: Page, step: Step): Promise<Longest> {
  const box = await step.touch?.boundingBox();
  await takeMeasured(page);
  await page.waitForTimeout(CALM_MS);
  if (box) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  else if (step.touch) throw new RefusedCommand(`${page.url()} has nothing to touch: ${String(step.touch)}`);
  for (const key of step.keys) await page.keyboard.press(key);
  await page.waitForTimeout(REST_MS);
  return takeMeasured(page);
}

/** The longest of what was measured since the last call. */
function takeMeasured(page: Page): Promise<Longest> {
  return page.evaluate(() => {
    const { interactions = [], tasks = [] } = window.measured ?? {};
    const longest = { interactionMs: Math.max(0, ...interactions), taskMs: Math.max(0, ...tasks) };
    interactions.length = 0;
    tasks.length = 0;
    return longest;
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
