import { request as ask } from 'node:http';
import process from 'node:process';
import type { Plugin } from 'vitest/config';

/** The variable that says where the service listens which component tests ask: the set-up and this plugin share a process, but no modules. */
export const SERVICE_ORIGIN = 'COMPONENT_SERVICE_ORIGIN';

/** What a page asks for beside its own files. */
const ASKED = /^\/(?:v1|browser-key)(?:[/?]|$)/;

/** Passes on to that service, over HTTP, what a component asks for under its own origin. */
export const passToService: Plugin = {
  name: 'pass-to-service',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, response, next) => {
      if (!ASKED.test(request.url ?? '')) return next();
      const target = new URL(request.url ?? '/', process.env[SERVICE_ORIGIN]);
      const { method = 'GET', headers } = request;
      const passed = ask(target, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      passed.once('error', () => response.destroy());
      request.pipe(passed);
    });
  },
};
