import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { type ServerPlace, type ServerProcess, startServer, timeProcess } from './processes.ts';

/** A data folder with a history and keys, and how long a round of a load takes. */
export interface MeasuredService {
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>> & { readonly DATA_DIR: string };
  /** Without limits that a load would meet; the limiter counts as ever. */
  readonly keys: readonly [string, ...string[]];
  readonly roundMs: number;
  readonly rounds: number;
}

/** A moment after the last day of bench's history, so that its figures are fresh. */
export const CLOCK = '2026-04-14T08:00:00Z';

/** The settings of a service that answers out of a folder and polls nothing. */
export function settingsFor(folder: string): MeasuredService['variables'] {
  return {
    DATA_DIR: join(folder, 'data'),
    CLOCK,
    PORT: '0',
    ROLE: 'web',
    SOURCES: 'ecb,fixed',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '100000000',
  };
}

/** Imports the central bank's history into a folder; wall seconds, and what the command printed. */
export function importHistory(
  file: string,
  variables: MeasuredService['variables'],
): Promise<{ readonly seconds: number; readonly stdout: string }> {
  return timeProcess('lib/cli/import.ts', ['--source', 'ecb', '--file', file], variables);
}

/** Makes a key by the command. */
export async function makeKey(variables: Readonly<Record<string, string>>, name = 'bench'): Promise<string> {
  const create = ['create', '--email', 'bench@example.org', '--name', name];
  const { stdout } = await timeProcess('lib/cli/keys.ts', create, variables);
  return stdout.trim();
}

/** What a caller is answered. */
export interface PlainAnswer {
  readonly status: number;
  /** Names in small letters, those that node:http adds by itself left out. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Asks for an address as the load does: without a word on compression. */
export function askPlain(
  { port }: Pick<ServerProcess, 'port'>,
  path: string,
  key: string,
): Promise<PlainAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, headers: { 'X-API-Key': key } }, (answer) => {
      const pairs = Object.entries(answer.headers).filter(([name]) => !isNodesOwn(name));
      const headers = Object.fromEntries(pairs.map(([name, value]) => [name, String(value)]));
      let body = '';
      answer.setEncoding('utf8').on('data', (text: string) => (body += text));
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers, body }));
    });
    sent.once('error', reject);
    sent.end();
  });
}

function isNodesOwn(name: string): boolean {
  return ['connection', 'date', 'keep-alive', 'transfer-encoding'].includes(name);
}

/** The service, and a bare server beside it that sends what the service answers at a path. */
export interface ServerPair {
  readonly ours: ServerProcess;
  readonly bare: ServerProcess;
  readonly stop: () => Promise<void>;
}

/** Starts both; the bare one sends the same headers and bytes. */
export async function startBesideBare(service: MeasuredService, path: string): Promise<ServerPair> {
  const ours = await startServer('server.ts', [], service.variables);
  try {
    const bare = await startBare(ours, service, path);
    return {
      ours,
      bare,
      stop: async () => {
        await Promise.all([ours.stop(), bare.stop()]);
      },
    };
  } catch (error) {
    await ours.stop();
    throw error;
  }
}

/** Starts a bare server that sends what a running service answers at a path. */
export async function startBare(
  ours: ServerProcess,
  { folder, keys: [key] }: Pick<MeasuredService, 'folder' | 'keys'>,
  path: string,
  place: ServerPlace = {},
): Promise<ServerProcess> {
  const answer = await askPlain(ours, path, key);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body}`);
  const file = join(folder, `answer-${randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(answer));
  return startServer('bench/bare-server.ts', [file], {}, place);
}
