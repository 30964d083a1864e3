import { type BrowserContext, test as base } from '@playwright/test';

export { expect } from '@playwright/test';

/** What every test in a browser has beside Playwright's own. */
interface Guards {
  /** What pages tried against their content security policy, in the browser's words. A test that expects some takes them out. */
  readonly violations: string[];
}

/** Playwright's `test` that fails when any page of it violates its content security policy. */
export const test = base.extend<Guards>({
  violations: [
    async ({ browser, context }, use) => {
      const violations: string[] = [];
      const watch = (watched: BrowserContext) =>
        watched.on('console', (message) => {
          if (message.text().includes('Content Security Policy')) violations.push(message.text());
        });
      watch(context);
      const openContext = browser.newContext.bind(browser);
      // Tests open contexts of their own, too.
      browser.newContext = async (options) => {
        const opened = await openContext(options);
        watch(opened);
        return opened;
      };
      await use(violations);
      browser.newContext = openContext;
      base.expect(violations).toEqual([]);
    },
    { auto: true },
  ],
});
