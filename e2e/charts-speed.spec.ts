import type { Page } from '@playwright/test';
import { processorIndex } from '#lib/testing/processor-index';
import { expect, test } from './guarded-test.ts';
import { type ChartServer, drawing, line } from './charts-page.ts';

declare global {
  interface Window {
    /** What the page's own observer saw, as shares of the window. */
    measuredShifts?: number[];
  }
}

test.use({ viewport: { width: 1440, height: 1000 } });

let server: ChartServer;

/** How often all years are drawn, at most: the middle time counts, so three within the bound are enough. */
const PRESSES_MAX = 5;

/** How often the window is dragged, at most: the second best time counts, as a machine that others share now and then slows one. */
const PANS_MAX = 5;

/** Twenty-seven years are drawn within this many milliseconds of the press, on half a desktop's processor (an index of 1,300). */
const DRAWN_WITHIN_MS = 300;
const DESKTOP_INDEX = 1300;

/** No work keeps the page from answering for longer while the window moves, on a processor slowed four times. */
const LONGEST_TASK_MS = 120;
/**
 * Dragging is measured on a processor of this index of Lighthouse, a desktop's of 2,600 slowed four times. One that is slower
 * than a desktop's is slowed by less: four times of it would be another phone on every machine.
 */
const PHONE_INDEX = 650;
const SLOWED_TIMES_MAX = 4;

test.beforeAll(({ charts }) => {
  server = charts;
});

test('27 years are drawn in time and pan smoothly, and no layout shifts', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    window.measuredShifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${server.origin}/charts/EUR/USD?range=max`);
  await expect(line(page, 'ECB')).toHaveAttribute('data-points', '800');
  expect(await page.evaluate(() => window.measuredShifts), 'layout shifts while loading').toEqual([]);
  const index = await processorIndex(page);
  const drawnMax = DRAWN_WITHIN_MS / Math.min(1, index / DESKTOP_INDEX);
  // The middle one stands for what a visitor meets; the first also fetches the figures and is told beside it.
  const drawn = await timesUntil({ good: 3, max: PRESSES_MAX, below: drawnMax }, () => drawEverything(page));
  const drawnMs = inOrder(drawn)[2] ?? Infinity;
  // A full collection of garbage or other work of the machine falls into some rounds, and only ever adds to them.
  const pans = await timesUntil({ good: 2, max: PANS_MAX, below: LONGEST_TASK_MS }, () =>
    longestTaskWhilePanning(page),
  );
  const longestMs = inOrder(pans)[1] ?? Infinity;
  process.stdout.write(
    `27 years drawn ${drawnMs.toFixed(0)} ms after the press (third best of ${drawn.length}; the first, cold: ${drawn[0]?.toFixed(0)} ms); longest task while panning on a phone: ${longestMs.toFixed(0)} ms (second best of ${pans.length}); index of processors ${index.toFixed(0)}\n`,
  );
  expect(drawnMs).toBeLessThan(drawnMax);
  expect(longestMs).toBeLessThan(LONGEST_TASK_MS);
});

/** Measures until so many times are below a bound, or as often as it may; in milliseconds. */
async function timesUntil(
  { good, max, below }: { readonly good: number; readonly max: number; readonly below: number },
  measure: () => Promise<number>,
): Promise<readonly number[]> {
  const times: number[] = [];
  while (times.length < max && times.filter((time) => time < below).length < good)
    times.push(await measure());
  return times;
}

function inOrder(times: readonly number[]): readonly number[] {
  return times.toSorted((one, other) => one - other);
}

/** Milliseconds from the press on "Max" to the frame that shows 27 years, from a month before. */
async function drawEverything(page: Page): Promise<number> {
  await page.getByRole('radio', { name: '1M, 1 month' }).check({ force: true });
  await expect(line(page, 'ECB')).not.toHaveAttribute('data-points', '800');
  return page.evaluate(async () => {
    const before = performance.now();
    document.querySelector<HTMLInputElement>('input[value=max]')?.click();
    await new Promise<void>((resolve) => {
      const look = () => {
        const points = document.querySelector('[data-line=ECB]')?.getAttribute('data-points');
        requestAnimationFrame(points === '800' ? () => resolve() : look);
      };
      requestAnimationFrame(look);
    });
    return performance.now() - before;
  });
}

/** Milliseconds of the page's own thread, so that other work of the machine does not count. */
async function longestTaskWhilePanning(page: Page): Promise<number> {
  await page.goto(`${server.origin}/charts/EUR/USD?range=5y`);
  await expect(drawing(page)).toBeVisible();
  const start = await page.getByRole('slider', { name: 'Start of the range' }).boundingBox();
  const browser = page.context().browser();
  if (!start || !browser) throw new Error('no strip');
  const [x, y] = [start.x + start.width + 20, start.y + 20];
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const before = await processorIndex(page);
  const rate = Math.min(SLOWED_TIMES_MAX, Math.max(1, before / PHONE_INDEX));
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  // Each round loads the page anew in the same process: what the page before left behind is no work of this movement.
  await session.send('HeapProfiler.collectGarbage');
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 400, y, { steps: 60 });
  await page.mouse.up();
  await expect(page, 'the window did move').toHaveURL(/from=.*to=/);
  await expect(page.getByRole('region', { name: /^Chart of/ })).toHaveAttribute('aria-busy', 'false');
  const trace = readTrace(await browser.stopTracing());
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  // A shared processor may have become slower than it was when the phone was made of it.
  const slowdown = Math.max(1, before / (await processorIndex(page)));
  const threads = trace.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const tasks = trace.filter(({ pid, tid }) => threads.some((one) => one.pid === pid && one.tid === tid));
  const longest = Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
  expect(tasks.length, 'tasks that the browser wrote down').toBeGreaterThan(60);
  return longest / slowdown;
}

/** What of an event of Chromium's trace is read here; `tdur` is processor time in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The browser writes its trace in this form. */
function readTrace(trace: Buffer): readonly TraceEvent[] {
  return (JSON.parse(trace.toString('utf8')) as { readonly traceEvents: readonly TraceEvent[] }).traceEvents;
}
