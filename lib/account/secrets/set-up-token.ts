import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from '#lib/store/store';
import { hashToken, mintToken } from './one-time-token.ts';

/** The text that makes the first account, in the data folder, readable by its owner only. */
export const SET_UP_TOKEN_FILE = 'setup-token';

const LIFETIME_MS = 24 * 3_600_000;

const OWNER_ONLY = 0o600;

/** How the first account is made, for the lines that the service prints when it starts. */
export type SetUpState =
  /** Somebody has a password already. */
  | { readonly kind: 'done' }
  /** The token is in this file. */
  | { readonly kind: 'token'; readonly file: string }
  /** Another process of the same database has the token in its own data folder. */
  | { readonly kind: 'elsewhere' };

/**
 * Makes the set-up token of a database unless it has one or needs none any more; what is left of a former one goes. Of
 * several processes that start at once the last one's token counts.
 */
export async function ensureSetUpToken(store: Store, dataDir: string, now: Date): Promise<SetUpState> {
  const file = join(dataDir, SET_UP_TOKEN_FILE);
  if (await store.hasLogin()) {
    await dropSetUpToken(dataDir);
    return { kind: 'done' };
  }
  const kept = await store.readSetUpToken({ nowMs: now.getTime() });
  if (kept !== null) {
    return (await holds(file, kept)) ? { kind: 'token', file } : { kind: 'elsewhere' };
  }
  return reissueSetUpToken(store, dataDir, now);
}

/** Makes a new set-up token, and the former one void. `done` when somebody has a password already. */
export async function reissueSetUpToken(store: Store, dataDir: string, now: Date): Promise<SetUpState> {
  if (await store.hasLogin()) return { kind: 'done' };
  const file = join(dataDir, SET_UP_TOKEN_FILE);
  const token = mintToken();
  await store.write.putAuthToken({
    purpose: 'set-up',
    hash: token.hash,
    accountId: null,
    expiresAtMs: now.getTime() + LIFETIME_MS,
    dropsSecondFactor: false,
  });
  await mkdir(dataDir, { recursive: true });
  // Beside it first, so that the file is never there half-written or readable by others.
  const beside = `${file}.${process.pid}`;
  await writeFile(beside, `${token.text}\n`, { mode: OWNER_ONLY });
  await chmod(beside, OWNER_ONLY);
  await rename(beside, file);
  return { kind: 'token', file };
}

/** Removes the file of a token that is worth nothing any more. */
export async function dropSetUpToken(dataDir: string): Promise<void> {
  await rm(join(dataDir, SET_UP_TOKEN_FILE), { force: true });
}

async function holds(file: string, hash: string): Promise<boolean> {
  if (!existsSync(file)) return false;
  return hashToken((await readFile(file, 'utf8')).trim()) === hash;
}
