import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { EnvironmentError } from '#lib/platform/environment';

/** The root of every derived secret, in the data folder, readable by its owner only. */
export const SECRET_FILE = 'master-secret';

const SECRET_BYTES = 32;

/** As many characters as a secret that the operator gives must have; a file with fewer was cut short. */
const SECRET_LENGTH_MIN = 32;

const OWNER_ONLY = 0o600;

/** What a secret is derived for; one purpose never learns another's. */
export type SecretPurpose =
  | 'browser-key'
  | 'accounts'
  | 'known-browser'
  | 'fingerprint'
  | 'receipts'
  | 'webhooks';

/** Gives the secret of a purpose. */
export type DeriveSecret = (purpose: SecretPurpose) => Buffer;

/** Derives by HKDF-SHA-256 from a root secret: the text the operator gave, or the file's, which is made when there is none. */
export function openMasterSecret(dataDir: string, given: string | undefined): DeriveSecret {
  return deriveFrom(given ?? readOrMake(dataDir));
}

/** The root secret itself, for a backup that is to hold it; null when none was given or made yet. */
export function readMasterSecret(dataDir: string, given: string | undefined): string | null {
  const path = join(dataDir, SECRET_FILE);
  return given ?? (existsSync(path) ? readWhole(path) : null);
}

/** Enough to tell secrets apart, and far too little to find one by. */
const FINGERPRINT_BYTES = 8;

/** A short text by which a secret is recognised, in hex; derived for nothing else. */
export function fingerprintOf(secretOf: DeriveSecret): string {
  return secretOf('fingerprint').subarray(0, FINGERPRINT_BYTES).toString('hex');
}

/** Puts a root secret into the data folder, whole or not at all; one that is there stays. */
export function putMasterSecret(dataDir: string, root: string): void {
  const path = join(dataDir, SECRET_FILE);
  mkdirSync(dataDir, { recursive: true });
  const beside = `${path}.${randomUUID()}`;
  try {
    // Written beside it and then given its name, so that whoever stops in between leaves no half of it.
    writeSecret(beside, root);
    // Unlike a renaming, this leaves the file alone that another process has made meanwhile.
    linkSync(beside, path);
    syncFolder(dataDir);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(beside, { force: true });
  }
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
  if (!existsSync(path)) putMasterSecret(dataDir, randomBytes(SECRET_BYTES).toString('base64url'));
  return readWhole(path);
}

function readWhole(path: string): string {
  const root = readFileSync(path, 'utf8').trim();
  if (root.length >= SECRET_LENGTH_MIN) return root;
  throw new EnvironmentError(
    `The master secret in ${path} is cut short; put the file back from a backup, or remove it and run npm run keys -- accept-secret to have a new one made, which signs everybody out and makes second factors void.`,
  );
}

function writeSecret(path: string, root: string): void {
  const file = openSync(path, 'wx', OWNER_ONLY);
  try {
    fchmodSync(file, OWNER_ONLY);
    writeSync(file, root);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes a new name outlast a power cut; Windows opens no folders and needs none of it. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
