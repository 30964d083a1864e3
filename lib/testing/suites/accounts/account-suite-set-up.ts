import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensureSetUpToken, SET_UP_TOKEN_FILE } from '#lib/account/secrets/set-up-token';
import { DAY_MS } from '#lib/domain/durations';
import { GOOD_PASSWORD, type OpenAccountBench } from '#lib/testing/worlds/accounts/account-bench';
import { me, newKey } from '#lib/testing/worlds/accounts/account-replies';

const EMAIL = 'ada@example.org';

/** How accounts begin. */
export function describeSetUp(open: OpenAccountBench): void {
  describeToken(open);
  describeOneAccount(open);
  describeSignUp(open);
}

function describeToken(open: OpenAccountBench): void {
  describe('the set-up token', () => {
    it('makes the first account once, signs it in, and its file goes', async () => {
      const bench = await open();
      const browser = bench.browser();
      expect(await me(browser)).toEqual({ state: 'set-up', signUp: 'closed' });
      const token = await bench.setUpToken();
      expect(statSync(join(bench.dataDir, SET_UP_TOKEN_FILE)).mode & 0o777).toBe(0o600);
      const made = await browser.post('set-up', { token, email: 'Ada@Example.org', password: GOOD_PASSWORD });
      expect(made).toMatchObject({ status: 200, body: { next: 'signed-in' } });
      expect(await me(browser)).toMatchObject({ state: 'signed-in', account: { email: EMAIL } });
      expect(existsSync(join(bench.dataDir, SET_UP_TOKEN_FILE))).toBe(false);
      const again = { token, email: 'eve@example.org', password: GOOD_PASSWORD };
      expect((await bench.browser().post('set-up', again)).code).toBe('already_set_up');
      expect(await me(bench.browser())).toMatchObject({ state: 'signed-out' });
    });

    it('is refused when it is wrong, former or a day old, all alike', async () => {
      const bench = await open();
      const use = async (token: string) => {
        const reply = await bench.browser().post('set-up', { token, email: EMAIL, password: GOOD_PASSWORD });
        return { status: reply.status, body: reply.body };
      };
      const wrong = await use('x'.repeat(43));
      expect(wrong).toMatchObject({ status: 403, body: { error: { code: 'invalid_token' } } });
      const former = await bench.setUpToken();
      const current = await bench.setUpToken();
      expect(await use(former)).toEqual(wrong);
      bench.advance(DAY_MS);
      expect(await use(current)).toEqual(wrong);
      expect(await bench.store.hasLogin()).toBe(false);
    });
  });
}

function describeOneAccount(open: OpenAccountBench): void {
  describe('the first account', () => {
    it('is one, however many use the token at once', async () => {
      const bench = await open();
      const token = await bench.setUpToken();
      const made = await Promise.all(
        ['a', 'b', 'c', 'd'].map((name) =>
          bench.browser().post('set-up', { token, email: `${name}@example.org`, password: GOOD_PASSWORD }),
        ),
      );
      expect(made.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    it('needs one token a database: a second process does not make the first one’s void', async () => {
      const bench = await open();
      const token = await bench.setUpToken();
      expect(await ensureSetUpToken(bench.store, `${bench.dataDir}/other`, bench.now())).toEqual({
        kind: 'elsewhere',
      });
      const file = join(bench.dataDir, SET_UP_TOKEN_FILE);
      expect(await ensureSetUpToken(bench.store, bench.dataDir, bench.now())).toEqual({
        kind: 'token',
        file,
      });
      const made = await bench.browser().post('set-up', { token, email: EMAIL, password: GOOD_PASSWORD });
      expect(made.status).toBe(200);
      expect(await ensureSetUpToken(bench.store, bench.dataDir, bench.now())).toEqual({ kind: 'done' });
    });

    it('is the one that a command has made keys for, when it has that address', async () => {
      const bench = await open();
      const nowMs = bench.now().getTime();
      const id = await bench.store.write.ensureAccount({ email: EMAIL, nowMs });
      const browser = await bench.signedIn(EMAIL);
      const made = await newKey(browser);
      expect(
        (await bench.store.readKeysOfAccount({ accountId: id, nowMs: bench.now().getTime() })).map(
          (key) => key.id,
        ),
      ).toEqual([made.key.id]);
    });

    it.each([
      ['short', 'eleven char'],
      ['common with digits', 'password1234!'],
      ['a walk over the keyboard', 'qwertyuiop12'],
      ['the own address', 'ada@example.org'],
    ])('can still be made after a password that was refused: %s', async (_name, password) => {
      const bench = await open();
      const token = await bench.setUpToken();
      const browser = bench.browser();
      expect((await browser.post('set-up', { token, email: EMAIL, password })).code).toBe('weak_password');
      expect((await browser.post('set-up', { token, email: EMAIL, password: GOOD_PASSWORD })).status).toBe(
        200,
      );
    });
  });
}

function describeSignUp(open: OpenAccountBench): void {
  describe('registration', () => {
    const credentials = { email: 'bea@example.org', password: GOOD_PASSWORD };

    it('is closed unless the operator opens it', async () => {
      const bench = await open();
      expect((await bench.browser().post('sign-up', credentials)).code).toBe('sign_up_closed');
      expect(await bench.store.hasLogin()).toBe(false);
    });

    it('makes an account where it is open, which signs in then', async () => {
      const bench = await open({ isSignUpOpen: true });
      const browser = bench.browser();
      expect((await browser.post('sign-up', credentials)).body).toEqual({ done: true });
      expect(await me(browser)).toEqual({ state: 'signed-out', signUp: 'open' });
      expect((await browser.post('sign-in', credentials)).body).toEqual({ next: 'signed-in' });
      expect(await me(browser)).toMatchObject({ state: 'signed-in', signUp: 'open' });
    });

    it('takes twenty an hour from one address, and more from others', async () => {
      const bench = await open({ isSignUpOpen: true });
      const register = (index: number, address = '198.51.100.9') =>
        bench.browser({ address }).post('sign-up', { ...credentials, email: `n${index}@example.org` });
      for (let index = 0; index < 20; index += 1) expect((await register(index)).status).toBe(200);
      expect(await register(20)).toMatchObject({ status: 429, code: 'rate_limited' });
      expect((await register(21, '198.51.100.10')).status).toBe(200);
    });
  });
}
