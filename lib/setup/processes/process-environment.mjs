import { join } from 'node:path';

import { projectRoot } from '../project-root.mjs';

/**
 * How the allocator of glibc keeps memory, where that is the system's (mallopt(3)): a history is a buffer of 400 kB that is made in one
 * thread and let go in another, and by its own rules the allocator would keep some 50 MB of such buffers for later. One arena for all
 * threads leaves fewer gaps than two, which is 20 MB beside many readers; requests a second are the same.
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/**
 * What every process of the service and every command is started with. The compile cache keeps modules compiled between starts, which
 * halves the time to start. An operator's own choices stand.
 * @returns {Record<string, string>}
 */
export function processEnvironment() {
  const wanted = { ...ALLOCATOR, NODE_COMPILE_CACHE: join(projectRoot, 'node_modules', '.cache', 'compile') };
  return Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => [name, process.env[name] ?? value]),
  );
}

/**
 * Node's own flags for every process. Requests and rows leave only short-lived objects behind; without a bound the engine gives those
 * up to 50 MB more, for nothing.
 */
export const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'];

/**
 * Those of the process that answers. Some 40 MB of its heap live; without a bound the engine lets garbage grow to four times
 * as much before it collects, and keeps the room.
 */
export const SERVER_FLAGS = [...NODE_FLAGS, '--max-old-space-size=384'];

/**
 * Those of a process that waits for others nearly all the time. Code that is not optimised takes 10 MB less, and garbage that is
 * collected early another 20.
 */
export const SMALL_FLAGS = ['--max-semi-space-size=1', '--max-old-space-size=32', '--max-opt=1'];
