import { type BrowserContext, type ConsoleMessage, test as base } from '@playwright/test';
import { type SharedServers, sharedServers } from './shared-servers.ts';

export { expect } from '@playwright/test';

/** What every test in a browser has beside Playwright's own. */
interface Guards {
  /**
   * What pages did that none should: violations of their content security policy, errors in the console, errors that nothing
   * caught, requests to other machines. A test that provokes some takes them out.
   */
  readonly violations: string[];
}

interface WorkerGuards extends SharedServers {
  readonly watched: Watched;
}

/** What the contexts of a worker did since the last test ended, those that were opened before all tests too. */
interface Watched {
  readonly violations: string[];
  readonly watch: (context: BrowserContext) => void;
}

/** Many tests provoke answers that are errors, and look at what the page makes of them. */
const FAILED_REQUEST = /^Failed to load resource: |^The FetchEvent for |when fetching the script\.$/;

const OUR_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Playwright's `test` that fails when any page of it does what none should. */
export const test = base.extend<Guards, WorkerGuards>({
  ...sharedServers,
  watched: [
    async ({ browser }, use) => {
      const watched = watching();
      const openContext = browser.newContext.bind(browser);
      // Playwright opens the context of a test in this way, too: a test that needs no page has none.
      browser.newContext = async (options) => {
        const opened = await openContext(options);
        watched.watch(opened);
        return opened;
      };
      await use(watched);
      browser.newContext = openContext;
    },
    { scope: 'worker', auto: true },
  ],
  violations: [
    async ({ watched }, use) => {
      await use(watched.violations);
      base.expect(watched.violations.splice(0)).toEqual([]);
    },
    { auto: true },
  ],
});

function watching(): Watched {
  const violations: string[] = [];
  return {
    violations,
    watch: (context) => {
      context.on('console', (message) => {
        if (isTrouble(message)) violations.push(message.text());
      });
      context.on('weberror', (error) => violations.push(error.error().message));
      context.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url());
        if (protocol.startsWith('http') && !OUR_HOSTS.includes(hostname)) violations.push(request.url());
      });
    },
  };
}

function isTrouble(message: ConsoleMessage): boolean {
  const text = message.text();
  if (text.includes('Content Security Policy')) return true;
  return message.type() === 'error' && !FAILED_REQUEST.test(text);
}
