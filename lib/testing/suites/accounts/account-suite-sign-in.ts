import { describe, expect, it } from 'vitest';
import { makeResetLink } from '#lib/account/secrets/reset-link';
import {
  type AccountBench,
  GOOD_PASSWORD,
  type OpenAccountBench,
} from '#lib/testing/worlds/accounts/account-bench';
import { sessionsOf, switchOnSecondFactor, auditKinds } from '#lib/testing/worlds/accounts/account-replies';

const EMAIL = 'ada@example.org';
const NEW_PASSWORD = 'another harbour lantern 43';

/** Ways in. */
export function describeSignIn(open: OpenAccountBench): void {
  describeCredentials(open);
  describeResetLinks(open);
  describeMoreResetLinks(open);
}

function describeCredentials(open: OpenAccountBench): void {
  describe('signing in', () => {
    it('answers an unknown address, one without a password and a wrong password alike', async () => {
      const bench = await open();
      await bench.signedIn();
      await bench.store.write.ensureAccount({ email: 'keys@example.org', nowMs: bench.now().getTime() });
      const answers = [];
      for (const email of [EMAIL, 'keys@example.org', 'nobody@example.org']) {
        const reply = await bench.browser().post('sign-in', { email, password: 'wrong password here' });
        reply.headers.delete('x-request-id');
        answers.push({ ...reply, headers: [...reply.headers] });
      }
      expect(answers[0]).toMatchObject({ status: 401, code: 'wrong_credentials' });
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
    });

    it('waits longer after every wrong password, and is never locked', async () => {
      const bench = await open();
      await bench.signedIn();
      const sign = (password: string) => bench.browser().post('sign-in', { email: EMAIL, password });
      for (let index = 0; index < 5; index += 1) expect((await sign('wrong one here')).status).toBe(401);
      let before = 0;
      for (let index = 0; index < 12; index += 1) {
        const refused = await sign(GOOD_PASSWORD);
        const waitSeconds = Number(refused.headers.get('retry-after'));
        expect(refused.code).toBe('rate_limited');
        expect(waitSeconds).toBeGreaterThanOrEqual(before);
        expect(waitSeconds).toBeLessThanOrEqual(300);
        before = waitSeconds;
        bench.advance(waitSeconds * 1000);
        expect((await sign('wrong one here')).status).toBe(401);
      }
      bench.advance(300_000);
      expect((await sign(GOOD_PASSWORD)).status).toBe(200);
    });

    it('from an address that guesses at a hundred accounts waits once, and from others not', async () => {
      const bench = await open();
      await bench.signedIn();
      for (let index = 0; index < 101; index += 1) {
        const guesser = bench.browser({ address: '198.51.100.9' });
        await guesser.post('sign-in', { email: `n${index}@example.org`, password: 'wrong one here' });
      }
      const right = { email: EMAIL, password: GOOD_PASSWORD };
      const neighbour = bench.browser({ address: '198.51.100.9' });
      const told = await neighbour.post('sign-in', right);
      expect(told).toMatchObject({ status: 429, code: 'rate_limited' });
      bench.advance(1000 * Number(told.headers.get('retry-after')));
      expect((await neighbour.post('sign-in', right)).status).toBe(200);
      const other = bench.browser({ address: '198.51.100.10' });
      expect((await other.post('sign-in', right)).status).toBe(200);
    });
  });
}

function describeResetLinks(open: OpenAccountBench): void {
  describe('an operator’s link', () => {
    it('sets the password once, ends every session, and the former password is worth nothing', async () => {
      const bench = await open();
      const before = await bench.signedIn();
      const token = await resetToken(bench);
      const browser = bench.browser();
      const used = await browser.post('reset', { token, password: NEW_PASSWORD });
      expect(used).toMatchObject({ status: 200, body: { next: 'signed-in' } });
      expect((await before.get('keys')).code).toBe('not_signed_in');
      expect((await bench.browser().post('reset', { token, password: NEW_PASSWORD })).code).toBe(
        'invalid_token',
      );
      const sign = (password: string) => bench.browser().post('sign-in', { email: EMAIL, password });
      expect((await sign(GOOD_PASSWORD)).code).toBe('wrong_credentials');
      expect((await sign(NEW_PASSWORD)).status).toBe(200);
      expect(await auditKinds(browser)).toContain('password-reset');
    });

    it('still works after a new password that was refused', async () => {
      const bench = await open();
      await bench.signedIn();
      const token = await resetToken(bench);
      const use = (password: string) => bench.browser().post('reset', { token, password });
      expect((await use('password1234!')).code).toBe('weak_password');
      expect((await use(NEW_PASSWORD)).body).toEqual({ next: 'signed-in' });
    });

    it('is worth nothing after half an hour, or once there is a newer one', async () => {
      const bench = await open();
      await bench.signedIn();
      const former = await resetToken(bench);
      const current = await resetToken(bench);
      const use = (token: string) => bench.browser().post('reset', { token, password: NEW_PASSWORD });
      expect((await use(former)).code).toBe('invalid_token');
      bench.advance(30 * 60_000);
      expect((await use(current)).code).toBe('invalid_token');
    });

    it('still asks for the second factor, unless the operator drops it', async () => {
      const bench = await open();
      await switchOnSecondFactor(await bench.signedIn());
      const browser = bench.browser();
      const half = await browser.post('reset', { token: await resetToken(bench), password: NEW_PASSWORD });
      expect(half.body).toEqual({ next: 'second-factor' });
      expect((await browser.get('keys')).code).toBe('not_signed_in');
      const token = await resetToken(bench, true);
      expect((await bench.browser().post('reset', { token, password: NEW_PASSWORD })).body).toEqual({
        next: 'signed-in',
      });
    });
  });
}

function describeMoreResetLinks(open: OpenAccountBench): void {
  describe('an operator’s link', () => {
    it('lets in an account that a command has made, and there is none for an unknown address', async () => {
      const bench = await open();
      await bench.signedIn();
      const email = 'keys@example.org';
      await bench.store.write.ensureAccount({ email, nowMs: bench.now().getTime() });
      const browser = bench.browser();
      const token = await resetToken(bench, false, email);
      expect((await browser.post('reset', { token, password: NEW_PASSWORD })).status).toBe(200);
      expect(await sessionsOf(browser)).toHaveLength(1);
      const link = { email: 'nobody@example.org', origin: 'http://localhost', dropsSecondFactor: false };
      expect(await makeResetLink(bench.store, link, bench.now())).toMatchObject({ ok: false });
    });
  });
}

async function resetToken(bench: AccountBench, dropsSecondFactor = false, email = EMAIL): Promise<string> {
  const origin = 'https://rates.example.org';
  const link = await makeResetLink(bench.store, { email, origin, dropsSecondFactor }, bench.now());
  if (!link.ok) throw new Error(link.error.sentence);
  const [page, token] = link.value.split('#token=');
  expect(page).toBe('https://rates.example.org/account/reset');
  return token ?? '';
}
