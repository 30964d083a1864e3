import process from 'node:process';
import { keyState } from '#lib/account/keys/api-keys';
import { usageSince } from '#lib/account/http/key-row';
import type { Store } from '#lib/store/store';
import { RefusedCommand } from './command-line.ts';

/** Entries of an audit log that are printed, the newest; the dashboard has the older ones. */
const AUDIT_ENTRIES_SHOWN_MAX = 200;

const KEY_HEADS = [
  'key',
  'state',
  'created',
  'expires',
  'last used',
  'requests',
  'limit',
  'sources',
  'account',
  'name',
] as const;

/** Prints every key with its owner; `requests` are those of 30 days, up to a minute late. */
export async function listKeys(store: Store, now: Date): Promise<void> {
  const keys = await store.listApiKeys();
  if (keys.length === 0) {
    process.stdout.write(
      'There are no keys yet. Create one with: npm run keys -- create --email E --name N\n',
    );
    return;
  }
  const requests = await countRequests(store, new Set(keys.map((key) => key.account_id)), now);
  const rows = keys.map((key) => [
    `${key.prefix}...${key.last4}`,
    keyState(key, now),
    dayText(key.created_at),
    key.expires_at === null ? 'never' : dayText(key.expires_at),
    key.last_used_at === null ? 'never' : minuteText(key.last_used_at),
    String(requests.get(key.id) ?? 0),
    key.limit_per_minute === null ? '-' : String(key.limit_per_minute),
    key.allowed_sources ?? 'all',
    key.email,
    key.name,
  ]);
  printTable([KEY_HEADS, ...rows]);
}

/** Prints the newest entries of an account's audit log; refuses an address that no account has. */
export async function listAuditLog(store: Store, email: string): Promise<void> {
  const account = await store.readAccountByEmail(email);
  if (!account) throw new RefusedCommand(`There is no account with the address ${email}.`);
  const page = { accountId: account.id, beforeId: null, limit: AUDIT_ENTRIES_SHOWN_MAX };
  const rows = (await store.readAuditLog(page)).map(({ atMs, kind, keyName, address, detail }) => [
    minuteText(atMs),
    kind,
    address ?? 'operator',
    [keyName, detail].filter((part) => part !== null).join(', '),
  ]);
  printTable([['when, UTC', 'what', 'from', 'about'], ...rows]);
}

/** Requests by key since 30 days ago. */
async function countRequests(
  store: Store,
  accountIds: ReadonlySet<string>,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const accountId of accountIds) {
    const days = await store.readKeyUsage({ accountId, sinceDay: usageSince(now) });
    for (const { keyId, n } of days) counts.set(keyId, (counts.get(keyId) ?? 0) + n);
  }
  return counts;
}

/** Two blanks at least between columns, none behind the last. */
function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_head, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of rows) {
    const line = row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
    process.stdout.write(`${line.trimEnd()}\n`);
  }
}

function dayText(instantMs: number): string {
  return new Date(Number(instantMs)).toISOString().slice(0, 10);
}

function minuteText(instantMs: number): string {
  return new Date(Number(instantMs)).toISOString().slice(0, 16).replace('T', ' ');
}
