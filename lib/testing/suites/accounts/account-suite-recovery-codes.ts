import { describe, expect, it } from 'vitest';
import type { RecoveryCodes } from '#lib/contract/account';
import {
  type AccountBench,
  authenticatorCode,
  GOOD_PASSWORD,
  type OpenAccountBench,
} from '#lib/testing/worlds/accounts/account-bench';
import { answerOf, me, switchOnSecondFactor, auditKinds } from '#lib/testing/worlds/accounts/account-replies';

const CREDENTIALS = { email: 'ada@example.org', password: GOOD_PASSWORD };

const RIGHT = 200;
const WRONG = 403;

/** Recovery codes: used once each, and typed by hand. */
export function describeRecoveryCodes(open: OpenAccountBench): void {
  describeUse(open);
  describeTyping(open);
}

function describeUse(open: OpenAccountBench): void {
  describe('a recovery code', () => {
    it('lets in once, and one is left less', async () => {
      const bench = await open();
      const { recoveryCodes } = await switchOnSecondFactor(await bench.signedIn());
      const use = async () => {
        const browser = bench.browser();
        await browser.post('sign-in', CREDENTIALS);
        return { browser, reply: await browser.post('second-factor', { recoveryCode: recoveryCodes[3] }) };
      };
      const first = await use();
      expect(first.reply.body).toEqual({ next: 'signed-in' });
      expect(await me(first.browser)).toMatchObject({ account: { recoveryCodesLeft: 9 } });
      expect(await auditKinds(first.browser)).toContain('recovery-code-used');
      expect((await use()).reply.code).toBe('wrong_code');
    });

    it('lets in one of many that use it at once', async () => {
      const bench = await open();
      const { recoveryCodes } = await switchOnSecondFactor(await bench.signedIn());
      const browsers = [bench.browser(), bench.browser(), bench.browser()];
      for (const browser of browsers) await browser.post('sign-in', CREDENTIALS);
      const used = await Promise.all(
        browsers.map((browser) => browser.post('second-factor', { recoveryCode: recoveryCodes[0] })),
      );
      expect(used.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    it('is worth nothing once new ones were made, which takes the password and a code', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const { secret, recoveryCodes: former } = await switchOnSecondFactor(owner);
      const renew = (password: string, code: string) => owner.post('recovery-codes', { password, code });
      const code = await authenticatorCode(secret, 1);
      expect((await renew('wrong password', code)).code).toBe('wrong_password');
      expect((await renew(GOOD_PASSWORD, 'no-such-code')).code).toBe('wrong_code');
      expect((await owner.post('recovery-codes', { password: GOOD_PASSWORD })).code).toBe(
        'invalid_parameter',
      );
      const { recoveryCodes } = answerOf<RecoveryCodes>(await renew(GOOD_PASSWORD, code));
      const browser = bench.browser();
      await browser.post('sign-in', CREDENTIALS);
      expect((await browser.post('second-factor', { recoveryCode: former[0] })).code).toBe('wrong_code');
      expect((await browser.post('second-factor', { recoveryCode: recoveryCodes[0] })).status).toBe(200);
    });

    it('may stand for the authenticator’s where new ones are made, and is used up', async () => {
      const owner = await (await open()).signedIn();
      const { recoveryCodes } = await switchOnSecondFactor(owner);
      const body = { password: GOOD_PASSWORD, code: recoveryCodes[0] };
      expect((await owner.post('recovery-codes', body)).status).toBe(200);
      expect((await owner.post('recovery-codes', body)).code).toBe('wrong_code');
      expect(await auditKinds(owner)).toEqual(
        expect.arrayContaining(['recovery-code-used', 'recovery-codes-made', 'second-factor-failed']),
      );
    });
  });
}

function describeTyping(open: OpenAccountBench): void {
  describe('a recovery code as people type it', () => {
    it('has one case and no letter or digit that looks like another', async () => {
      const { recoveryCodes } = await switchOnSecondFactor(await (await open()).signedIn());
      const form = /^(?:[2-57-9AC-HJKMNP-RTV-Y]{4}-){2}[2-57-9AC-HJKMNP-RTV-Y]{4}$/;
      for (const code of recoveryCodes) expect(code).toMatch(form);
    });

    it.each([
      ['in small letters', (code: string) => code.toLowerCase()],
      ['without hyphens', (code: string) => code.replaceAll('-', '')],
      ['with spaces', (code: string) => ` ${code.replaceAll('-', ' ')} `],
      ['with the dashes of a phone', (code: string) => code.replaceAll('-', '–')],
    ])('is read %s, also where it stands for the authenticator', async (_how, typed) => {
      const bench = await open();
      const owner = await bench.signedIn();
      const { recoveryCodes } = await switchOnSecondFactor(owner);
      const [first = '', second = ''] = recoveryCodes;
      expect(await enter(bench, typed(first))).toBe(RIGHT);
      expect(await enter(bench, typed(first))).toBe(WRONG);
      const body = { password: GOOD_PASSWORD, code: typed(second) };
      expect((await owner.post('recovery-codes', body)).status).toBe(RIGHT);
    });

    it('is wrong where it is a part of one, more than one, or nothing but hyphens', async () => {
      const bench = await open();
      const { recoveryCodes } = await switchOnSecondFactor(await bench.signedIn());
      const [first = ''] = recoveryCodes;
      for (const typed of [first.slice(0, -1), `${first}A`, '----']) {
        expect(await enter(bench, typed), typed).toBe(WRONG);
      }
    });
  });
}

/** The status of a sign-in that is finished with a recovery code. */
async function enter(bench: AccountBench, recoveryCode: string): Promise<number> {
  const browser = bench.browser();
  await browser.post('sign-in', CREDENTIALS);
  return (await browser.post('second-factor', { recoveryCode })).status;
}
