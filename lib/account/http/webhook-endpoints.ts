import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { testMessage, webhookSecret, webhookSecretHash } from '#lib/account/notify/webhook-message';
import type { AddedWebhook, Done } from '#lib/contract/account';
import { ACCOUNT_SCHEMAS, type AccountBody } from '#lib/contract/account-schemas';
import { fail, ok, type Result } from '#lib/domain/result';
import { type Webhook, WEBHOOKS_MAX } from '#lib/domain/webhook';
import { isPrivateAddress } from '#lib/platform/private-address';
import { answered, refused } from './answers.ts';
import { accountNote } from './audit-notes.ts';
import { type AccountEndpoint, type AccountOutcome, forSignedIn, type SignedInRequest } from './endpoint.ts';
import { removeNamed } from './own-rows.ts';

/** The addresses that the account's messages are sent to. */
export const WEBHOOK_ENDPOINTS: readonly AccountEndpoint[] = [
  forSignedIn('GET', 'webhooks', ACCOUNT_SCHEMAS.nothing, listWebhooks),
  forSignedIn('POST', 'webhooks', ACCOUNT_SCHEMAS.newWebhook, addWebhook),
  forSignedIn('POST', 'webhooks/test', ACCOUNT_SCHEMAS.named, sendTest),
  forSignedIn('POST', 'webhooks/remove', ACCOUNT_SCHEMAS.named, removeWebhook),
];

async function listWebhooks({ store, who }: SignedInRequest): AccountOutcome {
  return answered((await store.readWebhooks(who.accountId)) satisfies readonly Webhook[]);
}

async function addWebhook(request: SignedInRequest, wish: AccountBody<'newWebhook'>): AccountOutcome {
  const { store, who, now, secretOf, settings } = request;
  const address = readAddress(wish.url, settings.allowsPrivateWebhooks);
  if (!address.ok) return refused('invalid_parameter', address.error);
  const id = randomUUID();
  const secret = webhookSecret(secretOf, id);
  const added = await store.write.addWebhook({
    webhook: { id, url: address.value, subjects: wish.subjects, createdAt: now.toISOString() },
    secretHash: webhookSecretHash(secret),
    ofAccountMax: WEBHOOKS_MAX,
    event: accountNote(request, who.accountId, 'webhook-added', hostOf(address.value)),
  });
  switch (added) {
    case 'added':
      return answered({ id, secret } satisfies AddedWebhook);
    case 'account-full':
      return refused(
        'too_many_webhooks',
        `An account has at most ${WEBHOOKS_MAX} webhooks; remove one first.`,
      );
    case 'service-full':
      return refused('too_many_webhooks', 'This service takes no more webhooks; ask its operator.');
  }
}

/**
 * Reads the address of a webhook, or says in a sentence why it is none. Names are not looked up here: what they lead to is
 * checked each time that a connection is made.
 */
function readAddress(text: string, allowsPrivate: boolean): Result<string, string> {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return fail('Give the address as https://example.org/path.');
  }
  if (url.username !== '' || url.password !== '') {
    return fail('Leave the name and the password out of the address; messages are signed.');
  }
  const isPrivate = isPrivateHost(url.hostname.replace(/^\[|\]$/g, ''));
  if (isPrivate && !allowsPrivate) {
    return fail(
      'This address is in a private network; give one on the internet, or ask the operator to set WEBHOOK_PRIVATE_ADDRESSES=on.',
    );
  }
  if (url.protocol === 'http:' && !(isPrivate && allowsPrivate)) {
    return fail('Give an https address: messages are not sent over plain http.');
  }
  url.hash = '';
  return ok(url.href);
}

function isPrivateHost(host: string): boolean {
  if (isIP(host) !== 0) return isPrivateAddress(host);
  return host === 'localhost' || host.endsWith('.localhost');
}

async function sendTest({ store, who, now }: SignedInRequest, { id }: AccountBody<'named'>): AccountOutcome {
  const asked = { id, accountId: who.accountId, message: testMessage(now) };
  if (!(await store.write.queueTest(asked))) return refused('not_found', 'There is no such webhook.');
  return answered({ done: true } satisfies Done);
}

async function removeWebhook(request: SignedInRequest, { id }: AccountBody<'named'>): AccountOutcome {
  const webhooks = await request.store.readWebhooks(request.who.accountId);
  const own = webhooks.find((webhook) => webhook.id === id);
  const detail = own && hostOf(own.url);
  return removeNamed(request, { table: 'webhook', id, kind: 'webhook-removed', detail, what: 'webhook' });
}

/** A path may hold a secret, so that the audit log names the host alone. */
function hostOf(url: string): string {
  return new URL(url).host;
}
