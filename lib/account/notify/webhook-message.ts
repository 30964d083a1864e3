import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { DeriveSecret } from '#lib/account/secrets/master-secret';
import { type Crossing, crossingText, type PairWatch, watchText } from '#lib/domain/series/pair-watch';
import type { HealthChange } from '#lib/store/health/health-history';
import type { NewMessage } from '#lib/store/accounts/webhooks';

/** What signs the messages of a webhook, as Standard Webhooks writes it; it follows from the master secret, so that it is kept nowhere. */
export function webhookSecret(secretOf: DeriveSecret, webhookId: string): string {
  return `whsec_${createHmac('sha256', secretOf('webhooks')).update(webhookId).digest('base64')}`;
}

/** By which a secret is known to be of the same master secret still. */
export function webhookSecretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** A message in the form of Standard Webhooks; docs/watches.md has the `data` of each type. */
function messageOf(type: 'watch.crossed' | 'source.changed' | 'test', at: Date, data: object): NewMessage {
  const timestamp = at.toISOString();
  return {
    messageId: `msg_${randomUUID()}`,
    type,
    payload: JSON.stringify({ type, timestamp, data }),
    madeAtMs: at.getTime(),
  };
}

/** That a watch crossed. */
export function crossedMessage(watch: PairWatch, crossing: Crossing): NewMessage {
  const { id: watchId, base: from, quote: to, rule } = watch;
  const text = `${watchText(watch)}. ${crossingText(watch, crossing.rate)}`;
  return messageOf('watch.crossed', new Date(crossing.at), { watchId, from, to, rule, ...crossing, text });
}

/** That a source's state changed; `at` is when this is queued. */
export function changedMessage({ source, atMs, from, to, cause }: HealthChange, at: Date): NewMessage {
  return messageOf('source.changed', at, { source, from, to, cause, at: new Date(atMs).toISOString() });
}

/** What its owner sends to see whether it arrives. */
export function testMessage(at: Date): NewMessage {
  return messageOf('test', at, { text: 'This is a test.' });
}
