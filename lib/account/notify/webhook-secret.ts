import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { DeriveSecret } from '#lib/account/secrets/master-secret';

const SECRET_BYTES = 32;

/** A secret as Standard Webhooks writes one: `whsec_` and 256 random bits in base64. */
export function mintWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a webhook's secret for the database, under the master secret: it signs, so a hash would not do. */
export function sealSecret(secretOf: DeriveSecret, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, secretOf('webhooks'), iv);
  const sealed = [cipher.update(secret, 'utf8'), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64url');
}

/** Decrypts it; null under another master secret. */
export function unsealSecret(secretOf: DeriveSecret, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  const textAt = IV_BYTES + TAG_BYTES;
  const options = { authTagLength: TAG_BYTES };
  try {
    const decipher = createDecipheriv(CIPHER, secretOf('webhooks'), bytes.subarray(0, IV_BYTES), options);
    decipher.setAuthTag(bytes.subarray(IV_BYTES, textAt));
    return decipher.update(bytes.subarray(textAt), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    // Node says so by throwing.
    return null;
  }
}
