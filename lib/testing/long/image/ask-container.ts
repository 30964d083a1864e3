import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { exchange, type RawRequest } from '#lib/testing/wire/raw-exchange';
import type { Podman } from './podman.ts';

/** Longer than a start takes on a machine that has other work to do as well. */
const READY_MS = 120_000;

/** Makes a key where an operator would: in a container. */
export async function makeKey(podman: Podman, name: string): Promise<string> {
  const args = ['create', '--email', 'proof@example.org', '--name', 'proof'];
  const written = await podman.read('exec', name, 'node', 'lib/cli/keys.ts', ...args);
  return written.split('\n').at(-1) ?? '';
}

/** Asks a port of this machine, as localhost; gives the status, 0 where nothing answers. */
export function askerOf(way: Pick<RawRequest, 'port' | 'ca'>) {
  return (path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> =>
    exchange({ ...way, path, headers: { Host: hostOf(way), ...headers } }).then(
      ({ status }) => status,
      () => 0,
    );
}

function hostOf({ port }: Pick<RawRequest, 'port'>): string {
  return port === 80 || port === 443 ? 'localhost' : `localhost:${port}`;
}

/** Asks several times a second until it is so; the milliseconds that it took. Throws where it takes too long. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<number> {
  const startedMs = performance.now();
  while (!(await isSo())) {
    assert.ok(performance.now() - startedMs < READY_MS, `${what}: not within ${READY_MS} ms`);
    await setTimeout(100);
  }
  return Math.round(performance.now() - startedMs);
}

/** Tells what was reached. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
