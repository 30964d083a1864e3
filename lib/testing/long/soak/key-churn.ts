import type { Outcomes } from '#lib/testing/long/outcomes';
import { ask } from '#lib/testing/long/paced-load';
import { runProjectScript } from '#lib/testing/long/server-process';

/** Keys that are made and revoked by the command all the while, and what the service makes of them. */
export interface KeyChurn {
  /** Acknowledged by the command. */
  readonly made: () => number;
  readonly revoked: () => number;
  /** Commands that said no, each in one sentence, such as on a full disk. */
  readonly declined: () => number;
  /** What the service made of a key against what was acknowledged, and commands that did not end in one sentence. */
  readonly offences: () => readonly string[];
  /** Asks with every key once more; those that were revoked must be refused, the others answered. */
  readonly finish: () => Promise<void>;
}

/** What it needs. */
export interface KeyChurnSettings {
  readonly port: () => number;
  /** The variables of the command: the service's own. */
  readonly variables: Readonly<Record<string, string>>;
  readonly outcomes: Outcomes;
  /** Between two commands, in ms. */
  readonly pauseMs: number;
}

/** A revocation holds within two seconds, a new key by the end of its command. */
const HOLDS_MS = 2_000;

/** A connection may be cut so long after a kill. */
const AFTER_START_MS = 2_000;

/** Whoever asks with many revoked keys is refused for that; each is asked for from an address of its own. */
const ASKED_FROM = '127.0.15.';

const PATH = '/v1/rates/pair?from=EUR&to=DEM&source=fixed';
const ACTIVE_MAX = 10;

interface KnownKey {
  readonly key: string;
  isRevoked: boolean;
}

/** Starts to make and revoke keys. */
export function startKeyChurn(settings: KeyChurnSettings): KeyChurn {
  const keys: KnownKey[] = [];
  const offences: string[] = [];
  let declined = 0;
  let isOver = false;
  const run = async (args: readonly string[]): Promise<string | null> => {
    const { code, stdout, stderr } = await runProjectScript(['lib/cli/keys.ts', ...args], settings.variables);
    if (code === 0) return stdout.trim();
    declined += 1;
    if (!/^[^\n]+\n$/.test(stderr))
      offences.push(`keys ${args[0]} ended with ${code}: ${stderr.slice(0, 300)}`);
    return null;
  };
  const change = async (turn: number): Promise<KnownKey | null> => {
    const active = keys.filter(({ isRevoked }) => !isRevoked);
    const oldest = active[0];
    if (oldest && (turn % 2 === 1 || active.length >= ACTIVE_MAX)) {
      if ((await run(['revoke', oldest.key])) === null) return null;
      oldest.isRevoked = true;
      return oldest;
    }
    const printed = await run(['create', '--email', 'churn@example.org', '--name', `churn ${turn}`]);
    const key = printed?.split('\n').at(-1);
    if (key === undefined) return null;
    const made = { key, isRevoked: false };
    keys.push(made);
    return made;
  };
  const judge = async (known: KnownKey, localAddress: string) => {
    const offence = await offenceOf(known, settings, localAddress);
    if (offence !== null) offences.push(offence);
  };
  const loop = async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const changed = await change(turn);
      if (changed) {
        await pause(HOLDS_MS);
        await judge(changed, `${ASKED_FROM}${1 + (turn % 250)}`);
      }
      await pause(settings.pauseMs);
    }
  };
  const looping = loop();
  return {
    made: () => keys.length,
    revoked: () => keys.filter(({ isRevoked }) => isRevoked).length,
    declined: () => declined,
    offences: () => offences,
    finish: async () => {
      isOver = true;
      await looping;
      await pause(AFTER_START_MS);
      for (const [index, known] of keys.entries()) await judge(known, `${ASKED_FROM}${1 + (index % 250)}`);
    },
  };
}

/** What the service makes of a key against what the command said; null where they agree, and while the server is down. */
async function offenceOf(
  { key, isRevoked }: KnownKey,
  { port, outcomes }: KeyChurnSettings,
  localAddress: string,
): Promise<string | null> {
  const next = () => ({ path: PATH, headers: { 'X-API-Key': key } });
  const { status, startedAtMs, endedAtMs } = await ask({ port, next, localAddress });
  const isDown = outcomes
    .disturbances()
    .some(
      ({ what, fromMs, toMs }) =>
        what === 'server killed' &&
        endedAtMs >= fromMs &&
        startedAtMs <= (toMs ?? Number.POSITIVE_INFINITY) + AFTER_START_MS,
    );
  if (status === (isRevoked ? 401 : 200) || (isDown && status === 0)) return null;
  const when = new Date(startedAtMs).toISOString();
  return `${when} a key that was ${isRevoked ? 'revoked' : 'made'} is answered with ${status}`;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
