import { describe, expect, it } from 'vitest';
import { makeResetLink } from '#lib/account/secrets/reset-link';
import {
  authenticatorCode,
  GOOD_PASSWORD,
  type OpenAccountBench,
} from '#lib/testing/worlds/accounts/account-bench';
import type { MadeFeedLink } from '#lib/contract/feed-links';
import { answerOf, newKey, switchOnSecondFactor } from '#lib/testing/worlds/accounts/account-replies';
import type { AccountStores } from '#lib/testing/worlds/accounts/account-stores';

const CREDENTIALS = { email: 'ada@example.org', password: GOOD_PASSWORD };
const NEW_PASSWORD = 'another harbour lantern 43';

/** What must never be written down. */
export function describeSecrets(open: OpenAccountBench, stores: AccountStores): void {
  describe('after everything was done once', () => {
    it('no password, key, token, code or cookie is in the database or the log', async () => {
      const bench = await open();
      const setUpToken = await bench.setUpToken();
      const owner = bench.browser();
      await owner.post('set-up', { token: setUpToken, ...CREDENTIALS });
      const { secret, recoveryCodes } = await switchOnSecondFactor(owner);
      const first = await newKey(owner);
      const question = '/v1/rates?base=EUR';
      const link = answerOf<MadeFeedLink>(await owner.post('feed-links', { question }));
      const half = bench.browser();
      await half.post('sign-in', CREDENTIALS);
      await half.post('sign-in', { ...CREDENTIALS, password: 'a wrong passphrase' });
      const other = bench.browser();
      await other.post('sign-in', CREDENTIALS);
      await other.post('second-factor', { code: await authenticatorCode(secret, 1) });
      const origin = 'http://localhost:3000';
      const request = { email: CREDENTIALS.email, origin, dropsSecondFactor: false };
      const unused = await makeResetLink(bench.store, request, bench.now());
      await owner.post('password', { current: GOOD_PASSWORD, next: NEW_PASSWORD });
      const cookies = [owner, other, half].flatMap(({ cookies: kept }) => [...kept.values()]);
      const secrets = [
        setUpToken,
        GOOD_PASSWORD,
        NEW_PASSWORD,
        'a wrong passphrase',
        secret,
        Buffer.from(GOOD_PASSWORD).toString('base64'),
        ...recoveryCodes,
        first.secret.slice(14, -4),
        link.path.slice('/v1/feed/'.length),
        unused.ok ? (unused.value.split('=')[1] ?? '') : '',
        ...cookies,
        ...cookies.flatMap((value) => decodeURIComponent(value).split('.')),
      ].filter((text) => text.length > 8);
      expect(secrets.length).toBeGreaterThan(25);
      expect(await stores.searchFor(secrets)).toEqual([]);
      expect(secrets.filter((text) => bench.logged().includes(text))).toEqual([]);
      // The search finds what is there.
      expect(await stores.searchFor([CREDENTIALS.email])).toEqual([CREDENTIALS.email]);
    });
  });
}
