import { describe, expect, it } from 'vitest';
import { GOOD_PASSWORD, type OpenAccountBench } from '#lib/testing/worlds/accounts/account-bench';
import { auditKinds, exportOf } from '#lib/testing/worlds/accounts/account-replies';
import type { AccountStores } from '#lib/testing/worlds/accounts/account-stores';
import { addHook, hooksOf } from '#lib/testing/worlds/accounts/webhook-receiver';

const URL_OF_HOOK = 'https://hooks.example.org/rates?of=ada';

/** The webhooks that an account has. */
export function describeWebhooks(open: OpenAccountBench, stores: AccountStores): void {
  describeOwnWebhooks(open, stores);
  describeRefusedWebhooks(open);
}

function describeOwnWebhooks(open: OpenAccountBench, stores: AccountStores): void {
  describe('the webhooks of an account', () => {
    it('are its own, go with it, and are in its export and its audit log', async () => {
      const bench = await open({ isSignUpOpen: true });
      const owner = await bench.signedIn();
      const { id } = await addHook(owner, URL_OF_HOOK);
      const webhooks = await hooksOf(owner);
      expect(webhooks).toMatchObject([{ id, url: URL_OF_HOOK, waiting: 0, failures: 0, deliveries: [] }]);
      const exported = await exportOf(owner);
      expect(exported.webhooks).toEqual(webhooks);
      const accountId = exported.account.id;
      const stranger = bench.browser();
      const credentials = { email: 'eve@example.org', password: 'another quiet lantern 17' };
      await stranger.post('sign-up', credentials);
      await stranger.post('sign-in', credentials);
      expect(await hooksOf(stranger)).toEqual([]);
      for (const path of ['webhooks/test', 'webhooks/remove']) {
        expect(await stranger.post(path, { id })).toMatchObject({ code: 'not_found' });
      }
      await owner.post('webhooks/test', { id });
      expect(await hooksOf(owner)).toMatchObject([{ waiting: 1, deliveries: [{ type: 'test' }] }]);
      expect((await owner.post('webhooks/remove', { id })).status).toBe(200);
      expect(await hooksOf(owner)).toEqual([]);
      expect(await auditKinds(owner)).toEqual(expect.arrayContaining(['webhook-added', 'webhook-removed']));
      await addHook(owner, URL_OF_HOOK);
      const deleted = await owner.post('delete', {
        password: GOOD_PASSWORD,
        confirmation: 'ada@example.org',
      });
      expect(deleted.status).toBe(200);
      expect(await bench.store.readWebhooks(accountId)).toEqual([]);
    });

    it('have secrets that are told once and kept nowhere', async () => {
      const owner = await (await open()).signedIn();
      const { secret } = await addHook(owner, URL_OF_HOOK);
      expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
      expect(JSON.stringify(await hooksOf(owner))).not.toContain(secret);
      expect(await stores.searchFor([secret, secret.slice('whsec_'.length, -1)])).toEqual([]);
    });
  });
}

function describeRefusedWebhooks(open: OpenAccountBench): void {
  describe('a webhook is refused in one sentence', () => {
    const PRIVATE =
      'This address is in a private network; give one on the internet, or ask the operator to set WEBHOOK_PRIVATE_ADDRESSES=on.';
    const PLAIN = 'Give an https address: messages are not sent over plain http.';

    it.each([
      ['hooks.example.org', 'Give the address as https://example.org/path.'],
      ['ftp://hooks.example.org/', 'Give the address as https://example.org/path.'],
      ['', 'Give the address.'],
      [`https://hooks.example.org/${'a'.repeat(500)}`, 'An address has at most 500 characters.'],
      ['http://hooks.example.org/', PLAIN],
      [
        'https://ada:word@hooks.example.org/',
        'Leave the name and the password out of the address; messages are signed.',
      ],
      ['https://127.0.0.1/', PRIVATE],
      ['http://localhost:8080/', PRIVATE],
      ['https://10.0.0.7/', PRIVATE],
      ['https://169.254.169.254/', PRIVATE],
      ['https://[::1]/', PRIVATE],
      ['https://[::ffff:10.0.0.1]/', PRIVATE],
      ['https://0x7f.1/', PRIVATE],
    ])('%s', async (url, message) => {
      const owner = await (await open()).signedIn();
      const reply = await owner.post('webhooks', { url, subjects: ['watches'] });
      expect(reply).toMatchObject({ status: 400, body: { error: { code: 'invalid_parameter', message } } });
    });

    it('at plain http on the internet where private addresses are allowed', async () => {
      const owner = await (await open({ allowsPrivateWebhooks: true })).signedIn();
      const reply = await owner.post('webhooks', { url: 'http://8.8.8.8/', subjects: ['watches'] });
      expect(reply).toMatchObject({ status: 400, body: { error: { message: PLAIN } } });
    });

    it('that is told of nothing', async () => {
      const owner = await (await open()).signedIn();
      const reply = await owner.post('webhooks', { url: URL_OF_HOOK, subjects: [] });
      expect(reply).toMatchObject({ body: { error: { message: 'Choose what the webhook is told of.' } } });
    });

    it('above the most that an account may have', async () => {
      const owner = await (await open()).signedIn();
      for (let n = 1; n <= 5; n += 1) await addHook(owner, URL_OF_HOOK);
      const reply = await owner.post('webhooks', { url: URL_OF_HOOK, subjects: ['status'] });
      expect(reply).toMatchObject({
        status: 409,
        body: { error: { message: 'An account has at most 5 webhooks; remove one first.' } },
      });
    });
  });
}
