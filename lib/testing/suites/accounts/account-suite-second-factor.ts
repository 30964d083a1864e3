import { describe, expect, it } from 'vitest';
import type { RecoveryCodes, SecondFactorStart } from '#lib/contract/account';
import {
  authenticatorCode,
  GOOD_PASSWORD,
  type OpenAccountBench,
} from '#lib/testing/worlds/accounts/account-bench';
import { answerOf, me, switchOnSecondFactor, auditKinds } from '#lib/testing/worlds/accounts/account-replies';

const CREDENTIALS = { email: 'ada@example.org', password: GOOD_PASSWORD };

/** The second factor; its recovery codes have a suite of their own. */
export function describeSecondFactor(open: OpenAccountBench): void {
  describeSwitching(open);
  describeCodes(open);
  describeWrongCodes(open);
}

function describeSwitching(open: OpenAccountBench): void {
  describe('the second factor', () => {
    it('is on after its first right code only, and asked for from then on', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const wrong = await owner.post('second-factor/begin', { password: 'wrong password' });
      expect(wrong.code).toBe('wrong_password');
      const begun = answerOf<SecondFactorStart>(
        await owner.post('second-factor/begin', { password: GOOD_PASSWORD }),
      );
      expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Crossrate:ada%40example\.org\?secret=[A-Z2-7]+&/);
      expect(begun.uri).toContain(`secret=${begun.secret}&`);
      expect(begun.qr).toMatch(/^<svg [^]*<\/svg>$/);
      expect((await bench.browser().post('sign-in', CREDENTIALS)).body).toEqual({ next: 'signed-in' });
      expect((await owner.post('second-factor/confirm', { code: '000000' })).code).toBe('wrong_code');
      expect(await me(owner)).toMatchObject({ account: { hasSecondFactor: false } });
      const code = await authenticatorCode(begun.secret);
      const { recoveryCodes } = answerOf<RecoveryCodes>(await owner.post('second-factor/confirm', { code }));
      expect(new Set(recoveryCodes).size).toBe(10);
      expect(await me(owner)).toMatchObject({ account: { hasSecondFactor: true, recoveryCodesLeft: 10 } });
      expect((await owner.post('second-factor/begin', { password: GOOD_PASSWORD })).code).toBe(
        'second_factor_is_on',
      );
      expect((await owner.post('second-factor/confirm', { code: '123456' })).code).toBe(
        'second_factor_is_on',
      );
    });

    it('leaves somebody with the password alone outside', async () => {
      const bench = await open();
      await switchOnSecondFactor(await bench.signedIn());
      const browser = bench.browser();
      expect((await browser.post('sign-in', CREDENTIALS)).body).toEqual({ next: 'second-factor' });
      expect(await me(browser)).toEqual({ state: 'second-factor', signUp: 'closed' });
      for (const path of ['keys', 'sessions', 'trail', 'export']) {
        expect((await browser.get(path)).code).toBe('not_signed_in');
      }
    });

    it('goes off with the password and a code, and with nothing less', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const { secret } = await switchOnSecondFactor(owner);
      const code = await authenticatorCode(secret, 1);
      const off = (body: object) => owner.post('second-factor/off', body);
      expect((await off({ password: 'wrong password', code })).code).toBe('wrong_password');
      expect((await off({ password: GOOD_PASSWORD, code: '000000' })).code).toBe('wrong_code');
      expect((await off({ password: GOOD_PASSWORD, code })).status).toBe(200);
      expect(await me(owner)).toMatchObject({ account: { hasSecondFactor: false, recoveryCodesLeft: 0 } });
      expect((await bench.browser().post('sign-in', CREDENTIALS)).body).toEqual({ next: 'signed-in' });
      expect((await off({ password: GOOD_PASSWORD, code })).code).toBe('second_factor_is_off');
      const kinds = await auditKinds(owner);
      expect(kinds).toEqual(expect.arrayContaining(['second-factor-on', 'second-factor-off']));
    });
  });
}

function describeCodes(open: OpenAccountBench): void {
  describe('a code', () => {
    it('lets in once: who looks over a shoulder is too late', async () => {
      const bench = await open();
      const { secret } = await switchOnSecondFactor(await bench.signedIn());
      const [first, second] = [bench.browser(), bench.browser()];
      await first.post('sign-in', CREDENTIALS);
      await second.post('sign-in', CREDENTIALS);
      const code = await authenticatorCode(secret, 1);
      expect((await first.post('second-factor', { code })).body).toEqual({ next: 'signed-in' });
      expect((await second.post('second-factor', { code })).code).toBe('wrong_code');
      expect(await me(first)).toMatchObject({ state: 'signed-in' });
    });

    it('may be typed in groups', async () => {
      const bench = await open();
      const { secret } = await switchOnSecondFactor(await bench.signedIn());
      const browser = bench.browser();
      await browser.post('sign-in', CREDENTIALS);
      const code = await authenticatorCode(secret, 1);
      const typed = ` ${code.slice(0, 3)} ${code.slice(3)} `;
      expect((await browser.post('second-factor', { code: typed })).status).toBe(200);
    });

    it('after five wrong ones needs the password again, and guessing slows down', async () => {
      const bench = await open();
      await switchOnSecondFactor(await bench.signedIn());
      const browser = bench.browser();
      await browser.post('sign-in', CREDENTIALS);
      const guess = (index: number) => browser.post('second-factor', { code: `00000${index}` });
      for (let index = 0; index < 5; index += 1) expect((await guess(index)).code).toBe('wrong_code');
      expect(await guess(5)).toMatchObject({ status: 429, code: 'rate_limited' });
      bench.advance(60_000);
      expect((await guess(6)).code).toBe('not_signed_in');
      expect(await me(browser)).toMatchObject({ state: 'signed-out' });
    });

    it('of another account that is signed in beside counts for nothing', async () => {
      const bench = await open({ isSignUpOpen: true });
      await switchOnSecondFactor(await bench.signedIn());
      const eve = bench.browser();
      const own = { ...CREDENTIALS, email: 'eve@example.org' };
      await eve.post('sign-up', own);
      await eve.post('sign-in', own);
      const { secret } = await switchOnSecondFactor(eve);
      const kept = new Map(eve.cookies);
      expect((await eve.post('sign-in', CREDENTIALS)).body).toEqual({ next: 'second-factor' });
      for (const [name, value] of kept) eve.cookies.set(name, value);
      const code = await authenticatorCode(secret, 1);
      expect((await eve.post('second-factor', { code })).code).toBe('wrong_code');
      expect(await me(eve)).toMatchObject({ account: { email: 'eve@example.org' } });
    });

    it('is nothing without the password before', async () => {
      const bench = await open();
      const { secret, recoveryCodes } = await switchOnSecondFactor(await bench.signedIn());
      const code = await authenticatorCode(secret, 1);
      const stranger = bench.browser();
      expect((await stranger.post('second-factor', { code })).code).toBe('not_signed_in');
      const recovery = { recoveryCode: recoveryCodes[0] };
      expect((await stranger.post('second-factor', recovery)).code).toBe('not_signed_in');
    });
  });
}

function describeWrongCodes(open: OpenAccountBench): void {
  describe('a wrong code after the right password', () => {
    it('is told to the owner until the password is another, and written down a few times an hour', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      await switchOnSecondFactor(owner);
      const noticed = async () => (await me(owner)).account?.notices;
      expect(await noticed()).toEqual([]);
      for (let index = 0; index < 10; index += 1) {
        const thief = bench.browser({ address: '203.0.113.24' });
        expect((await thief.post('sign-in', CREDENTIALS)).body).toEqual({ next: 'second-factor' });
        expect((await thief.post('second-factor', { code: `00000${index}` })).code).toBe('wrong_code');
        bench.advance(60_000);
      }
      expect(await noticed()).toMatchObject([{ kind: 'second-factor-failed', address: '203.0.113.24' }]);
      const failures = (await auditKinds(owner)).filter((kind) => kind === 'second-factor-failed');
      expect(failures).toHaveLength(6);
      const change = { current: GOOD_PASSWORD, next: 'another harbour lantern 43' };
      expect((await owner.post('password', change)).status).toBe(200);
      expect(await noticed()).toEqual([]);
    });

    it('is nobody’s attack while the second factor is being switched on', async () => {
      const owner = await (await open()).signedIn();
      await owner.post('second-factor/begin', { password: GOOD_PASSWORD });
      expect((await owner.post('second-factor/confirm', { code: '000000' })).code).toBe('wrong_code');
      expect(await auditKinds(owner)).not.toContain('second-factor-failed');
    });
  });
}
