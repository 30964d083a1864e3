import type { Looking } from '#lib/account/notify/keep-looking';
import { keepWatches, type WatchKeeping } from '#lib/account/notify/keep-watches';
import type { WebhookDelivering } from '#lib/account/notify/deliver-webhooks';
import type { Clock } from '#lib/platform/clock';
import type { Environment } from '#lib/platform/environment';
import type { HttpLimits } from '#lib/platform/http-limits';
import type { Store } from '#lib/store/store';

/** What watching pairs stands on. */
export interface WatchingParts
  extends Pick<WatchKeeping, 'snapshot' | 'log'>, Pick<WebhookDelivering, 'secretOf'> {
  readonly environment: Environment;
  readonly store: Store;
  readonly clock: Clock;
}

/** The watches of accounts, and the webhooks that are told of them. */
export interface Watching {
  /** Says that there may be other figures; only the process that leads looks. */
  readonly look: () => void;
  /** Begins to look and to send: the process that polls alone does. */
  readonly lead: () => Pick<Looking, 'stop'>;
}

/** One try at a time: what failed waits in the database. What a receiver answers is not read beyond its status. */
const SENDING_LIMITS: Partial<HttpLimits> = {
  connectMs: 10_000,
  firstByteMs: 15_000,
  totalMs: 15_000,
  wireBytesMax: 64 * 1024,
  unpackedBytesMax: 64 * 1024,
  tries: 1,
};

/** Watches pairs by the figures that /v1 answers. What sends messages is loaded by the process that leads. */
export function openWatching(parts: WatchingParts): Watching {
  let kept: Looking | null = null;
  return {
    look: () => kept?.look(),
    lead: () => {
      const begun = keepWatches(parts);
      kept = begun;
      const sending = startSending(parts);
      return {
        stop: async () => {
          if (kept === begun) kept = null;
          await Promise.all([begun.stop(), sending.then(({ stop }) => stop())]);
        },
      };
    },
  };
}

async function startSending(parts: WatchingParts): Promise<Pick<Looking, 'stop'>> {
  const { deliverWebhooks } = await import('#lib/account/notify/deliver-webhooks');
  const { createHttpClient } = await import('#lib/platform/http-client');
  const { clock, environment } = parts;
  const userAgent = 'Crossrate/0.1 (webhooks)';
  return deliverWebhooks({
    ...parts,
    http: createHttpClient({ clock, userAgent, limits: SENDING_LIMITS }),
    allowsPrivate: environment.allowsPrivateWebhooks,
  });
}
