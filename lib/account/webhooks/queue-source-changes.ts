import type { Clock } from '#lib/platform/clock';
import type { Store } from '#lib/store/store';
import { changedMessage } from './webhook-message.ts';

/** What is queued from. */
export interface SourceChanges {
  readonly store: Pick<Store, 'readWebhooks' | 'readChangesAfter'> & {
    readonly write: Pick<Store['write'], 'queueChanges'>;
  };
  readonly clock: Pick<Clock, 'real'>;
}

/**
 * Queues what the status page tells anew for the webhooks that want it: a source's change from one state to another. A cause
 * that changed, and the first state of all, are none.
 */
export async function queueSourceChanges({ store, clock }: SourceChanges): Promise<void> {
  const wanting = (await store.readWebhooks(null)).filter(({ wantsStatus }) => wantsStatus);
  if (wanting.length === 0) return;
  const changes = await store.readChangesAfter(Math.min(...wanting.map(({ changesSeen }) => changesSeen)));
  const newest = changes.at(-1);
  if (!newest) return;
  const told = changes.filter(({ from, to }) => from !== null && from !== to);
  await store.write.queueChanges(
    wanting.map(({ id: webhookId, changesSeen }) => ({
      webhookId,
      changesSeen: newest.id,
      messages: told
        .filter(({ id }) => id > changesSeen)
        .map((change) => changedMessage(change, clock.real())),
    })),
  );
}
