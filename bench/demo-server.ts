import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** The demo in a folder of its own, with every source polled, all of its history there and an account that is signed in. */
export interface DemoServer {
  readonly origin: string;
  /** What a browser that is signed in sends. */
  readonly cookie: string;
  readonly stop: () => Promise<void>;
}

const OWNER = { email: 'owner@example.org', password: 'seven quiet herons wade' };

/** Ten times what it takes: then something is wrong. */
const READY_MS_MAX = 600_000;
const READY_LOOK_MS = 500;

/** A source is not in the list before its first part is read. */
const QUIET_LOOKS = 10;

/** Starts the demo on a free port. */
export async function startDemo(): Promise<DemoServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'crossrate-demo-'));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'lib/cli/demo.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      // One address asks for all pages, faster than a person does.
      RATE_LIMIT_PER_MINUTE: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Also where nobody reads what is measured any more, as behind `head`.
  const kill = () => child.kill('SIGTERM');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    await ended(child);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const origin = await originOf(child);
    await untilReady(origin);
    return { origin, cookie: await makeOwner(origin, dataDir), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function originOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('the demo has no output');
  for await (const line of createInterface({ input: stdout })) {
    const origin = /listens on (http:\/\/localhost:\d+)/.exec(line)?.[1];
    if (origin === undefined) continue;
    stdout.resume();
    return origin;
  }
  throw new Error('the demo ended before it listened');
}

/** While it still reads decades of history it takes half of a small machine, which would be measured with its pages. */
async function untilReady(origin: string): Promise<void> {
  let quietLooks = 0;
  for (const startMs = performance.now(); performance.now() - startMs < READY_MS_MAX;) {
    const { overall, progress } = boardSchema.parse(
      await (await fetch(`${origin}/status/board.json`)).json(),
    );
    const hasHistory = progress.length > 0 && progress.every(({ done, total }) => done === total);
    quietLooks = overall === 'operational' && hasHistory ? quietLooks + 1 : 0;
    if (quietLooks === QUIET_LOOKS) return;
    await new Promise((resolve) => setTimeout(resolve, READY_LOOK_MS));
  }
  throw new Error(`the demo was not ready after ${READY_MS_MAX / 1000} s`);
}

const boardSchema = z.object({
  overall: z.string(),
  progress: z.array(z.object({ done: z.number(), total: z.number() })),
});

async function makeOwner(origin: string, dataDir: string): Promise<string> {
  const token = (await readFile(join(dataDir, 'setup-token'), 'utf8')).trim();
  const made = await post(origin, 'set-up', { token, ...OWNER }, '');
  const cookie = made.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  await post(
    origin,
    'keys',
    { name: 'Shop', expires: '90d', limitPerMinute: null, allowedSources: null },
    cookie,
  );
  return cookie;
}

async function post(origin: string, path: string, body: object, cookie: string): Promise<Response> {
  const answer = await fetch(`${origin}/account/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', origin, cookie },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
