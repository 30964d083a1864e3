import { describe, expect, it } from 'vitest';
import {
  type AccountBench,
  authenticatorCode,
  GOOD_PASSWORD,
  type OpenAccountBench,
} from '#lib/testing/worlds/accounts/account-bench';
import { switchOnSecondFactor } from '#lib/testing/worlds/accounts/account-replies';

const CREDENTIALS = { email: 'ada@example.org', password: GOOD_PASSWORD };

const [FIRST, SECOND, FOREIGN] = ['first', 'second', 'foreign'].map((name) => name.repeat(8));

/** What outlives a change of the master secret. */
export function describeSecretChange(open: OpenAccountBench): void {
  describe('a new master secret', () => {
    it('beside the previous one keeps second factors and recovery codes, for good', async () => {
      const before = await open({ masterSecret: FIRST });
      const { secret, recoveryCodes } = await switchOnSecondFactor(await before.signedIn());
      const { store } = before;

      const during = await open({ store, masterSecret: SECOND, previousMasterSecret: FIRST });
      expect(await signIn(during, { code: await authenticatorCode(secret, 1) })).toBe(200);
      expect(await signIn(during, { recoveryCode: recoveryCodes[0] })).toBe(200);
      expect(during.logged()).toContain('"renewed":1');

      const after = await open({ store, masterSecret: SECOND });
      expect(await signIn(after, { recoveryCode: recoveryCodes[1] })).toBe(200);
      const again = await open({ store, masterSecret: SECOND, previousMasterSecret: FIRST });
      expect(await signIn(again, { recoveryCode: recoveryCodes[2] })).toBe(200);
      expect(again.logged()).toContain('"renewed":0');
    });

    it('alone opens no second factor that another one closed', async () => {
      const before = await open({ masterSecret: FIRST });
      const { recoveryCodes } = await switchOnSecondFactor(await before.signedIn());
      const foreign = await open({ store: before.store, masterSecret: FOREIGN });
      expect(await signIn(foreign, { recoveryCode: recoveryCodes[0] })).not.toBe(200);
      const back = await open({ store: before.store, masterSecret: FIRST, previousMasterSecret: FOREIGN });
      expect(await signIn(back, { recoveryCode: recoveryCodes[0] })).toBe(200);
    });
  });
}

async function signIn(bench: AccountBench, secondFactor: object): Promise<number> {
  const browser = bench.browser();
  await browser.post('sign-in', CREDENTIALS);
  return (await browser.post('second-factor', secondFactor)).status;
}
