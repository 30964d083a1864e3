import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Owed, Spent, TellSpent } from '#lib/api/limits/share-limits';

/** The common table of what callers owe, in Redis. */
export interface RedisTable {
  readonly tell: TellSpent;
  /** How many processes told it lately. */
  readonly processes: () => number;
  readonly close: () => void;
}

/** A Redis that takes longer is away; nobody waits for it. */
const ANSWER_MS = 1_000;

/** A process that is silent for longer is no longer counted. */
const PRESENT_MS = 5_000;

/** Callers of one question: Redis answers nobody else meanwhile. */
const CALLERS_MAX = 500;

/** How long after a failure the next connection is tried, in ms. */
const CONNECT_AGAIN_MS = 1_000;

/** Entries end by themselves when nothing is owed any more. */
const PREFIX = 'crossrate:';

/**
 * The algorithm of limit-table.ts at the clock of Redis. KEYS: who is present, then one entry a rule of each caller. ARGV: this process, how
 * long it counts as present, then what each entry costs in ms. Gives how many are present, then what each entry owes in µs.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
local answer = { redis.call('ZCARD', KEYS[1]) }
for i = 2, #KEYS do
  local arrival = math.max(tonumber(redis.call('GET', KEYS[i]) or '0'), now) + ARGV[i + 1]
  local owed = math.max(0, arrival - now)
  if owed > 0 then
    redis.call('SET', KEYS[i], string.format('%.4f', arrival), 'PX', math.ceil(owed))
  else
    redis.call('DEL', KEYS[i])
  end
  answer[i] = math.ceil(owed * 1000)
end
return answer`;

/** Connects at the first question; the library is loaded then too. */
export function openRedisTable(url: string): RedisTable {
  const name = randomUUID();
  let connecting: Promise<Redis> | null = null;
  let present = 1;
  const ask = async (spent: readonly Spent[]): Promise<Owed> => {
    connecting ??= connect(url);
    const redis = await connecting;
    const entries = spent.flatMap(({ name: caller, costsMs, requests }) =>
      costsMs.map((costMs, place) => ({ key: `${PREFIX}${place} ${caller}`, spentMs: costMs * requests })),
    );
    const keys = [`${PREFIX}processes`, ...entries.map(({ key }) => key)];
    const values = [name, PRESENT_MS, ...entries.map(({ spentMs }) => spentMs)];
    const answer = asNumbers(await redis.eval(SCRIPT, keys.length, ...keys, ...values));
    present = answer[0] ?? present;
    let read = 1;
    return spent.map(({ costsMs }) => costsMs.map(() => (answer[read++] ?? 0) / 1000));
  };
  return {
    tell: async (spent) => {
      const owed = [...(await ask(spent.slice(0, CALLERS_MAX)))];
      for (let start = CALLERS_MAX; start < spent.length; start += CALLERS_MAX) {
        owed.push(...(await ask(spent.slice(start, start + CALLERS_MAX))));
      }
      return owed;
    },
    processes: () => present,
    close: () => void connecting?.then((redis) => redis.disconnect()),
  };
}

async function connect(url: string): Promise<Redis> {
  const { Redis: Client } = await import('ioredis');
  const redis = new Client(url, {
    commandTimeout: ANSWER_MS,
    connectTimeout: ANSWER_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => CONNECT_AGAIN_MS,
  });
  // Each question that fails says so.
  redis.on('error', () => {});
  return redis;
}

/** The script gives nothing else. */
function asNumbers(answer: unknown): readonly number[] {
  return answer as readonly number[];
}
