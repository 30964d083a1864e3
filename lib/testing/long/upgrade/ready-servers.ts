import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '#lib/testing/long/paced-load';

/** Which servers answer, as a load balancer knows it that asks them all for /readyz. */
export interface ReadyServers {
  /** The port of one that was ready lately, of all in turn. */
  readonly next: () => number;
  /** Waits until a server is ready. */
  readonly until: (port: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Between two looks; a server that ends takes new connections for two seconds more. */
const LOOK_EVERY_MS = 200;

const READY_MS_MAX = 120_000;

/** Asks every server again and again until it is stopped. */
export function watchReadyServers(ports: readonly number[]): ReadyServers {
  const ready = new Set<number>();
  let isOver = false;
  let turn = 0;
  const look = async (port: number) => {
    while (!isOver) {
      const { status } = await ask({ port: () => port, next: () => ({ path: '/readyz' }) });
      if (status === 200) ready.add(port);
      else ready.delete(port);
      await pause(LOOK_EVERY_MS);
    }
  };
  const looking = ports.map(look);
  return {
    next: () => {
      turn += 1;
      const some = [...ready];
      return some[turn % some.length] ?? ports[0] ?? 0;
    },
    until: async (port) => {
      const deadlineMs = performance.now() + READY_MS_MAX;
      while (!ready.has(port)) {
        if (performance.now() > deadlineMs) throw new Error(`Nothing was ready at port ${port} in time.`);
        await pause(LOOK_EVERY_MS / 4);
      }
    },
    stop: async () => {
      isOver = true;
      await Promise.all(looking);
    },
  };
}
