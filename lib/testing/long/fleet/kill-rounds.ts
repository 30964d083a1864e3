import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { clusterOf, isWhole } from '#lib/testing/fleet/cluster';
import type { Fleet, FleetDatabase, FleetServer } from '#lib/testing/fleet/start-fleet';
import { killWithChildren } from '#lib/testing/databases/postgres-server';
import type { FleetLoad } from './fleet-load.ts';
import type { StoredWrites } from './stored-writes.ts';

/** What rounds of kills are carried out on. */
export interface Rounds {
  readonly fleet: Fleet;
  readonly load: FleetLoad;
  readonly stored: StoredWrites;
  readonly rounds: number;
  /** Uniform in [0, 1) for a round. */
  readonly chance: (round: number) => number;
  readonly say: (line: string) => void;
}

/** What they came to; times in ms. */
export interface KillCounts {
  /** How long each took until it was made good. */
  readonly backMs: readonly number[];
  readonly lost: readonly string[];
}

/** A cluster that is not whole again by then stays as it is. */
const WHOLE_MS_MAX = 300_000;

/** Takeover is looked for that long. */
const TAKEOVER_MS_MAX = 120_000;

const LOOK_EVERY_MS = 50;

/**
 * Kills the leader of PostgreSQL again and again, each time all of its processes at once: by chance also the Patroni and the etcd
 * beside it, as when a machine goes. Writes are back when one is acknowledged.
 */
export async function killLeaders({ fleet, load, stored, rounds, chance, say }: Rounds): Promise<KillCounts> {
  const counts = { backMs: new Array<number>(), lost: new Array<string>() };
  for (let round = 1; round <= rounds; round += 1) {
    await untilWhole(fleet);
    const leader = await leaderOf(fleet);
    const isMachine = chance(round) < 0.5;
    const [before, acknowledged] = [await stored.see(), new Map(load.acknowledged())];
    if (isMachine) await Promise.all([leader.patroni.end('SIGKILL'), leader.etcd.end('SIGKILL')]);
    await killWithChildren(serverPidOf(leader));
    const backMs = await load.untilWritten();
    counts.backMs.push(backMs);
    counts.lost.push(...(await stored.lost(before, acknowledged)));
    const what = isMachine ? `the machine of ${leader.name}` : `PostgreSQL on ${leader.name}`;
    say(`kill ${round} of ${rounds}, ${what}: writes back after ${(backMs / 1000).toFixed(1)} s`);
    leader.etcd.start();
    leader.patroni.start();
  }
  await untilWhole(fleet);
  return counts;
}

/** Kills the process that polls again and again. Another has taken over when it has stored a check. */
export async function killPollers({ fleet, stored, rounds, say }: Rounds): Promise<KillCounts> {
  const backMs: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const leading = await pollerOf(fleet, stored);
    const killedAtMs = Date.now();
    await leading.program.end('SIGKILL');
    while ((await stored.newestCheckMs()) < killedAtMs && Date.now() - killedAtMs < TAKEOVER_MS_MAX)
      await pause(LOOK_EVERY_MS);
    backMs.push(Date.now() - killedAtMs);
    say(`kill ${round} of ${rounds}, ${leading.name}: polled again after ${told(backMs.slice(-1))}`);
    await leading.start();
  }
  return { backMs, lost: [] };
}

/** The most of some times, in seconds. */
export function told(timesMs: readonly number[]): string {
  return `${(Math.max(0, ...timesMs) / 1000).toFixed(1)} s`;
}

/** Waits until one leads, and the others follow it without delay. */
export async function untilWhole({ databases }: Fleet): Promise<void> {
  const deadlineMs = performance.now() + WHOLE_MS_MAX;
  for (;;) {
    const cluster = await clusterOf(databases);
    if (isWhole(cluster, databases.length)) return;
    if (performance.now() > deadlineMs)
      throw new Error(`The cluster did not become whole again: ${JSON.stringify(cluster)}`);
    await pause(500);
  }
}

async function leaderOf({ databases }: Fleet): Promise<FleetDatabase> {
  const { name } = (await clusterOf(databases)).find(({ role }) => role === 'leader') ?? {};
  const leader = databases.find((database) => database.name === name);
  if (leader === undefined) throw new Error('No PostgreSQL leads.');
  return leader;
}

async function pollerOf({ ingest }: Fleet, stored: StoredWrites): Promise<FleetServer> {
  const deadlineMs = performance.now() + TAKEOVER_MS_MAX;
  for (;;) {
    const pid = await stored.pollerPid();
    const leading = ingest.find(({ program }) => program.isRunning() && program.pid() === pid);
    if (leading) return leading;
    if (performance.now() > deadlineMs) throw new Error('No process polls.');
    await pause(LOOK_EVERY_MS);
  }
}

/** The first line of the file that a server writes says which process it is. */
function serverPidOf({ dataDir }: FleetDatabase): number {
  return Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
}
