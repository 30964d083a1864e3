import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { AuthRecord } from '#lib/store/accounts/auth-records';
import type { AuthRecords } from './auth-adapter.ts';
import { SECRET_VERSION } from './auth-library.ts';

/** The secrets of a service whose master secret was changed, each derived for accounts. */
export interface ChangedSecret {
  readonly current: string;
  readonly previous: string;
}

/** Columns that are encrypted: the secret that both sides count from, and the recovery codes. */
const ENCRYPTED = ['secret', 'backup_codes'] as const;

const PAGE = 100;

/**
 * Encrypts the second factors anew that were encrypted with the previous secret, and gives their number. What the current one
 * opens stays as it is, so it may be run at every start and by several processes; what neither opens stays too, and its owner
 * needs the operator's help as after any loss.
 */
export async function renewSecondFactors(store: AuthRecords, secrets: ChangedSecret): Promise<number> {
  let renewed = 0;
  for (let offset = 0; ; offset += PAGE) {
    const rows = await store.readAuthRecords({
      table: 'auth_two_factor',
      where: [],
      limit: PAGE,
      offset,
      sortBy: { column: 'id', direction: 'asc' },
    });
    for (const row of rows) if (await renewRow(store, row, secrets)) renewed += 1;
    if (rows.length < PAGE) return renewed;
  }
}

async function renewRow(store: AuthRecords, row: AuthRecord, secrets: ChangedSecret): Promise<boolean> {
  const change: Record<string, string> = {};
  for (const column of ENCRYPTED) {
    const kept = row[column];
    if (typeof kept !== 'string' || (await opened(kept, secrets.current)) !== null) continue;
    const text = await opened(kept, secrets.previous);
    if (text === null) continue;
    change[column] = await symmetricEncrypt({ key: keyOf(secrets.current), data: text });
  }
  const id = row['id'];
  if (Object.keys(change).length === 0 || typeof id !== 'string') return false;
  // Only what was read: another process may have done it, or the owner made a new one.
  const where = [
    { column: 'id', operator: 'eq', value: id },
    ...Object.keys(change).map((column) => ({ column, operator: 'eq' as const, value: row[column] ?? null })),
  ] as const;
  return (await store.write.updateAuthRecords({ table: 'auth_two_factor', where, change })).length > 0;
}

/** The text behind a value; null when another secret closed it. */
async function opened(value: string, secret: string): Promise<string | null> {
  try {
    return await symmetricDecrypt({ key: keyOf(secret), data: value });
  } catch {
    return null;
  }
}

function keyOf(secret: string) {
  return { keys: new Map([[SECRET_VERSION, secret]]), currentVersion: SECRET_VERSION };
}
