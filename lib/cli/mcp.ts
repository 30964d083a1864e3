import type http from 'node:http';
import type { IncomingMessage } from 'node:http';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type AskApi, createMcpServer } from '#lib/api/mcp/mcp-server';
import { LOOPBACK_HOSTS } from '#lib/platform/environment';
import { defineCommand, runCommand } from './command-line.ts';

const OK = 200;

/** A history that is read from the database and waits for its turn takes some seconds at most. */
const ANSWER_MS_MAX = 60_000;

const command: Command = defineCommand(
  'mcp',
  'Gives an assistant the tools of a Crossrate server by the Model Context Protocol on standard input and output.',
)
  .option('--server <address>', 'address of the server; CROSSRATE_SERVER if omitted')
  .addHelpText(
    'after',
    '\nCROSSRATE_API_KEY must hold an API key of that server. A key is never an argument: arguments are seen by other users of this machine.',
  );

await runCommand(
  command.action(({ server }: { readonly server?: string }) => {
    const origin = readServer(server ?? process.env['CROSSRATE_SERVER']);
    const key = process.env['CROSSRATE_API_KEY']?.trim();
    if (!key) command.error('CROSSRATE_API_KEY is not set: it must hold an API key of the server.');
    const ask = askServer(origin, key);
    serveStdio(() => createMcpServer(ask, (defect) => console.error(defect)));
  }),
);

/** The origin of the server; a key goes over plain HTTP to this machine only. */
function readServer(text: string | undefined): string {
  if (!text) {
    command.error(
      'No server is named: set CROSSRATE_SERVER to its address, such as http://localhost:3000, or give --server.',
    );
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url !== null && LOOPBACK_HOSTS.includes(url.hostname.replaceAll(/[[\]]/g, ''));
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLocal)) {
    command.error(
      'The address of the server must begin with https://, or with http:// on this machine, such as http://localhost:3000.',
    );
  }
  return url.origin;
}

/** Asks a server over the network; a redirect is not followed, so that nothing else gets the key. */
function askServer(origin: string, key: string): AskApi {
  const client = clientFor(origin);
  return async (address, signal) => {
    const options = {
      headers: { 'X-API-Key': key, Accept: 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]),
    };
    const answered = await new Promise<IncomingMessage>((resolve, reject) => {
      client.get(`${origin}${address}`, options, resolve).on('error', reject);
    })
      .then(async (message) => ({ message, body: await text(message) }))
      .catch(() => null);
    if (answered === null)
      return `The server at ${origin} cannot be reached. Check that it runs and that its address is right.`;
    const { statusCode = 0, headers } = answered.message;
    if (headers['content-type'] !== 'application/json')
      return `What is at ${origin} answered with status ${statusCode} and no JSON. Check that the address is that of a Crossrate server.`;
    const fields = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
    return { ok: statusCode === OK, body: answered.body, headers: new Map(fields) };
  };
}

/** Imported as a module, `node:http` would load the WebSocket and fetch of Node too, which take 20 MB more. */
function clientFor(origin: string): Pick<typeof http, 'get'> {
  return origin.startsWith('https:')
    ? process.getBuiltinModule('node:https')
    : process.getBuiltinModule('node:http');
}
