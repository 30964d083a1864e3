import { spawn } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { type FolderContents, type ServedFolder, servedFolder } from './served-folder.ts';

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

const FLAGS = ['--disable-warning=ExperimentalWarning'];

/** Our own server on a free port, by default one that does not poll. */
export function startServer(
  { variables }: Pick<ServedFolder, 'variables'>,
  more: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  return listening([...FLAGS, 'server.ts'], { ...variables, PORT: '0', ...more });
}

/** A server and the folder that is its own, which goes when it is stopped. */
export interface FolderServer extends RunningServer {
  readonly folder: ServedFolder;
}

/** A server that somebody else started and will stop. */
export interface SharedServer {
  readonly origin: string;
  readonly folder: Pick<ServedFolder, 'variables' | 'key'>;
}

/** Starts a server on a folder of its own, by default one with two days of history. */
export async function startFolder(
  more: Readonly<Record<string, string>> = {},
  contents?: FolderContents,
): Promise<FolderServer> {
  const folder = await servedFolder(contents);
  const server = await startServer(folder, more);
  return {
    ...server,
    folder,
    stop: async () => {
      await server.stop();
      await folder.remove();
    },
  };
}

/** The same project as Next alone would serve it. */
export function startNext({ variables }: ServedFolder): Promise<RunningServer> {
  return listening([...FLAGS, 'node_modules/next/dist/bin/next', 'start', '--port', '0'], variables);
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
