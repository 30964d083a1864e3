import type { Page } from '@playwright/test';

/**
 * Waits until a page's code has taken over what the server drew, and what it asks for at once has come: before that no key is
 * heard. React notes what it has taken over at each element; the last one of a page is its end.
 */
export async function untilLive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const end = document.getElementById('page-end');
    return end !== null && Object.keys(end).some((name) => name.startsWith('__reactFiber$'));
  });
  await page.waitForLoadState('networkidle');
  // What listens is set up after the next paint.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
