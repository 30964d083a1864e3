import '/app/globals.css';
import { beforeEach } from 'vitest';
import { setSourceNames, sourceNamesText } from '#lib/format/sources/source-names';
import { PAGE_SOURCES } from './shown-page.ts';

/** Next's own code reads its settings from there; its build writes them in. */
Object.assign(globalThis, { process: { env: { NODE_ENV: 'test' } } });

/** What the server writes into a page around its components. */
setSourceNames(PAGE_SOURCES);
document.documentElement.lang = 'en';
document.documentElement.dataset['locale'] = 'en';
document.documentElement.dataset['sources'] = sourceNamesText();

beforeEach(async () => {
  localStorage.clear();
  for (const { name } of await cookieStore.getAll()) if (name) await cookieStore.delete(name);
});
