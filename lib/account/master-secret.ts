import { hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root of every derived secret, in the data folder, readable by its owner only. */
export const SECRET_FILE = 'master-secret';

const SECRET_BYTES = 32;
const OWNER_ONLY = 0o600;

/** What a secret is derived for; one purpose never learns another's. */
export type SecretPurpose = 'browser-key' | 'accounts' | 'known-browser';

/** Gives the secret of a purpose. */
export type DeriveSecret = (purpose: SecretPurpose) => Buffer;

/** Derives by HKDF-SHA-256 from a root secret: the text the operator gave, or the file's, which is made when there is none. */
export function openMasterSecret(dataDir: string, given: string | undefined): DeriveSecret {
  return deriveFrom(given ?? readOrMake(dataDir));
}

/** Derives from a root secret that is no longer used for anything new. */
export function previousMasterSecret(given: string | undefined): DeriveSecret | null {
  return given === undefined ? null : deriveFrom(given);
}

function deriveFrom(root: string): DeriveSecret {
  return (purpose) => Buffer.from(hkdfSync('sha256', root, 'crossrate', purpose, SECRET_BYTES));
}

/** Of several processes that start at once one makes the file and the others read it. */
function readOrMake(dataDir: string): string {
  const path = join(dataDir, SECRET_FILE);
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(path, randomBytes(SECRET_BYTES).toString('base64url'), { flag: 'wx', mode: OWNER_ONLY });
    chmodSync(path, OWNER_ONLY);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(path, 'utf8').trim();
}
