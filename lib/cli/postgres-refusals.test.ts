import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EnvironmentError, readEnvironment } from '#lib/platform/environment';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import { openWritableStore } from '#lib/store/open-store';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { TEST_PASSWORD, TEST_USER } from '#lib/testing/databases/postgres-server';
import { isLong } from '#lib/testing/long-count';
import { PROJECT_ROOT, runScript } from '#lib/testing/run-script';

const SERVER = ['server.ts'] as const;

const COMMANDS: readonly (readonly [string, ...string[]])[] = [
  ['lib/cli/keys.ts', 'list'],
  SERVER,
  ['lib/cli/import.ts', '--source', 'ecb', '--file', join(import.meta.dirname, 'import.ts')],
];

/** Ways in which DATABASE_URL can be no use: how to get such an address, and the sentence without the place. */
const CASES: readonly (readonly [string, () => Promise<string>, RegExp])[] = [
  [
    'is no PostgreSQL address',
    async () => 'mysql://zebra:stripes@127.0.0.1/rates',
    /^DATABASE_URL must look like/,
  ],
  [
    'has a / in its password',
    async () => 'postgres://zebra:12/stripes@127.0.0.1/rates',
    /^DATABASE_URL must look like .* special characters/,
  ],
  [
    'names a port where nobody listens',
    closedPort,
    /^No PostgreSQL server listens at 127\.0\.0\.1:\d+; start it/,
  ],
  [
    'names an unknown host',
    async () => 'postgres://zebra:stripes@no-such-host.invalid/rates',
    /^The host of the database, no-such-host\.invalid:5432, is not known; correct/,
  ],
  [
    'names a server that does not answer',
    silentServer,
    /^The database at 127\.0\.0\.1:\d+ does not answer; check/,
  ],
  ['names a server of another kind', otherServer, /^The database at 127\.0\.0\.1:\d+ could not be opened/],
  [
    'has a wrong password',
    () => changed((url) => (url.password = 'stripes')),
    /^The database at \S+ refuses the user or the password of DATABASE_URL; correct them\.$/,
  ],
  [
    'has an unknown user',
    () => changed((url) => (url.username = 'zebra')),
    /^The database at \S+ refuses the user or the password of DATABASE_URL; correct them\.$/,
  ],
  [
    'names no database of the server',
    () => changed((url) => (url.pathname = '/zebra')),
    /has no database of the name/,
  ],
  ['names a database that can only be read', readOnlyDatabase, /^The database at \S+ can only be read; name/],
  [
    'has a user who may not write',
    readingUser,
    /^The user of DATABASE_URL may not write to the database at \S+; /,
  ],
  [
    'names a certificate that is missing',
    async () => 'postgres://zebra:stripes@127.0.0.1/rates?sslmode=verify-full&sslrootcert=/no/such.pem',
    /^A file that DATABASE_URL names for TLS is missing; correct sslrootcert/,
  ],
];

/** Those of which a server expects that they come back by themselves, so that it waits. */
const AWAITED: readonly string[] = [
  'names a port where nobody listens',
  'names a server that does not answer',
  'names a server of another kind',
];

/** Users and passwords of the addresses below, and those of the test's own server. */
const SECRETS = ['zebra', 'stripes', TEST_USER, TEST_PASSWORD];

describe('a DATABASE_URL that', () => {
  it.each(CASES.map((one, index) => [...one, commandsOf(one[0], index)] as const))(
    '%s is refused in one sentence, with which commands end, without user and password',
    async (name, address, sentence, commands) => {
      const url = await address();
      const refusal = await refusalOf(url);
      expect(refusal.message).toMatch(sentence);
      for (const secret of SECRETS) expect(refusal.message).not.toContain(secret);
      const isAway = refusal instanceof DatabaseUnavailable && refusal.kind === 'away';
      expect(isAway).toBe(AWAITED.includes(name));
      const ended = await Promise.all(
        commands.map((args) => runScript(args, { DATABASE_URL: url, PORT: '0' })),
      );
      for (const { code, stdout, stderr } of ended) {
        expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({ code: 1, stdout: '', lines: 2 });
        expect(stderr.trimEnd()).toMatch(sentence);
        for (const secret of SECRETS) expect(stderr).not.toContain(secret);
      }
    },
  );
});

/** Every command that ends in the long run, in `npm test` each with one of the cases. */
function commandsOf(name: string, index: number) {
  return COMMANDS.filter(
    (args, place) =>
      !(args === SERVER && AWAITED.includes(name)) && (isLong('EVERY_CASE') || index === 4 * place + 2),
  );
}

/** What keeps the database from being opened. */
async function refusalOf(url: string): Promise<EnvironmentError> {
  try {
    const environment = readEnvironment({ DATABASE_URL: url }, PROJECT_ROOT);
    const store = await openWritableStore({ ...environment, root: PROJECT_ROOT });
    await store.close();
  } catch (error) {
    if (error instanceof EnvironmentError) return error;
    throw error;
  }
  throw new Error('nothing keeps the database from being opened');
}

async function closedPort(): Promise<string> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return `postgres://zebra:stripes@127.0.0.1:${port}/rates`;
}

/** Takes connections and says nothing, as a server that stands still does. */
function silentServer(): Promise<string> {
  return foreignServer(() => {});
}

function otherServer(): Promise<string> {
  return foreignServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
}

async function foreignServer(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    answer(socket);
  });
  const port = await listen(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `postgres://zebra:stripes@127.0.0.1:${port}/rates`;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address) resolve(address.port);
    });
  });
}

async function changed(change: (url: URL) => void): Promise<string> {
  const url = new URL(await freshDatabase());
  change(url);
  return url.href;
}

async function readOnlyDatabase(): Promise<string> {
  const url = await freshDatabase();
  await query(url, `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`);
  return url;
}

/** Since PostgreSQL 15 nobody but the owner may make tables; older servers are told so here. */
async function readingUser(): Promise<string> {
  const url = new URL(await freshDatabase());
  const name = `zebra_${url.pathname.slice(-12)}`;
  await query(url.href, `create user ${name} password 'stripes'`);
  await query(url.href, 'revoke create on schema public from public');
  url.username = name;
  url.password = 'stripes';
  return url.href;
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
