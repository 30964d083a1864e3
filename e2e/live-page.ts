import { errors, type Page } from '@playwright/test';

/**
 * Waits until a page's code has taken over what the server drew, and what it asks for at once has come: before that no key is
 * heard.
 */
export async function untilLive(page: Page): Promise<void> {
  await page.locator('#page-end[data-live]').waitFor({ state: 'attached' });
  // Parts whose code comes later are taken over after the end of the page, before it rests.
  await untilQuiet(page);
  // A chart's keys come with its drawing, behind all else.
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-label^="Chart of"] figure') === null ||
      document.querySelector('[data-plot-drawing] svg') !== null,
  );
  // What listens is set up after the next paint, in a task of its own.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const rest = () => requestIdleCallback(() => resolve(), { timeout: 2000 });
        requestAnimationFrame(() => requestAnimationFrame(rest));
      }),
  );
}

/** The driver is not told of the end of every request: a page that is loaded and asks for nothing is quiet after this all the same. */
const QUIET_MS_MAX = 20_000;

/** Waits until nothing is asked for any more. What has to be there, a test asks for by itself. */
async function untilQuiet(page: Page): Promise<void> {
  try {
    await page.waitForLoadState('networkidle', { timeout: QUIET_MS_MAX });
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    await page.waitForLoadState('load');
  }
}
