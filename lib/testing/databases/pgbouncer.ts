import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { freePort } from '#lib/testing/wire/front-proxy';
import { TEST_PASSWORD, TEST_USER, unprivilegedUser } from './postgres-server.ts';

/** Where Debian and Homebrew put it. */
const PLACES = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];

/** A pooler in front of a server. */
export interface Pooler {
  /** The same database through the pooler. */
  readonly throughPooler: (databaseUrl: string) => string;
  readonly stop: () => Promise<void>;
}

/** Where PgBouncer is on this machine; null where it is not installed. */
export function findPgBouncer(): string | null {
  return PLACES.find((place) => existsSync(place)) ?? null;
}

/**
 * Starts PgBouncer in transaction mode in front of the server of an address. Its few connections are shared by everybody, so that
 * statements of one caller, which are no transaction, reach different ones.
 */
export async function startPooler(binary: string, databaseUrl: string, connections: number): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'crossrate-pooler-'));
  const owner = unprivilegedUser();
  const [port, server] = [await freePort(), new URL(databaseUrl)];
  const users = join(folder, 'users');
  writeFileSync(users, `"${TEST_USER}" "${TEST_PASSWORD}"\n`);
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=${server.searchParams.get('host') ?? server.hostname}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${connections}
server_round_robin = 1
`,
  );
  if (owner) for (const path of [folder, users, settings]) chownSync(path, owner.uid, owner.gid);
  const pooler = spawn(binary, [settings], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], ...owner });
  const ended = once(pooler, 'exit');
  const endWithUs = () => pooler.kill('SIGKILL');
  process.once('exit', endWithUs);
  for await (const line of createInterface({ input: pooler.stderr })) if (/process up/.test(line)) break;
  pooler.stderr.resume();
  return {
    throughPooler: (url) => {
      const { pathname } = new URL(url);
      return `postgres://${TEST_USER}:${TEST_PASSWORD}@127.0.0.1:${port}${pathname}`;
    },
    stop: async () => {
      process.off('exit', endWithUs);
      pooler.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
