import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Podman } from './podman.ts';

/** Longer than a start takes on a machine that has other work to do as well. */
const READY_MS = 120_000;

/** Makes a key where an operator would: in a container. */
export async function makeKey(podman: Podman, name: string): Promise<string> {
  const args = ['create', '--email', 'proof@example.org', '--name', 'proof'];
  const written = await podman.read('exec', name, 'node', 'lib/cli/keys.ts', ...args);
  return written.split('\n').at(-1) ?? '';
}

/** Asks a container; status 0 where it does not answer. */
export function askerOf(origin: string) {
  return async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${origin}${path}`, { headers, redirect: 'manual' }).catch(() => null);
    await response?.arrayBuffer();
    return { status: response?.status ?? 0 };
  };
}

/** Asks several times a second until it is so; the milliseconds that it took. Throws where it takes too long. */
export async function until(isSo: () => Promise<boolean>): Promise<number> {
  const startedMs = performance.now();
  while (!(await isSo())) {
    assert.ok(performance.now() - startedMs < READY_MS, `not within ${READY_MS} ms`);
    await setTimeout(100);
  }
  return Math.round(performance.now() - startedMs);
}

/** Tells what was reached. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
