import { randomUUID } from 'node:crypto';
import type { FiredWatch } from '#lib/contract/watches';
import { crossingText, watchText } from '#lib/domain/series/pair-watch';
import type { HealthChange } from '#lib/store/health/health-history';
import type { Crossing, NotedCrossing } from '#lib/store/accounts/pair-watches';
import type { NewMessage } from '#lib/store/accounts/webhook-messages';

/** What a receiver is told of; docs/watches.md has an example of each. */
type MessageType = 'watch.crossed' | 'source.changed' | 'test';

/** A message in the form of Standard Webhooks: type, timestamp and data. */
function messageOf(type: MessageType, at: Date, data: object): NewMessage {
  const timestamp = at.toISOString();
  return {
    messageId: `msg_${randomUUID()}`,
    type,
    payload: JSON.stringify({ type, timestamp, data }),
    madeAtMs: at.getTime(),
  };
}

/** That a watch crossed. */
export function crossedMessage(watch: NotedCrossing['watch'], crossing: Crossing): NewMessage {
  const text = `${watchText(watch, watch.rule)}. ${crossingText(watch, crossing.rate)}`;
  return messageOf('watch.crossed', new Date(crossing.atMs), { ...firedWatch(watch, crossing), text });
}

/** A crossing of a watch as its owner sees it; it gets its id when it is noted. */
export function firedWatch(
  { id: watchId, base, quote, rule }: NotedCrossing['watch'],
  { atMs, rate, source, observedAtMs, version }: Crossing,
): Omit<FiredWatch, 'id'> {
  return {
    watchId,
    from: base,
    to: quote,
    rule,
    at: new Date(atMs).toISOString(),
    rate,
    source,
    observedAt: new Date(observedAtMs).toISOString(),
    version,
  };
}

/** That a source's state changed; `at` is when this is queued. */
export function changedMessage({ source, atMs, from, to, cause }: HealthChange, at: Date): NewMessage {
  return messageOf('source.changed', at, { source, from, to, cause, at: new Date(atMs).toISOString() });
}

/** What its owner sends to see whether it arrives. */
export function testMessage(at: Date): NewMessage {
  return messageOf('test', at, { text: 'This is a test.' });
}
