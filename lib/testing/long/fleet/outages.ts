import { setTimeout as pause } from 'node:timers/promises';
import type { Program } from '#lib/testing/fleet/programs';
import type { Fleet } from '#lib/testing/fleet/start-fleet';
import type { FleetLoad, PhaseCounts } from './fleet-load.ts';
import { told, untilWhole } from './kill-rounds.ts';

/** What happened while something of the fleet was away. */
export interface OutageCounts extends PhaseCounts {
  readonly what: string;
  /** Writes that were acknowledged while it was away. */
  readonly written: number;
  /** From its return until a write was acknowledged, in ms. */
  readonly backMs: number;
}

/** Stops and then freezes each helper in turn, for as long as told, and brings it back. */
export async function takeAway(
  fleet: Fleet,
  load: FleetLoad,
  seconds: number,
  say: (line: string) => void,
): Promise<readonly OutageCounts[]> {
  const etcds = fleet.databases.map(({ etcd }) => etcd);
  const parts: readonly (readonly [string, readonly Program[]])[] = [
    ['one etcd', etcds.slice(0, 1)],
    ['every etcd', etcds],
    ['Redis', [fleet.redis]],
    ['HAProxy', [fleet.haproxy]],
  ];
  const outages: OutageCounts[] = [];
  for (const [name, programs] of parts) {
    for (const way of ['stopped', 'frozen'] as const) {
      load.take();
      const before = load.acknowledged().size;
      await Promise.all(programs.map((program) => (way === 'stopped' ? program.end() : program.freeze())));
      await pause(seconds * 1000);
      const written = load.acknowledged().size - before;
      for (const program of programs) {
        if (way === 'stopped') program.start();
        else program.thaw();
      }
      const backMs = await load.untilWritten();
      await untilWhole(fleet);
      const counts = load.take();
      const what = `${name} ${way}`;
      say(
        `${what} for ${seconds} s: ${counts.reads} reads, ${counts.failures.length} failed, slowest ${Math.round(counts.slowest.ms)} ms; ${written} writes meanwhile, the next ${told([backMs])} after its return`,
      );
      outages.push({ ...counts, what, written, backMs });
    }
  }
  return outages;
}

/** Whether writes should have gone on without what was away: all but HAProxy, through which they go. */
export function needsNot({ what }: OutageCounts): boolean {
  return !what.startsWith('HAProxy');
}

/** Restarts the processes that answer one after another, again and again. */
export async function restartInTurn({ web }: Fleet, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const server of web) {
      await server.program.end();
      await server.start();
    }
  }
}
