import { resolve } from 'node:path';
import { z } from 'zod';

/** What the operator decided, read once at start. README's table "Configuration" explains each. */
export interface Environment {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** The PostgreSQL database, or null for the embedded one in `dataDir`. Holds a password: never printed, never logged. */
  readonly databaseUrl: string | null;
  /** Enabled sources as written; the composition root checks the identifiers. */
  readonly sources: string | undefined;
  readonly sourcePriority: string | undefined;
  readonly role: 'all' | 'web' | 'ingest';
  /** The instant that the service believes in, or null for the real one. */
  readonly clockStartsAt: Date | null;
  /** Root of derived secrets; without it one is made and kept in the data folder. */
  readonly masterSecret: string | undefined;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Upstream addresses set by the operator, by variable name: `UPSTREAM_ECB`. */
  readonly upstreams: ReadonlyMap<string, URL>;
}

/** A wrong value, as one sentence that says what to do. */
export class EnvironmentError extends Error {}

/** Hosts that only this machine reaches. */
export const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', 'localhost', '::1'];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const UPSTREAM_NAME = /^UPSTREAM_[A-Z_]+$/;

/** Variables of later versions: set, they would promise what this one does not do. */
const NOT_YET: readonly string[] = [
  'ANONYMOUS_PAGES',
  'ANONYMOUS_SOURCES',
  'HTTP_PORT',
  'TLS_CERT_FILE',
  'TLS_KEY_FILE',
  'TRUSTED_PROXIES',
];

/** Reads and checks the environment; throws {@link EnvironmentError} with one sentence at the first wrong value. */
export function readEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
  root: string,
): Environment {
  const valueOf = (name: string) => variables[name]?.trim() || undefined;
  for (const name of NOT_YET) {
    if (valueOf(name)) throw new EnvironmentError(`${name} is not supported by this version; unset it.`);
  }
  const host = valueOf('HOST') ?? '127.0.0.1';
  const isLoopback = LOOPBACK_HOSTS.includes(host);
  const clockStartsAt = readClock(valueOf('CLOCK'));
  if (clockStartsAt && !isLoopback && valueOf('ALLOW_CLOCK') !== '1') {
    throw new EnvironmentError(`CLOCK together with HOST=${host} needs ALLOW_CLOCK=1; unset one of them.`);
  }
  if (!isLoopback) {
    throw new EnvironmentError(
      `HOST must be 127.0.0.1, localhost or ::1, because plain HTTP stays on this machine; got "${host}".`,
    );
  }
  return {
    port: readPort(valueOf('PORT')),
    host,
    dataDir: resolve(root, valueOf('DATA_DIR') ?? 'data'),
    databaseUrl: readDatabaseUrl(valueOf('DATABASE_URL')),
    sources: valueOf('SOURCES'),
    sourcePriority: valueOf('SOURCE_PRIORITY'),
    role: readChoice('ROLE', valueOf('ROLE'), ['all', 'web', 'ingest'], 'all'),
    clockStartsAt,
    masterSecret: readSecret(valueOf('MASTER_SECRET')),
    logLevel: readChoice('LOG_LEVEL', valueOf('LOG_LEVEL'), LOG_LEVELS, 'info'),
    upstreams: readUpstreams(variables),
  };
}

function readPort(text: string | undefined): number {
  if (text === undefined) return 3000;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new EnvironmentError(`PORT must be a whole number from 0 to 65535; got "${text}".`);
}

/** Shorter secrets can be guessed; 32 characters of a random text are enough. */
const SECRET_LENGTH_MIN = 32;

function readSecret(text: string | undefined): string | undefined {
  if (text !== undefined && text.length < SECRET_LENGTH_MIN) {
    throw new EnvironmentError(
      `MASTER_SECRET must have at least ${SECRET_LENGTH_MIN} characters of random text.`,
    );
  }
  return text;
}

function readDatabaseUrl(text: string | undefined): string | null {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPostgres = url?.protocol === 'postgres:' || url?.protocol === 'postgresql:';
  // An @ behind the host means that a / or # of the password ended the part that was meant to hold it.
  if (!isPostgres || `${url.pathname}${url.search}${url.hash}`.includes('@')) {
    throw new EnvironmentError(
      'DATABASE_URL must look like postgres://user:password@host:5432/database, with special characters of the password written as in %40 for @.',
    );
  }
  return text;
}

function readClock(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const instant = z.iso.datetime({ offset: true }).safeParse(text);
  if (!instant.success) {
    throw new EnvironmentError(`CLOCK must be an ISO instant such as 2026-04-14T08:00:00Z; got "${text}".`);
  }
  return new Date(instant.data);
}

function readChoice<const Choice extends string>(
  name: string,
  text: string | undefined,
  choices: readonly Choice[],
  otherwise: Choice,
): Choice {
  if (text === undefined) return otherwise;
  const chosen = choices.find((choice) => choice === text);
  if (!chosen) throw new EnvironmentError(`${name} must be one of ${choices.join(', ')}; got "${text}".`);
  return chosen;
}

function readUpstreams(variables: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, URL> {
  const upstreams = new Map<string, URL>();
  for (const [name, text] of Object.entries(variables)) {
    if (!UPSTREAM_NAME.test(name) || !text) continue;
    const url = URL.canParse(text) ? new URL(text) : null;
    if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
      throw new EnvironmentError(`${name} must be an http or https address such as http://127.0.0.1:8080.`);
    }
    upstreams.set(name, url);
  }
  return upstreams;
}
