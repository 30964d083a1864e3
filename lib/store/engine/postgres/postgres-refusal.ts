import { databaseServers } from '#lib/platform/database-servers';
import { type DatabaseFaultKind, DatabaseUnavailable } from '#lib/store/engine/database-unavailable';

/** Where a database is, in words: `db.example:5432`, with every server that its address names. Nothing of the address's user part, which may be secret. */
export function hostAndPort(databaseUrl: string): string {
  return (databaseServers(databaseUrl) ?? []).map(placeOf).join(' and ');
}

function placeOf(url: URL): string {
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  const port = url.searchParams.get('port') ?? url.port;
  return `${host === '' ? 'localhost' : host}:${port === '' ? '5432' : port}`;
}

const DISK_FULL = '53100';

/** The code of our own error for a connection that the server says nothing on. */
export const NO_ANSWER = 'NO_ANSWER';

/** Our own code for several servers of which none can be written now, as while a standby is promoted. */
export const NO_PRIMARY = 'NO_PRIMARY';

/** Our own code for a file that is missing; a socket that is has the same one of the system. */
const NO_FILE = 'NO_FILE';

/** Sentences by the codes of the network and of PostgreSQL (its appendix A), for failures that an operator can mend. */
const SENTENCES: ReadonlyMap<string, (place: string) => string> = new Map([
  ...sameFor(
    ['ECONNREFUSED', 'ENOENT'],
    (place) => `No PostgreSQL server listens at ${place}; start it or correct DATABASE_URL.`,
  ),
  ['ENOTFOUND', (place) => `The host of the database, ${place}, is not known; correct DATABASE_URL.`],
  [
    'EAI_AGAIN',
    (place) =>
      `The host of the database, ${place}, cannot be looked up now, because no name server answers; check the network and DATABASE_URL.`,
  ],
  ...sameFor(
    ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', NO_ANSWER],
    (place) => `The database at ${place} does not answer; check the network and DATABASE_URL.`,
  ),
  [
    '28P01',
    (place) => `The database at ${place} refuses the user or the password of DATABASE_URL; correct them.`,
  ],
  [
    '28000',
    (place) =>
      `The database at ${place} does not admit this user from this machine; correct DATABASE_URL or the server's pg_hba.conf.`,
  ],
  [
    '3D000',
    (place) =>
      `The server at ${place} has no database of the name in DATABASE_URL; create it with createdb or correct the name.`,
  ],
  [
    '42501',
    (place) =>
      `The user of DATABASE_URL may not write to the database at ${place}; make it the owner of the database.`,
  ],
  [
    NO_FILE,
    () => 'A file that DATABASE_URL names for TLS is missing; correct sslrootcert, sslcert or sslkey there.',
  ],
  ['25006', (place) => `The database at ${place} can only be read; name the primary server in DATABASE_URL.`],
  [
    NO_PRIMARY,
    (place) =>
      `None of the databases at ${place} can be written now; wait until one is promoted, or start the primary server.`,
  ],
  [DISK_FULL, (place) => `The disk of the database at ${place} is full; make room there.`],
  [
    '53300',
    (place) =>
      `The database at ${place} has no connection left; raise its max_connections or end other programs.`,
  ],
  ['57P03', (place) => `The database at ${place} is starting up or shutting down; try again in a moment.`],
]);

/** Classes of SQLSTATE that speak of the server and not of the statement: connection, resources, operator, system. */
const SERVER_CLASSES = ['08', '53', '57', '58'];

/** Of the network: what comes back by itself, as a server that is started again does. */
const PASSING_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  NO_ANSWER,
  NO_PRIMARY,
]);

/** Codes of a connection that ended while it was in use. */
const LOST_CODES = ['ECONNRESET', 'EPIPE', '57P01', '57P02', NO_ANSWER];

/** What pg and Kysely say of the same; their errors have no code. */
const LOST_WORDS = /^Connection terminated|is not queryable$|connection has been discarded$/;

/** Why no connection could be opened, as a sentence. */
export function explainConnect(error: unknown, databaseUrl: string): DatabaseUnavailable {
  const place = hostAndPort(databaseUrl);
  const code = codeOf(error);
  const sentence = SENTENCES.get(code)?.(place);
  if (sentence) return new DatabaseUnavailable(sentence, kindOf(code));
  // Nor has that of pg for a connection that takes too long.
  if (/timeout/i.test(messageOf(error))) {
    return new DatabaseUnavailable(
      `The database at ${place} does not answer; check the network and DATABASE_URL.`,
    );
  }
  if (LOST_CODES.includes(code) || LOST_WORDS.test(messageOf(error))) {
    return new DatabaseUnavailable(
      `The database at ${place} could not be opened, as what listens there ended the connection; correct DATABASE_URL, or if it names a load balancer, wait until a database behind it can be written.`,
    );
  }
  // A message without a code is the client library's own, of which none names the user.
  const reason = code === '' ? messageOf(error) : code;
  return new DatabaseUnavailable(
    `The database at ${place} could not be opened (${reason}); correct DATABASE_URL or the server.`,
    kindOf(code),
  );
}

function kindOf(code: string): DatabaseFaultKind {
  if (code === DISK_FULL) return 'full';
  return PASSING_CODES.has(code) || SERVER_CLASSES.includes(code.slice(0, 2)) ? 'away' : 'refused';
}

/** A sentence in the place of a statement's error that lies with the server; any other error as it is. */
export function explainStatement(error: unknown, databaseUrl: string): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  const place = hostAndPort(databaseUrl);
  const code = codeOf(error);
  if (LOST_CODES.includes(code) || (code === '' && LOST_WORDS.test(messageOf(error)))) {
    return new DatabaseUnavailable(
      `The connection to the database at ${place} was lost before it confirmed the write, which is there whole or not at all; try again.`,
    );
  }
  if (SENTENCES.has(code) || SERVER_CLASSES.includes(code.slice(0, 2)))
    return explainConnect(error, databaseUrl);
  return error;
}

function sameFor(codes: readonly string[], sentence: (place: string) => string) {
  return codes.map((code) => [code, sentence] as const);
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return '';
  return error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'open' ? NO_FILE : error.code;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
