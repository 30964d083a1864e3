import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { testMessage } from '#lib/account/notify/webhook-message';
import { mintWebhookSecret, sealSecret } from '#lib/account/notify/webhook-secret';
import type { Done } from '#lib/contract/account';
import { ACCOUNT_SCHEMAS, type AccountBody } from '#lib/contract/account-schemas';
import {
  type AddedWebhook,
  type WebhookDeliveryRow,
  type Webhooks,
  WEBHOOKS_MAX,
  type WebhookRow,
} from '#lib/contract/webhooks';
import { fail, ok, type Result } from '#lib/domain/result';
import { isPrivateAddress } from '#lib/platform/private-address';
import type { QueuedMessage } from '#lib/store/accounts/webhook-messages';
import type { Webhook } from '#lib/store/accounts/webhooks';
import { answered, refused } from './answers.ts';
import { accountNote } from './audit-notes.ts';
import { type AccountEndpoint, type AccountOutcome, forSignedIn, type SignedInRequest } from './endpoint.ts';

/** The addresses that the account's messages are sent to. */
export const WEBHOOK_ENDPOINTS: readonly AccountEndpoint[] = [
  forSignedIn('GET', 'webhooks', ACCOUNT_SCHEMAS.nothing, listWebhooks),
  forSignedIn('POST', 'webhooks', ACCOUNT_SCHEMAS.newWebhook, addWebhook),
  forSignedIn('POST', 'webhooks/test', ACCOUNT_SCHEMAS.named, sendTest),
  forSignedIn('POST', 'webhooks/remove', ACCOUNT_SCHEMAS.named, removeWebhook),
];

async function listWebhooks({ store, who }: SignedInRequest): AccountOutcome {
  return answered({ webhooks: await webhookRows(store, who.accountId) } satisfies Webhooks);
}

async function addWebhook(request: SignedInRequest, wish: AccountBody<'newWebhook'>): AccountOutcome {
  const { store, who, now, secretOf, settings } = request;
  const address = readAddress(wish.url, settings.allowsPrivateWebhooks);
  if (!address.ok) return refused('invalid_parameter', address.error);
  const secret = mintWebhookSecret();
  const webhook: Webhook = {
    id: randomUUID(),
    accountId: who.accountId,
    url: address.value,
    sealedSecret: sealSecret(secretOf, secret),
    wantsWatches: wish.subjects.includes('watches'),
    wantsStatus: wish.subjects.includes('status'),
    createdAtMs: now.getTime(),
  };
  const event = accountNote(request, who.accountId, 'webhook-added', hostOf(webhook));
  switch (await store.write.addWebhook({ webhook, ofAccountMax: WEBHOOKS_MAX, event })) {
    case 'added':
      return answered({ id: webhook.id, secret } satisfies AddedWebhook);
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
  const { store, who } = request;
  const own = (await store.readWebhooks(who.accountId)).find((webhook) => webhook.id === id);
  const event = own && accountNote(request, who.accountId, 'webhook-removed', hostOf(own));
  if (!event || !(await store.write.removeWebhook({ id, event }))) {
    return refused('not_found', 'There is no such webhook.');
  }
  return answered({ done: true } satisfies Done);
}

/** The webhooks of an account as their owner sees them. */
export async function webhookRows(
  store: SignedInRequest['store'],
  accountId: string,
): Promise<readonly WebhookRow[]> {
  const rows: WebhookRow[] = [];
  for (const webhook of await store.readWebhooks(accountId)) {
    const { waiting, newest } = await store.readMessages(webhook.id);
    rows.push({
      id: webhook.id,
      url: webhook.url,
      subjects: [
        ...(webhook.wantsWatches ? (['watches'] as const) : []),
        ...(webhook.wantsStatus ? (['status'] as const) : []),
      ],
      createdAt: new Date(webhook.createdAtMs).toISOString(),
      failures: webhook.failures,
      nextTryAt: isoText(webhook.nextTryAtMs),
      waiting,
      deliveries: newest.map(deliveryRow),
    });
  }
  return rows;
}

function deliveryRow(message: QueuedMessage): WebhookDeliveryRow {
  const { messageId, type, madeAtMs, state, tries, lastTryAtMs, status, sentence } = message;
  const madeAt = new Date(madeAtMs).toISOString();
  return { messageId, type, madeAt, state, tries, lastTryAt: isoText(lastTryAtMs), status, sentence };
}

function isoText(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

/** A path may hold a secret, so that the audit log names the host alone. */
function hostOf({ url }: Pick<Webhook, 'url'>): string {
  return new URL(url).host;
}
