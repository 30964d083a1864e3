import { type DeliveringWebhooks, deliverWebhooks } from '#lib/account/webhooks/deliver-webhooks';
import { webhookSeals } from '#lib/account/webhooks/webhook-secret';
import { type DeriveSecret, previousMasterSecret } from '#lib/account/secrets/master-secret';
import { createHttpClient } from '#lib/platform/http-client';
import type { HttpLimits } from '#lib/platform/http-limits';
import type { Clock } from '#lib/platform/clock';
import type { Environment } from '#lib/platform/environment';
import type { Logger } from '#lib/platform/logger';
import type { Store } from '#lib/store/store';

/** What sending stands on. */
export interface SendingParts {
  readonly environment: Environment;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly secretOf: DeriveSecret;
}

/** One try at a time: what failed waits in the database. What a receiver answers is not read beyond its status. */
const LIMITS: Partial<HttpLimits> = {
  connectMs: 10_000,
  firstByteMs: 15_000,
  totalMs: 15_000,
  wireBytesMax: 64 * 1024,
  unpackedBytesMax: 64 * 1024,
  tries: 1,
};

/** Sends what waits for webhooks, as the environment says. */
export function startSending({ environment, store, clock, log, secretOf }: SendingParts): DeliveringWebhooks {
  return deliverWebhooks({
    store,
    clock,
    log,
    http: createHttpClient({ clock, userAgent: 'Crossrate/0.1 (webhooks)', limits: LIMITS }),
    seals: webhookSeals(secretOf, previousMasterSecret(environment.masterSecretPrevious)),
    allowsPrivate: environment.allowsPrivateWebhooks,
  });
}
