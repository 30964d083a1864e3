import { resolve } from 'node:path';
import { z } from 'zod';
import { type AccessSettings, readAccess, readPort } from './access-environment.ts';
import { databaseServers } from './database-servers.ts';
import { EnvironmentError } from './environment-error.ts';

export { EnvironmentError } from './environment-error.ts';

/** What the operator decided, read once at start. docs/configuration.md explains each. */
export interface Environment extends AccessSettings {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** The PostgreSQL database, or null for the embedded one in `dataDir`. Holds a password: never printed, never logged. */
  readonly databaseUrl: string | null;
  /** Enabled sources as written, undefined where the sources themselves say; the composition root checks the identifiers. */
  readonly sources: string | undefined;
  readonly sourcePriority: string | undefined;
  readonly role: 'all' | 'web' | 'ingest';
  /** How many processes answer on the same database: each lets its share of every limit pass. */
  readonly webProcesses: number;
  /** The instant that the service believes in, or null for the real one. */
  readonly clockStartsAt: Date | null;
  /** Root of derived secrets; without it one is made and kept in the data folder. */
  readonly masterSecret: string | undefined;
  /** The one before, as long as what was encrypted with it is to be taken over. */
  readonly masterSecretPrevious: string | undefined;
  /** Which exchange `crypto-exchange` reads. */
  readonly createSource: 'kraken' | 'binance';
  /** How long the quotes of markets are kept minute by minute and hour by hour; days are kept for ever. */
  readonly retainMinutesDays: number;
  readonly retainHoursDays: number;
  /** Whether the upstreams are simulated, which every page and answer then says. */
  readonly isSimulated: boolean;
  /** What monitoring on other machines shows to read the metrics, or null where only this machine may. */
  readonly metricsToken: string | null;
  /** Whether anybody may register; else accounts are made by the operator. */
  readonly isSignUpOpen: boolean;
  /** Whether webhooks of accounts may go to private networks and this machine, there over plain http too. */
  readonly allowsPrivateWebhooks: boolean;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Upstream addresses set by the operator, by variable name: `UPSTREAM_ECB`. */
  readonly upstreams: ReadonlyMap<string, URL>;
}

/** Hosts that only this machine reaches. */
export const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', 'localhost', '::1'];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const UPSTREAM_NAME = /^UPSTREAM_[A-Z_]+$/;

/** Reads and checks the environment; throws {@link EnvironmentError} with one sentence at the first wrong value. */
export function readEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
  root: string,
): Environment {
  const valueOf = (name: string) => variables[name]?.trim() || undefined;
  const host = valueOf('HOST') ?? '127.0.0.1';
  const isLoopback = LOOPBACK_HOSTS.includes(host);
  const clockStartsAt = readClock(valueOf('CLOCK'));
  if (clockStartsAt && !isLoopback && valueOf('ALLOW_CLOCK') !== '1') {
    throw new EnvironmentError(`CLOCK together with HOST=${host} needs ALLOW_CLOCK=1; unset one of them.`);
  }
  const access = readAccess(valueOf, root);
  if (!isLoopback && access.tls === null && access.trustedProxies === null) {
    throw new EnvironmentError(
      `HOST must be 127.0.0.1, localhost or ::1, because plain HTTP stays on this machine; for "${host}" set TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES.`,
    );
  }
  return {
    ...access,
    port: readPort('PORT', valueOf('PORT') ?? '3000'),
    host,
    dataDir: resolve(root, valueOf('DATA_DIR') ?? 'data'),
    databaseUrl: readDatabaseUrl(valueOf('DATABASE_URL')),
    sources: valueOf('SOURCES'),
    sourcePriority: valueOf('SOURCE_PRIORITY'),
    role: readChoice('ROLE', valueOf('ROLE'), ['all', 'web', 'ingest'], 'all'),
    webProcesses: readWebProcesses(valueOf('WEB_PROCESSES') ?? '1'),
    clockStartsAt,
    masterSecret: readSecret('MASTER_SECRET', valueOf('MASTER_SECRET')),
    masterSecretPrevious: readSecret('MASTER_SECRET_PREVIOUS', valueOf('MASTER_SECRET_PREVIOUS')),
    createSource: readChoice('CRYPTO_EXCHANGE', valueOf('CRYPTO_EXCHANGE'), ['kraken', 'binance'], 'kraken'),
    retainMinutesDays: readDays('RETAIN_MINUTES_DAYS', valueOf('RETAIN_MINUTES_DAYS'), 7),
    retainHoursDays: readDays('RETAIN_HOURS_DAYS', valueOf('RETAIN_HOURS_DAYS'), 366),
    isSimulated: valueOf('SIMULATED') === '1',
    metricsToken: valueOf('METRICS_TOKEN') ?? null,
    isSignUpOpen: readChoice('SIGN_UP', valueOf('SIGN_UP'), ['open', 'closed'], 'closed') === 'open',
    allowsPrivateWebhooks:
      readChoice('WEBHOOK_PRIVATE_ADDRESSES', valueOf('WEBHOOK_PRIVATE_ADDRESSES'), ['on', 'off'], 'off') ===
      'on',
    logLevel: readChoice('LOG_LEVEL', valueOf('LOG_LEVEL'), LOG_LEVELS, 'info'),
    upstreams: readUpstreams(variables),
  };
}

/** With more, the share of a small limit would be less than one request. */
const WEB_PROCESSES_MAX = 64;

function readWebProcesses(text: string): number {
  const processes = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (processes >= 1 && processes <= WEB_PROCESSES_MAX) return processes;
  throw new EnvironmentError(
    `WEB_PROCESSES must be the number of processes that answer on this database, a whole number from 1 to ${WEB_PROCESSES_MAX}; got "${text}".`,
  );
}

/** The longest time for which finer quotes may be kept: ten years. */
const RETAIN_DAYS_MAX = 3660;

function readDays(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= RETAIN_DAYS_MAX) return days;
  throw new EnvironmentError(
    `${name} must be a whole number of days from 1 to ${RETAIN_DAYS_MAX}; got "${text}".`,
  );
}

/** Shorter secrets can be guessed; 32 characters of a random text are enough. */
const SECRET_LENGTH_MIN = 32;

function readSecret(name: string, text: string | undefined): string | undefined {
  if (text !== undefined && text.length < SECRET_LENGTH_MIN) {
    throw new EnvironmentError(`${name} must have at least ${SECRET_LENGTH_MIN} characters of random text.`);
  }
  return text;
}

function readDatabaseUrl(text: string | undefined): string | null {
  if (text === undefined) return null;
  // An @ behind the hosts means that a / or # of the password ended the part that was meant to hold it.
  const servers = databaseServers(text);
  if (servers === null) {
    throw new EnvironmentError(
      'DATABASE_URL must look like postgres://user:password@host:5432/database, with special characters of the password written as in %40 for @.',
    );
  }
  const wanted = servers[0]?.searchParams.get('target_session_attrs') ?? 'read-write';
  if (wanted !== 'read-write' && wanted !== 'primary') {
    throw new EnvironmentError(
      `target_session_attrs in DATABASE_URL must be read-write or primary; got "${wanted}".`,
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
