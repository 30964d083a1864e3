import process from 'node:process';
import { InvalidArgumentError, Option } from 'commander';
import { defineCommand, RefusedCommand, runCommand } from '#lib/cli/command-line';
import { startFleet } from '#lib/testing/fleet/start-fleet';
import { createSeededNoise } from '#lib/testing/simulated-upstreams/rates/seeded-noise';
import { type FleetLoad, type PhaseCounts, startFleetLoad } from './fleet/fleet-load.ts';
import { killLeaders, killPollers, type Rounds, told } from './fleet/kill-rounds.ts';
import { needsNot, restartInTurn, takeAway } from './fleet/outages.ts';
import { openStoredWrites } from './fleet/stored-writes.ts';
import { createLoadKey, runProjectScript } from './server-process.ts';

const PORT = 22_443;

const WRITES_BACK_MS_MAX = 30_000;
const TAKEOVER_MS_MAX = 15_000;

/** Those who ask, each with a key of its own. */
const CLIENTS = 8;

interface Flags {
  readonly rate: number;
  readonly rounds?: number;
  readonly leaders?: number;
  readonly pollers?: number;
  readonly restarts?: number;
  readonly seconds: number;
  readonly seed: number;
}

/** How much is done to a fleet. */
type Extent = Required<Pick<Flags, 'leaders' | 'pollers' | 'restarts' | 'seconds'>>;

/** The reference fleet while everything of it is killed, stopped, frozen and restarted, under a load of its own. */
await runCommand(
  defineCommand('test:long', 'Kills, stops and freezes each part of the reference fleet under load.')
    .option('--rate <number>', 'reads a second through Caddy', readCount, 500)
    .option('--rounds <number>', 'of each kind that is not counted below', readCount)
    .option('--leaders <number>', 'kills of the leader of PostgreSQL, 20 unless given', readCount)
    .option('--pollers <number>', 'kills of the process that polls, 100 unless given', readCount)
    .option('--restarts <number>', 'rolling restarts, 10 unless given', readCount)
    .option('--seconds <number>', 'how long each helper is away', readCount, 30)
    .option('--seed <number>', 'which kills take a machine and not its PostgreSQL alone', readCount, 1)
    .addOption(new Option('--minutes <number>').hideHelp())
    .addOption(new Option('--report <file>').hideHelp())
    .action(proveFleet),
);

async function proveFleet({ rate, seed, rounds, seconds, ...given }: Flags): Promise<void> {
  const extent: Extent = {
    leaders: given.leaders ?? rounds ?? 20,
    pollers: given.pollers ?? rounds ?? 100,
    restarts: given.restarts ?? rounds ?? 10,
    seconds,
  };
  const say = (line: string) => process.stdout.write(`${new Date().toISOString().slice(11, 19)}  ${line}\n`);
  say(`seed ${seed}, ${rate} reads a second`);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const variables = { RATE_LIMIT_PER_MINUTE: '0' };
  const fleet = await startFleet({ port: PORT, log: say, variables, signal: stopping.signal }).catch(
    (error: unknown) => {
      if (stopping.signal.aborted) process.exit(130);
      throw error;
    },
  );
  stopping.signal.addEventListener('abort', () => void fleet.stop().then(() => process.exit(130)));
  const stored = openStoredWrites(fleet.leaderUrl);
  let load: FleetLoad | null = null;
  const offences: string[] = [];
  try {
    const newKey = () => createLoadKey(fleet.variables, ['--limit', '0']);
    const keys: [string, ...string[]] = [await newKey()];
    while (keys.length < CLIENTS) keys.push(await newKey());
    load = await startFleetLoad(fleet, keys, rate);
    const noise = createSeededNoise(seed);
    const bench = { fleet, load, stored, say, chance: (round: number) => noise.unit('kill', round) };
    offences.push(...(await prove(bench, extent)));
    await load.stop();
    offences.push(...(await lookAtEnd(bench)));
  } finally {
    await load?.stop();
    await stored.close();
    await fleet.stop();
  }
  if (offences.length > 0) throw new RefusedCommand(offences.join('\n'));
}

/** What became of everything that was acknowledged. */
async function lookAtEnd({ fleet, load, stored, say }: Omit<Rounds, 'rounds'>): Promise<readonly string[]> {
  const acknowledged = load.acknowledged();
  const lost = await stored.lost(await stored.see(), acknowledged);
  const doubled = await stored.doubled();
  say(`${acknowledged.size} acknowledged receipts: ${lost.length} lost, ${doubled.length} rows twice`);
  const check = await runProjectScript(['lib/cli/check-figures.ts'], fleet.variables);
  say(`npm run check ends with ${check.code}: ${check.stdout.trim().split('\n').at(-1)}`);
  return [...lost, ...doubled, ...(check.code === 0 ? [] : [check.stdout + check.stderr])];
}

/** Does everything to a fleet, one kind after another; what went wrong, as a line each. */
async function prove(
  bench: Omit<Rounds, 'rounds'>,
  { seconds, ...counts }: Extent,
): Promise<readonly string[]> {
  const { fleet, load, say } = bench;
  const offences: string[] = [];
  const close = (what: string, timesMs: readonly number[], maxMs: number) => {
    const { reads, failures, slowest } = load.take();
    const times = timesMs.length === 0 ? '' : `, back after ${medianOf(timesMs)}, ${told(timesMs)} at most`;
    say(`${what}: ${reads} reads, ${failures.length} failed, slowest ${slowestOf(slowest)}${times}`);
    offences.push(...failures);
    if (timesMs.some((ms) => ms > maxMs)) offences.push(`${what}: back after ${told(timesMs)}`);
  };

  load.take();
  const leaders = await killLeaders({ ...bench, rounds: counts.leaders });
  close(`${leaders.backMs.length} kills of the leader`, leaders.backMs, WRITES_BACK_MS_MAX);
  say(`${leaders.lost.length} rows and receipts lost`);
  offences.push(...leaders.lost);

  const pollers = await killPollers({ ...bench, rounds: counts.pollers });
  close(`${pollers.backMs.length} kills of the process that polls`, pollers.backMs, TAKEOVER_MS_MAX);

  const outages = await takeAway(fleet, load, seconds, say);
  offences.push(...outages.flatMap(({ failures }) => failures));
  const late = outages.filter(({ backMs }) => backMs > WRITES_BACK_MS_MAX);
  offences.push(
    ...late.map(({ what, backMs }) => `${what}: written only ${told([backMs])} after its return`),
  );

  const stood = outages.filter((outage) => needsNot(outage) && outage.written === 0);
  offences.push(...stood.map(({ what }) => `${what}: nothing was written meanwhile`));

  await restartInTurn(fleet, counts.restarts);
  close(`${counts.restarts} rolling restarts`, [], 0);
  return offences;
}

function slowestOf({ ms, path }: PhaseCounts['slowest']): string {
  return `${Math.round(ms)} ms for ${path}`;
}

function medianOf(timesMs: readonly number[]): string {
  return told(timesMs.toSorted((one, other) => one - other).slice(0, Math.ceil(timesMs.length / 2)));
}

function readCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 0) return count;
  throw new InvalidArgumentError('It must be a whole number.');
}
