import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, EnvironmentError } from '#lib/platform/environment';
import type { Store } from '#lib/store/store';
import {
  type DeriveSecret,
  fingerprintOf,
  openMasterSecret,
  previousMasterSecret,
  SECRET_FILE,
} from './master-secret.ts';

/** What the operator says of the master secret, and where it is kept otherwise. */
export type SecretSettings = Pick<Environment, 'dataDir' | 'masterSecret' | 'masterSecretPrevious'>;

/** Where the fingerprint of a database's secret is kept. */
export interface FingerprintStore extends Pick<
  Store,
  'readSecretFingerprint' | 'countAuthRecords' | 'writable'
> {
  readonly write: Pick<Store['write'], 'noteSecretFingerprint'>;
}

/** A secret, and the note that the database belongs to it, which need not be waited for. */
export interface KnownSecret {
  readonly secretOf: DeriveSecret;
  readonly noted: Promise<void>;
}

/**
 * Opens the master secret of a database, which is made with the database's first start only. Rejects with an
 * {@link EnvironmentError} when the database belongs to another one: with it nobody's second factor would open.
 */
export async function openKnownSecret(
  store: FingerprintStore,
  settings: SecretSettings,
): Promise<KnownSecret> {
  const known = await store.readSecretFingerprint();
  const refusal = secretRefusal(known, settings);
  if (refusal !== null) throw new EnvironmentError(refusal);
  const secretOf = openMasterSecret(settings.dataDir, settings.masterSecret);
  return { secretOf, noted: note(store, known, fingerprintOf(secretOf)) };
}

/** Why a database with this fingerprint, null for none yet, cannot be served with the operator's secret; null when it can. */
export function secretRefusal(known: string | null, settings: SecretSettings): string | null {
  if (known === null) return null;
  const { dataDir, masterSecret } = settings;
  const path = join(dataDir, SECRET_FILE);
  const lost =
    'if it is lost, run npm run keys -- accept-secret, which signs everybody out and makes second factors void';
  if (masterSecret === undefined && !existsSync(path)) {
    return `The master secret of this database is missing (fingerprint ${known}); put ${path} back or set MASTER_SECRET; ${lost}.`;
  }
  const present = fingerprintOf(openMasterSecret(dataDir, masterSecret));
  const previous = previousMasterSecret(settings.masterSecretPrevious);
  if (known === present || (previous !== null && known === fingerprintOf(previous))) return null;
  const name = masterSecret === undefined ? `The secret in ${path}` : 'MASTER_SECRET';
  return `${name} (fingerprint ${present}) is not the master secret of this database (fingerprint ${known}); give that one, or name it in MASTER_SECRET_PREVIOUS while you change it; ${lost}.`;
}

/**
 * A database without second factors goes over to a changed secret at once; any other when they were taken over, so that the
 * former secret cannot be taken away too early.
 */
async function note(store: FingerprintStore, known: string | null, fingerprint: string): Promise<void> {
  if (known === fingerprint) return;
  await store.writable;
  if (known !== null && (await store.countAuthRecords({ table: 'auth_two_factor', where: [] })) > 0) return;
  await store.write.noteSecretFingerprint({ fingerprint, expected: known });
}
