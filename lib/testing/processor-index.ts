import type { Page } from '@playwright/test';

/**
 * How fast the page's processor is just now, as Lighthouse counts it: strings of 10,000 characters made in a tenth of a second.
 * By Chromium a Pixel 5 has 1000, a Moto G Power of 2022 has 264.
 */
export function processorIndex(page: Page): Promise<number> {
  return page.evaluate(() => {
    const lastsMs = 500;
    const startMs = performance.now();
    let made = 0;
    while (performance.now() - startMs < lastsMs) {
      let text = '';
      for (let character = 0; character < 10_000; character += 1) text += 'a';
      made += text.length / 10_000;
    }
    return made / (lastsMs / 100);
  });
}
