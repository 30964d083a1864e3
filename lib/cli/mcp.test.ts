import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PROGRAM_PATHS } from '#lib/contract/endpoint-paths';
import { MCP_TOOLS } from '#lib/contract/mcp-tools';
import { PROJECT_ROOT, runScript } from '#lib/testing/run-script';
import { MCP_CALLS } from '#lib/testing/suites/mcp-calls';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { shareListening } from '#lib/testing/worlds/listening-server';
import { makeKeyIn } from '#lib/testing/worlds/own-store';

const stops: (() => unknown)[] = [];
const DATA_DIR = throwAwayFolder((stop) => stops.push(stop));
afterAll(async () => {
  for (const stop of stops) await stop();
});

/** Bounds in MB of 2^20 bytes, as the system counts what a process holds in memory. */
const RESIDENT_MB_MAX = 90;

const server = shareListening({ DATA_DIR });
let key = '';
let limited = '';
let origin = '';

beforeAll(async () => {
  key = await makeKeyIn({ DATA_DIR }, { limitPerMinute: 0 });
  limited = await makeKeyIn({ DATA_DIR }, { name: 'limited', limitPerMinute: 60 });
  origin = `http://localhost:${(await server()).port}`;
});

describe.each(['stdio', 'http'] as const)('the tools over %s', (face) => {
  it('are those of the contract, and answer what /v1 answers, with provenance or a sentence', async () => {
    const { client, residentMb } = face === 'stdio' ? await overStdio() : await overHttp();
    const { tools } = await client.listTools();
    expect(tools.map(({ name, inputSchema }) => [name, inputSchema])).toEqual(
      MCP_TOOLS.map(({ name, inputSchema }) => [name, inputSchema]),
    );
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    for (const { tool, given, request } of MCP_CALLS) {
      const told = JSON.parse(await textOf(client, tool, given));
      expect(told.request).toBe(`GET ${request}`);
      expect(told.headers['X-Data-Version'], tool).toMatch(/^\d/);
      expect(unmeasured(told.answer)).toBe(unmeasured(await ask(request)));
      if (request.includes('include=provenance')) expect(told.answer).toHaveProperty('provenance');
    }
    for (const [tool, given, request] of WRONG) {
      expect(await textOf(client, tool, given, true)).toBe(asError(await ask(request)).error.message);
    }
    expect(await textOf(client, 'rate_of_a_day', { from: 'EUR', to: 'XOF' }, true)).toBe('date is missing.');
    expect(residentMb()).toBeLessThan(RESIDENT_MB_MAX);
  });
});

/** What /v1 itself answers. */
async function ask(request: string): Promise<unknown> {
  const response = await fetch(`${origin}${request}`, { headers: { 'X-API-Key': key } });
  return response.json();
}

const WRONG: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
  ['convert', { from: 'EUR', to: 'XOF', amount: -3 }, '/v1/convert?from=EUR&to=XOF&amount=-3'],
  ['history', { from: 'EUR', to: 'XOF', limit: 5001 }, '/v1/historical?from=EUR&to=XOF&limit=5001'],
  ['rate', { from: 'EUR', to: 'USX' }, '/v1/rates/pair?from=EUR&to=USX'],
  ['compare', { from: 'EUR', to: null }, '/v1/rates/compare?from=EUR'],
  ['sources', { from: 'EUR', to: 'XOF', day: [1, {}] }, '/v1/rates/sources?from=EUR&to=XOF&day=1'],
];

describe('/mcp', () => {
  it('wants a key, from no page of another site, and in a short message', async () => {
    const message = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const post = (headers: Readonly<Record<string, string>>, body = message, query = '') =>
      fetch(`${origin}${PROGRAM_PATHS.mcp}${query}`, {
        method: 'POST',
        headers: {
          Accept: 'application/json, text/event-stream',
          'Content-Type': 'application/json',
          ...headers,
        },
        body,
      });
    const bearer = { Authorization: `Bearer ${key}` };
    expect((await post(bearer)).status).toBe(200);
    expect((await post({ 'X-API-Key': key })).status).toBe(200);
    const none = await post({});
    expect([none.status, none.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer realm="/mcp"']);
    expect(asError(await none.json()).error.code).toBe('unauthorized');
    const twice = await post({ ...bearer, 'X-API-Key': key });
    expect(asError(await twice.json()).error.code).toBe('invalid_api_key');
    expect((await post({}, message, `?key=${key}`)).status).toBe(400);
    expect((await post({ ...bearer, Origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await post(bearer, `"${'a'.repeat(64 * 1024)}"`)).status).toBe(413);
    expect((await fetch(`${origin}${PROGRAM_PATHS.mcp}`, { headers: bearer })).status).toBe(405);
  });

  it('counts each message, and each further call of a batch, as one request of the key', async () => {
    const calls = Array.from({ length: 20 }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'rate', arguments: { from: 'EUR', to: 'XOF' } },
    }));
    const send = (body: unknown) =>
      fetch(`${origin}${PROGRAM_PATHS.mcp}`, {
        method: 'POST',
        headers: {
          Accept: 'application/json, text/event-stream',
          'Content-Type': 'application/json',
          Authorization: `Bearer ${limited}`,
        },
        body: JSON.stringify(body),
      });
    const text = await (await send(calls)).text();
    // 60 a minute let twelve through at once.
    expect(text.match(/"isError":true/g)).toHaveLength(8);
    expect(text).toContain('Too many requests with this key. Ask again in 1 s.');
    const next = await send(calls[0]);
    expect([next.status, next.headers.get('Retry-After')]).toEqual([429, '1']);
  });
});

describe('npm run mcp', () => {
  it.for([
    [{ CROSSRATE_API_KEY: 'xr_live_x' }, /^No server is named: set CROSSRATE_SERVER/],
    [
      { CROSSRATE_SERVER: 'http://rates.example.net', CROSSRATE_API_KEY: 'x' },
      /^The address of the server must begin/,
    ],
    [{ CROSSRATE_SERVER: 'http://localhost:1' }, /^CROSSRATE_API_KEY is not set/],
  ] as const)('says in one sentence what it lacks, with exit code 2: %s', async ([variables, sentence]) => {
    const { code, stdout, stderr } = await runScript(['lib/cli/mcp.ts'], variables);
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1]);
    expect(stderr).toMatch(sentence);
  });
});

/** As `npm run mcp` starts it. */
async function overStdio() {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['lib/setup/run.mjs', 'mcp'],
    cwd: PROJECT_ROOT,
    env: { PATH: process.env['PATH'] ?? '', CROSSRATE_SERVER: origin, CROSSRATE_API_KEY: key },
  });
  const client = await connected(transport, 'legacy');
  return { client, residentMb: () => residentMbOf(onlyChildOf(transport.pid ?? 0)) };
}

async function overHttp() {
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}${PROGRAM_PATHS.mcp}`), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
  return { client: await connected(transport, 'auto'), residentMb: () => 0 };
}

/** One of today's protocol finds that out by `auto`; most have the one before. */
async function connected(
  transport: Parameters<Client['connect']>[0],
  mode: 'auto' | 'legacy',
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'auto' ? '2026-07-28' : '2025-11-25');
  return client;
}

/** The text of a tool's answer, which must be an error or none. */
async function textOf(
  client: Client,
  name: string,
  given: Readonly<Record<string, unknown>>,
  isWrong = false,
): Promise<string> {
  const { content, isError = false } = await client.callTool({ name, arguments: given });
  const [block] = content;
  expect([isError, block?.type], JSON.stringify(content)).toEqual([isWrong, 'text']);
  return block?.type === 'text' ? block.text : '';
}

/** An answer as text, without what is measured anew each time. */
function unmeasured(answer: unknown): string {
  return JSON.stringify(answer, (name, value: unknown) =>
    ['latencyMs', 'lastCheckedAt'].includes(name) ? typeof value : value,
  );
}

/** Holds because errors have one shape, which other tests prove. */
function asError(body: unknown) {
  return body as { readonly error: { readonly code: string; readonly message: string } };
}

function onlyChildOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
}

function residentMbOf(pid: number): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
