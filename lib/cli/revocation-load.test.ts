import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createApiKey, revokeByPrefix } from '#lib/account/keys/api-keys';
import { openPostgresStore } from '#lib/store/postgres-store';
import type { Store } from '#lib/store/store';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { longCount } from '#lib/testing/long-count';
import { startScript } from '#lib/testing/run-script';

/** A revocation holds in every process of a database within this time. */
const HOLDS_WITHIN_MS = 2_000;
const PROCESSES = 3;

/** The long run has more. */
const REVOCATIONS = longCount('REVOCATIONS', 10);

/** Keys that are revoked and watched at the same time. */
const AT_ONCE = 20;
/** An account may have no more than 20. */
const KEYS_AN_ACCOUNT = 10;
/** Requests under way at each process all the while, beside those that watch. */
const LOAD = 8;

const PATH = '/v1/rates/pair?from=XOF&to=EUR';

it(
  'no key is served more than two seconds after its revocation, by three processes under load on one PostgreSQL',
  { timeout: 60_000 + REVOCATIONS * 300 },
  async ({ annotate }) => {
    const databaseUrl = await freshDatabase();
    const store = await openPostgresStore(databaseUrl);
    onTestFinished(() => store.close());
    const steady = await makeKey(store, 'load@example.org', 'load');
    const keys: string[] = [];
    for (let index = 0; index < REVOCATIONS; index += 1) {
      keys.push(await makeKey(store, `of${Math.floor(index / KEYS_AN_ACCOUNT)}@example.org`, `key ${index}`));
    }
    const origins = await Promise.all(Array.from({ length: PROCESSES }, () => startWeb(databaseUrl)));
    const load = startLoad(origins, steady);
    const lateMs: number[] = [];
    const waiting = [...keys];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
          lateMs.push(await revokeAndWatch(store, key, origins));
        }
      }),
    );
    const { answered, refused } = await load.stop();
    await annotate(
      `${keys.length} revocations, the last success ${Math.round(Math.max(...lateMs))} ms after one, ${answered} other requests`,
    );
    expect(lateMs.length).toBe(REVOCATIONS);
    expect(Math.max(...lateMs)).toBeLessThan(HOLDS_WITHIN_MS);
    expect(answered).toBeGreaterThan(REVOCATIONS);
    expect(refused).toBe(0);
  },
);

async function startWeb(databaseUrl: string): Promise<string> {
  const server = startScript(['server.ts'], {
    DATABASE_URL: databaseUrl,
    MASTER_SECRET: 'a secret that all processes of one database share',
    PORT: '0',
    ROLE: 'web',
    SOURCES: 'fixed',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '0',
  });
  const [, port] = await server.waitForOutput(/http:\/\/localhost:(\d+)/);
  return `http://127.0.0.1:${port}`;
}

async function makeKey(store: Store, email: string, name: string): Promise<string> {
  const wish = { email, name, lifetime: 'none', limitPerMinute: null } as const;
  const made = await createApiKey(store, wish, new Date());
  if (!made.ok) throw new Error(made.error.sentence);
  return made.value;
}

/** Revokes a key and asks every process with it until all refuse; gives how late the last success was. */
async function revokeAndWatch(store: Store, key: string, origins: readonly string[]): Promise<number> {
  for (const origin of origins) expect(await statusOf(origin, key)).toBe(200);
  const revoked = await revokeByPrefix(store, key, new Date());
  if (!revoked.ok) throw new Error(revoked.error.sentence);
  const revokedAtMs = performance.now();
  const lastSuccesses = origins.map(async (origin) => {
    let lastMs = 0;
    for (;;) {
      const askedAtMs = performance.now();
      if ((await statusOf(origin, key)) !== 200) return lastMs;
      lastMs = askedAtMs - revokedAtMs;
      await setImmediate();
    }
  });
  return Math.max(...(await Promise.all(lastSuccesses)));
}

async function statusOf(origin: string, key: string): Promise<number> {
  const response = await fetch(`${origin}${PATH}`, { headers: { 'X-API-Key': key } });
  await response.arrayBuffer();
  return response.status;
}

function startLoad(origins: readonly string[], key: string) {
  let isOver = false;
  let answered = 0;
  let refused = 0;
  const askAll = async (origin: string) => {
    while (!isOver) {
      if ((await statusOf(origin, key)) === 200) answered += 1;
      else refused += 1;
    }
  };
  const loops = origins.flatMap((origin) => Array.from({ length: LOAD }, () => askAll(origin)));
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(loops);
      return { answered, refused };
    },
  };
}
