import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '#lib/store/open-store';
import { ACTIVE_KEYS_OF_ACCOUNT_MAX as STORED_KEYS_MAX } from '#lib/store/accounts/api-keys';
import { ACTIVE_KEYS_MAX } from '#lib/contract/account';
import {
  type AccountBenchOptions,
  GOOD_PASSWORD,
  openAccountBench,
} from '#lib/testing/worlds/accounts/account-bench';
import { PROJECT_ROOT, runScript } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import {
  createPasswordChecks,
  type PasswordChecks,
  passwordThreadCount,
} from './passwords/password-checks.ts';

describe('the account area', () => {
  it('loads nothing of the authentication library before it is asked', async () => {
    const code = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
      await import('#lib/account/account-area');
      const before = loaded.some((url) => url.includes('better-auth'));
      await import('#lib/account/open-account-area');
      console.log(before, loaded.some((url) => url.includes('better-auth')));`;
    const { stdout, stderr } = await runScript(['--input-type=module', '--eval', code], {});
    expect({ stdout, stderr }).toEqual({ stdout: 'false true\n', stderr: '' });
  });

  it('says so when the database does not answer, without a word of why', async () => {
    const { store, bench } = await anArea();
    const owner = await bench.signedIn();
    await store.close();
    for (const path of ['me', 'keys']) {
      const reply = await owner.get(path);
      expect(reply).toMatchObject({ status: 503, code: 'database_unavailable' });
      expect(reply.headers.get('retry-after')).toBe('5');
      expect(reply.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    }
  });

  it('says neither yes nor no to who is signed in while the database does not answer', async () => {
    const { store, bench } = await anArea();
    const { cookies } = await bench.signedIn();
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    expect(await bench.area.isSignedIn(cookie, false)).toBe(true);
    expect(await bench.area.isSignedIn(null, false)).toBe(false);
    await store.close();
    expect(await bench.area.isSignedIn(cookie, false)).toBe('unknown');
    expect(await bench.area.isSignedIn(null, false)).toBe(false);
  });
});

describe('work on passwords', () => {
  it('is as much for an address that nobody has as for a wrong password', async () => {
    const hashes: string[] = [];
    const { store, bench } = await anArea(hashes);
    await bench.signedIn();
    await store.write.ensureAccount({ email: 'keys@example.org', nowMs: bench.now().getTime() });
    const counts = [];
    for (const email of ['ada@example.org', 'keys@example.org', 'nobody@example.org']) {
      hashes.length = 0;
      await bench.browser().post('sign-in', { email, password: `not ${GOOD_PASSWORD}` });
      counts.push(hashes.length);
    }
    expect(counts).toEqual([1, 1, 1]);
  });

  it('is as much for a registration with an address that is taken as with a free one', async () => {
    const hashes: string[] = [];
    const { bench } = await anArea(hashes, { isSignUpOpen: true });
    await bench.signedIn();
    const worked: (readonly string[])[] = [];
    for (const email of ['free@example.org', 'ada@example.org', 'free@example.org']) {
      hashes.length = 0;
      await bench.browser().post('sign-up', { email, password: GOOD_PASSWORD });
      worked.push([...hashes]);
    }
    expect(worked).toEqual(worked.map(() => ['hash', 'hash']));
  });

  it('is done for as many at once as there are threads, however many sign in', async () => {
    const hashes: string[] = [];
    const { bench, mostAtOnce } = await anArea(hashes);
    await bench.signedIn();
    const statuses = await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        const browser = bench.browser({ address: `198.51.${index >> 8}.${index & 255}` });
        const guess = { email: `n${index}@example.org`, password: 'wrong one here' };
        return (await browser.post('sign-in', guess)).status;
      }),
    );
    expect(mostAtOnce()).toBeLessThanOrEqual(passwordThreadCount());
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(200);
    // One that has no turn costs no hash.
    expect(hashes).toHaveLength(2 + statuses.filter((status) => status === 401).length);
  });

  it('takes two threads at most for a hundred changes of a password at once', async () => {
    const { bench } = await anArea();
    const owner = await bench.signedIn();
    let started = 0;
    const count = () => (started += 1);
    process.on('worker', count);
    onTestFinished(() => void process.off('worker', count));
    const change = { current: GOOD_PASSWORD, next: 'password1234!' };
    await Promise.all(Array.from({ length: 100 }, () => owner.post('password', change)));
    // One of the two may be there already.
    expect(started).toBeLessThanOrEqual(2);
  });
});

describe('the most keys an account may have', () => {
  it('is the same on the pages as in the store', () => {
    expect(ACTIVE_KEYS_MAX).toBe(STORED_KEYS_MAX);
  });
});

/** An area of its own; `hashes` hears of every hash that is computed. */
async function anArea(hashes: string[] = [], options: AccountBenchOptions = {}) {
  const store = await openSqliteStore({ dataDir: throwAwayFolder(), root: PROJECT_ROOT }, 'here');
  onTestFinished(() => store.close());
  const checks = createPasswordChecks(PROJECT_ROOT, { N: 2 ** 10, r: 8, p: 1 });
  onTestFinished(() => checks.close());
  let running = 0;
  let runningMax = 0;
  const counted = async <T>(kind: string, work: () => Promise<T>): Promise<T> => {
    hashes.push(kind);
    running += 1;
    runningMax = Math.max(runningMax, running);
    return work().finally(() => {
      running -= 1;
    });
  };
  const passwords: PasswordChecks = {
    ...checks,
    hash: (password) => counted('hash', () => checks.hash(password)),
    fits: (password, hash) => counted('fits', () => checks.fits(password, hash)),
  };
  return { store, bench: openAccountBench(store, passwords, options), mostAtOnce: () => runningMax };
}
