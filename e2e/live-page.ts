import type { Page } from '@playwright/test';

/**
 * Waits until a page's code has taken over what the server drew, and what it asks for at once has come: before that no key is
 * heard. React notes what it has taken over at each element; the last one of a page is its end.
 */
export async function untilLive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isTaken = (element: Element) =>
      Object.keys(element).some((name) => name.startsWith('__reactFiber$'));
    const end = document.getElementById('page-end');
    // Parts whose code comes later are taken over after the end of the page.
    const pressed = document.querySelectorAll('main :is(a, button, input, select, [role="slider"])');
    return end !== null && isTaken(end) && [...pressed].every(isTaken);
  });
  await page.waitForLoadState('networkidle');
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
