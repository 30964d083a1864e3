import { randomBytes } from 'node:crypto';
import type { DeriveSecret } from '#lib/account/secrets/master-secret';
import type { Store } from '#lib/store/store';

/** Keeps secrets of webhooks encrypted: they sign, so a hash would not do. */
export interface WebhookSeals {
  readonly seal: (secret: string) => Promise<string>;
  /** The secret, and whether it was kept under the previous master secret; null where neither opens it. */
  readonly open: (sealed: string) => Promise<{ readonly secret: string; readonly isOld: boolean } | null>;
}

const SECRET_BYTES = 32;

/** A secret as Standard Webhooks writes one: `whsec_` and 256 random bits in base64. */
export function mintWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Seals under the master secret, and opens under the one before it too. */
export function webhookSeals(current: DeriveSecret, previous: DeriveSecret | null): WebhookSeals {
  const keys = [current, ...(previous ? [previous] : [])].map(
    (secretOf) => new Uint8Array(secretOf('webhooks')),
  );
  const [key = new Uint8Array()] = keys;
  return {
    seal: async (secret) => {
      const { CompactEncrypt } = await import('jose');
      return new CompactEncrypt(new TextEncoder().encode(secret))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(key);
    },
    open: async (sealed) => {
      for (const [place, candidate] of keys.entries()) {
        const secret = await openedWith(candidate, sealed);
        if (secret !== null) return { secret, isOld: place > 0 };
      }
      return null;
    },
  };
}

async function openedWith(key: Uint8Array, sealed: string): Promise<string | null> {
  const { compactDecrypt, errors } = await import('jose');
  try {
    const { plaintext } = await compactDecrypt(sealed, key);
    return new TextDecoder().decode(plaintext);
  } catch (error) {
    if (error instanceof errors.JWEDecryptionFailed) return null;
    throw error;
  }
}

/** Seals anew what was sealed under the previous master secret. */
export async function resealWebhooks(
  store: Pick<Store, 'readWebhooks'> & { readonly write: Pick<Store['write'], 'resealWebhook'> },
  seals: WebhookSeals,
): Promise<void> {
  for (const { id, sealedSecret } of await store.readWebhooks(null)) {
    const opened = await seals.open(sealedSecret);
    if (opened?.isOld !== true) continue;
    await store.write.resealWebhook({ id, from: sealedSecret, to: await seals.seal(opened.secret) });
  }
}
