import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** The keys that have ended, beside the embedded database: a restore into an empty folder must not bring them back. */
export const ENDED_KEYS_FILE = 'ended-keys';

/** A key that was revoked or removed, or that another one replaces; instants in epoch milliseconds. */
export interface EndedKey {
  readonly id: string;
  readonly revokedAtMs: number | null;
  readonly expiresAtMs: number | null;
}

/**
 * Writes which keys have ended, whole and in the place of what was there. The database knows it already: where there is no room for
 * the copy, the next end writes it.
 */
export async function writeEndedKeys(db: Kysely<Schema>, dataDir: string): Promise<void> {
  const ended = await db
    .selectFrom('api_key')
    .select(['id', 'revoked_at', 'expires_at'])
    .where(({ or, eb }) => or([eb('revoked_at', 'is not', null), eb('replaced_by', 'is not', null)]))
    .execute();
  const removed = await db.selectFrom('ended_key').select(['id', 'ended_at']).execute();
  const lines = [
    ...ended.map(({ id, revoked_at, expires_at }) => `${id} ${revoked_at ?? NONE} ${expires_at ?? NONE}\n`),
    ...removed.map(({ id, ended_at }) => `${id} ${ended_at} ${NONE}\n`),
  ];
  const path = join(dataDir, ENDED_KEYS_FILE);
  try {
    writeFileSync(`${path}.new`, lines.join(''), { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  } catch {
    // The disk is full, or the folder is gone, which whoever wrote to the database is told.
  }
}

/** The keys that have ended by what stands in a folder; null where nothing does. */
export function readEndedKeys(dataDir: string): readonly EndedKey[] | null {
  const path = join(dataDir, ENDED_KEYS_FILE);
  if (!existsSync(path)) return null;
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [id = '', revokedAt, expiresAt] = line.split(' ');
      if (id === '' || revokedAt === undefined || expiresAt === undefined) return [];
      return [{ id, revokedAtMs: instantOf(revokedAt), expiresAtMs: instantOf(expiresAt) }];
    });
}

const NONE = '-';

function instantOf(text: string): number | null {
  return text === NONE ? null : Number(text);
}
