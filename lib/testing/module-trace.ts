import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage } from 'node:http';
import { registerHooks } from 'node:module';
import process from 'node:process';

/*
 * Preloaded by `node --import` in front of a server: after each answer it prints a line of JSON with everything that the
 * process has loaded by then, packages by their name, files of the project by their path, built-in modules by `node:`.
 */
const ROOT = new URL('../../', import.meta.url).href;
const PACKAGE_IN_URL = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

const loaded = new Set<string>();
let answers = 0;

registerHooks({
  load: (url, context, nextLoad) => {
    loaded.add(PACKAGE_IN_URL.exec(url)?.[1] ?? url.replace(ROOT, ''));
    return nextLoad(url, context);
  },
});

subscribe('http.server.response.finish', (message) => {
  if (typeof message !== 'object' || message === null || !('request' in message)) return;
  if (!(message.request instanceof IncomingMessage)) return;
  answers += 1;
  process.stdout.write(`answer ${answers}: ${JSON.stringify([...loaded])}\n`);
});
