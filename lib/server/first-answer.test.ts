import { expect, it } from 'vitest';
import { z } from 'zod';
import { startScript } from '#lib/testing/run-script';

/** What only polls, accounts and monitoring need. */
const LATER = [
  'fast-xml-parser',
  'csv-parse',
  'lib/sources/create-sources.ts',
  'lib/sources/source.ts',
  'lib/sources/ecb/source.ts',
  'lib/sources/ecb/ecb-parse.ts',
  'lib/platform/http-client.ts',
  'lib/ingest/feed-store.ts',
  'better-auth',
  'prom-client',
];

/** What only the process that draws pages loads, and what only calls of tools need. */
const ELSEWHERE = ['next', 'react-dom', '@modelcontextprotocol/server', 'lib/api/mcp/mcp-server.ts'];

/** Modules of every kind that no answer can do without: they show that the trace sees what is loaded. */
const AT_ONCE = [
  'zod',
  'better-sqlite3',
  'lib/service.ts',
  'lib/sources/registry.ts',
  'lib/sources/ecb/facts.ts',
  'lib/api/endpoints/status.ts',
];

const LOADED = z.array(z.string());

// A machine that stands still for half a second between the start and the answer begins to poll before it.
it(
  'gives its first answer before anything is loaded that polls, accounts or monitoring need, and never loads what draws pages',
  {
    retry: 2,
  },
  async () => {
    const server = await startTraced();
    const atFirst = await server.loadedAfter('/v1/status');
    expect(AT_ONCE.filter((name) => !atFirst.includes(name))).toEqual([]);
    expect(LATER.filter((name) => atFirst.includes(name))).toEqual([]);
    await server.loadedAfter('/metrics');
    await server.loadedAfter('/account/api/session');
    const missing = async () => {
      const loaded = await server.loadedAfter('/v1/status');
      return LATER.filter((name) => !loaded.includes(name));
    };
    await expect.poll(missing, { timeout: 20_000, interval: 200 }).toEqual([]);
    const loaded = await server.loadedAfter('/v1/status');
    expect(ELSEWHERE.filter((name) => loaded.includes(name))).toEqual([]);
  },
);

/** A server that polls a publisher out of reach, and tells after each answer what it has loaded by then. */
async function startTraced() {
  const server = startScript(['--import', './lib/testing/module-trace.ts', 'server.ts'], {
    PORT: '0',
    LOG_LEVEL: 'silent',
    SOURCES: 'ecb,fixed',
    UPSTREAM_ECB: 'http://127.0.0.1:9',
  });
  const [, port] = await server.waitForOutput(/http:\/\/localhost:(\d+)/);
  let answers = 0;
  return {
    loadedAfter: async (path: string): Promise<readonly string[]> => {
      answers += 1;
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      await answer.text();
      const [, json = ''] = await server.waitForOutput(new RegExp(`^answer ${answers}: (.*)\n`, 'm'));
      return LOADED.parse(JSON.parse(json));
    },
  };
}
