import type { SmallDisk } from './full-disk.ts';
import type { Outcomes } from '#lib/testing/long/outcomes';
import type { SettableClock } from './settable-clock.ts';
import type { SoakedService } from '#lib/testing/long/soaked-service';
import { MINUTE_MS } from '#lib/domain/durations';

/** How long trouble goes on, and whether there is any. */
export interface TroublePlan {
  readonly minutes: number;
  readonly isCalm: boolean;
}

/** What is troubled. */
export interface Troubled {
  readonly service: SoakedService;
  readonly outcomes: Outcomes;
  readonly disk: SmallDisk;
  readonly clock: SettableClock;
  readonly say: (line: string) => void;
}

const LOOK_MS = 500;

/** The two processes are killed in turn, every few minutes, and ten times in a short run. */
const KILL_EVERY_MS_MAX = 3 * MINUTE_MS;
const KILLS_MIN = 10;

/** A full disk lasts so long, and less in a short run. */
const FULL_MS_MAX = 90_000;
const FULL_PART = 1 / 12;

/** Beginnings of the full disks, as parts of the run. */
const FULL_AT: readonly number[] = [1 / 3, 2 / 3];

/** The clock is set ahead or behind at these parts of the run, and right again after so long. */
const CLOCK_SET_AT: readonly (readonly [part: number, aheadSeconds: number])[] = [
  [0.1, 86_400],
  [0.2, -86_400],
  [0.45, 3_600],
  [0.55, -3_600],
  [0.8, 180],
  [0.9, -180],
];
const CLOCK_SET_MS_MAX = 25_000;
const CLOCK_SET_PART = 1 / 40;
const NEVER = [Number.POSITIVE_INFINITY, 0] as const;

/** What was done to a service. */
export interface Trouble {
  readonly fullDisks: number;
  readonly clockJumps: number;
  readonly hasPages: boolean;
}

/** Kills the processes in turn, fills the disk twice and sets the clock until the time is over; a calm run only passes. */
export async function makeTrouble(
  { minutes, isCalm }: TroublePlan,
  { service, outcomes, disk, clock, say }: Troubled,
): Promise<Trouble> {
  const wholeMs = minutes * MINUTE_MS;
  const startMs = performance.now();
  const elapsedMs = () => performance.now() - startMs;
  const killEveryMs = Math.min(KILL_EVERY_MS_MAX, wholeMs / KILLS_MIN);
  let nextKillMs = killEveryMs;
  let turn = 0;
  let hasPages = false;
  let fullDisks = 0;
  let clockJumps = 0;
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
    const [clockAt, aheadSeconds] = CLOCK_SET_AT[clockJumps / 2] ?? NEVER;
    if (clock.lacking === null && elapsedMs() >= clockAt * wholeMs) {
      clockJumps += 2;
      say(`the clock is ${aheadSeconds} s ahead`);
      const disturbance = outcomes.begin('clock set', aheadSeconds);
      clock.set(aheadSeconds);
      await pause(Math.min(CLOCK_SET_MS_MAX, wholeMs * CLOCK_SET_PART));
      clock.set(0);
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
  return { fullDisks, clockJumps, hasPages };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
