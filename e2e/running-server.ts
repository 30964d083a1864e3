import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** A folder with true figures of the European Central Bank, an API key for it, and the environment of whoever serves it. */
export interface ServedFolder {
  readonly variables: Readonly<Record<string, string>>;
  readonly key: string;
  readonly remove: () => Promise<void>;
}

/** A process that listens. */
export interface RunningServer {
  readonly origin: string;
  readonly pid: number;
  /** All that it has written to its two outputs: its log above all. */
  readonly written: () => string;
  /** Ends it and waits. Fails when it has written down an API key or a password. */
  readonly stop: () => Promise<void>;
}

/** The one who signs in. */
export const OWNER = { email: 'owner@example.org', password: 'seven quiet herons wade' } as const;

/** The passwords that the owner takes later. */
export const LATER_PASSWORDS = ['eight slow otters swim', 'nine small wrens sing'] as const;

/** What no server may write down: passwords of the tests, and whatever has the shape of a whole API key. */
const SECRETS = new RegExp([OWNER.password, ...LATER_PASSWORDS, 'xr_live_[0-9A-Za-z]{49}'].join('|'));

/** The newest two days of the reference rates as the bank's history file had them on 13 April 2026. */
const HISTORY = `Date,USD,JPY,CZK,DKK,GBP,HUF,IDR,RON,
2026-04-13,1.1684,186.75,24.378,7.4727,0.87058,366.9,20078.55,5.0911,
2026-04-10,1.1711,186.53,24.383,7.4728,0.87138,375.58,20005.29,5.0903,
`;

const FLAGS = ['--disable-warning=ExperimentalWarning'];

/** Makes a data folder with two days of history and a key. */
export async function servedFolder(): Promise<ServedFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'crossrate-e2e-'));
  const variables = {
    DATA_DIR: join(folder, 'data'),
    CLOCK: '2026-04-14T08:00:00Z',
    ROLE: 'web',
    LOG_LEVEL: 'error',
    // All tests come from one address, and faster than people; limits have tests of their own.
    RATE_LIMIT_PER_MINUTE: '0',
    SOURCES: 'ecb,fixed',
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
  };
  const file = join(folder, 'history.csv');
  await writeFile(file, HISTORY);
  await run('lib/cli/import.ts', ['--source', 'ecb', '--file', file], variables);
  const key = await run(
    'lib/cli/keys.ts',
    ['create', '--email', 'e2e@example.org', '--name', 'e2e'],
    variables,
  );
  return { variables, key, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Our own server on a free port, by default one that does not poll. */
export function startServer(
  { variables }: ServedFolder,
  more: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  return listening([...FLAGS, 'server.ts'], { ...variables, PORT: '0', ...more });
}

/** The same project as Next alone would serve it. */
export function startNext({ variables }: ServedFolder): Promise<RunningServer> {
  return listening([...FLAGS, 'node_modules/next/dist/bin/next', 'start', '--port', '0'], variables);
}

async function run(
  file: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [...FLAGS, file, ...args], {
    env: { ...process.env, ...variables },
  });
  return stdout.trim();
}

async function listening(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<RunningServer> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const written: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    written.push(chunk);
    if (variables['LOG_LEVEL'] !== 'trace') process.stderr.write(chunk);
  });
  for await (const line of createInterface({ input: child.stdout })) {
    written.push(line);
    const origin = /http:\/\/localhost:\d+/.exec(line)?.[0];
    if (origin === undefined || child.pid === undefined) continue;
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => written.push(chunk));
    return {
      origin,
      pid: child.pid,
      written: () => written.join('\n'),
      stop: async () => {
        child.kill('SIGTERM');
        await ended;
        const secret = SECRETS.exec(written.join(''))?.[0];
        if (secret !== undefined) throw new Error(`the server wrote down ${secret}`);
      },
    };
  }
  throw new Error(`${args.join(' ')} ended before it listened`);
}
