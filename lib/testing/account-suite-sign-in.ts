import { describe, expect, it } from 'vitest';
import { makeResetLink } from '#lib/account/reset-link';
import { type AccountBench, GOOD_PASSWORD, type OpenAccountBench } from './account-bench.ts';
import { sessionsOf, switchOnSecondFactor, trailKinds } from './account-replies.ts';

const EMAIL = 'ada@example.org';
const NEW_PASSWORD = 'another harbour lantern 43';

/** Ways in. */
export function describeSignIn(open: OpenAccountBench): void {
  describeCredentials(open);
  describeSharedAddress(open);
  describeResetLinks(open);
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
        expect(waitSeconds).toBeLessThanOrEqual(60);
        before = waitSeconds;
        bench.advance(waitSeconds * 1000);
        expect((await sign('wrong one here')).status).toBe(401);
      }
      bench.advance(60_000);
      expect((await sign(GOOD_PASSWORD)).status).toBe(200);
    });

    it('does not wait in a browser that the owner has used, whatever strangers try', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      await owner.post('sign-out');
      const stranger = bench.browser({ address: '198.51.100.9' });
      for (let index = 0; index < 8; index += 1) {
        await stranger.post('sign-in', { email: EMAIL, password: 'wrong one here' });
      }
      const other = bench.browser({ address: '198.51.100.10' });
      expect((await other.post('sign-in', { email: EMAIL, password: GOOD_PASSWORD })).status).toBe(429);
      expect((await owner.post('sign-in', { email: EMAIL, password: GOOD_PASSWORD })).status).toBe(200);
    });

    it('from one address that guesses at many accounts waits, and others do not', async () => {
      const bench = await open();
      await bench.signedIn();
      const guesser = bench.browser({ address: '198.51.100.9' });
      for (let index = 0; index < 20; index += 1) {
        await guesser.post('sign-in', { email: `n${index}@example.org`, password: 'wrong one here' });
      }
      expect((await guesser.post('sign-in', { email: EMAIL, password: GOOD_PASSWORD })).status).toBe(429);
      const other = bench.browser({ address: '198.51.100.10' });
      expect((await other.post('sign-in', { email: EMAIL, password: GOOD_PASSWORD })).status).toBe(200);
    });
  });
}

function describeSharedAddress(open: OpenAccountBench): void {
  describe('an address from which somebody guesses', () => {
    it('is not forgiven because the guesser signs in to an account of their own', async () => {
      const bench = await open({ isSignUpOpen: true });
      await bench.signedIn();
      const guesser = bench.browser({ address: '198.51.100.9' });
      const own = { email: 'eve@example.org', password: GOOD_PASSWORD };
      expect((await guesser.post('sign-up', own)).status).toBe(200);
      const guess = (name: string) =>
        guesser.post('sign-in', { email: `${name}@example.org`, password: 'wrong one here' });
      for (let index = 0; index < 19; index += 1) expect((await guess(`n${index}`)).status).toBe(401);
      expect((await guesser.post('sign-in', own)).status).toBe(200);
      expect((await guess('n19')).status).toBe(401);
      expect((await guess('n20')).code).toBe('rate_limited');
    });

    it('is not forgiven for a link whose new password is refused, and the link still works', async () => {
      const bench = await open();
      await bench.signedIn();
      const browser = bench.browser({ address: '198.51.100.9' });
      const use = (token: string, password: string) => browser.post('reset', { token, password });
      for (let index = 0; index < 4; index += 1) {
        expect((await use(`no-link-${index}`, NEW_PASSWORD)).code).toBe('invalid_token');
      }
      const token = await resetToken(bench);
      for (let index = 0; index < 3; index += 1) {
        expect((await use(token, 'password1234!')).code).toBe('weak_password');
      }
      expect((await use('no-link-4', NEW_PASSWORD)).code).toBe('invalid_token');
      expect((await use(token, NEW_PASSWORD)).code).toBe('rate_limited');
      bench.advance(1000);
      expect((await use(token, NEW_PASSWORD)).body).toEqual({ next: 'signed-in' });
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
      expect(await trailKinds(browser)).toContain('password-reset');
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
