import type { SmallDisk } from './full-disk.ts';
import type { Outcomes } from './outcomes.ts';
import type { SoakedService } from './soaked-service.ts';

/** How long trouble goes on, and whether there is any. */
export interface FullDiskPlan {
  readonly minutes: number;
  readonly isCalm: boolean;
}

/** What is troubled. */
export interface Troubled {
  readonly service: SoakedService;
  readonly outcomes: Outcomes;
  readonly disk: SmallDisk;
  readonly say: (line: string) => void;
}

const MINUTE_MS = 60_000;
const LOOK_MS = 500;

/** The two processes are killed in turn, every few minutes, and ten times in a short run. */
const KILL_EVERY_MS_MAX = 3 * MINUTE_MS;
const KILLS_MIN = 10;

/** A full disk lasts so long, and less in a short run. */
const FULL_MS_MAX = 90_000;
const FULL_PART = 1 / 12;

/** Beginnings of the full disks, as parts of the run. */
const FULL_AT: readonly number[] = [1 / 3, 2 / 3];

/** Kills the processes in turn and fills the disk twice until the time is over; a calm run only passes. */
export async function killAndFill(
  { minutes, isCalm }: FullDiskPlan,
  { service, outcomes, disk, say }: Troubled,
): Promise<{ readonly fullDisks: number; readonly hasPages: boolean }> {
  const wholeMs = minutes * MINUTE_MS;
  const startMs = performance.now();
  const elapsedMs = () => performance.now() - startMs;
  const killEveryMs = Math.min(KILL_EVERY_MS_MAX, wholeMs / KILLS_MIN);
  let nextKillMs = killEveryMs;
  let turn = 0;
  let hasPages = false;
  let fullDisks = 0;
  while (elapsedMs() < wholeMs) {
    await pause(LOOK_MS);
    await service.lookAfter();
    if (isCalm) continue;
    const fullAt = FULL_AT[fullDisks];
    if (disk.lacking === null && fullAt !== undefined && elapsedMs() >= fullAt * wholeMs) {
      fullDisks += 1;
      say(`the disk is full for the ${fullDisks}. time`);
      const disturbance = outcomes.begin('disk full');
      await disk.fill();
      await pause(Math.min(FULL_MS_MAX, wholeMs * FULL_PART));
      disk.makeRoom();
      outcomes.end(disturbance);
      nextKillMs = Math.max(nextKillMs, elapsedMs() + killEveryMs / 2);
    }
    if (elapsedMs() < nextKillMs) continue;
    nextKillMs += killEveryMs;
    turn += 1;
    const isPagesTurn = turn % 2 === 0 && (await service.killPages());
    hasPages ||= isPagesTurn;
    if (!isPagesTurn) await service.killServer();
    say(`killed the ${isPagesTurn ? 'pages' : 'server'}`);
  }
  return { fullDisks, hasPages };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
