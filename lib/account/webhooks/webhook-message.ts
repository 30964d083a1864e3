import { randomUUID } from 'node:crypto';
import { firedWatch } from '#lib/account/watches/watch-rows';
import { crossingText, watchText } from '#lib/domain/series/pair-watch';
import type { HealthChange } from '#lib/store/health/health-history';
import type { Crossing, NotedCrossing } from '#lib/store/watches/pair-watches';
import type { NewMessage } from '#lib/store/webhooks/webhook-messages';

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

/** That a source's state changed; `at` is when this is queued. */
export function changedMessage({ source, atMs, from, to, cause }: HealthChange, at: Date): NewMessage {
  return messageOf('source.changed', at, { source, from, to, cause, at: new Date(atMs).toISOString() });
}

/** What its owner sends to see whether it arrives. */
export function testMessage(at: Date): NewMessage {
  return messageOf('test', at, { text: 'This is a test.' });
}
