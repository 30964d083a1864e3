import { resolve } from 'node:path';
import { EnvironmentError } from './environment-error.ts';
import { readTrustedProxies, type TrustedProxies } from './trusted-proxies.ts';

/** Where the certificate chain and its private key lie, both PEM. */
export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Who may reach the service, in which way, and how often. */
export interface AccessSettings {
  /** The address under which people know the service; null leaves it to the Host of each request. */
  readonly publicUrl: URL | null;
  readonly tls: TlsFiles | null;
  /** Where plain HTTP is told to come back by HTTPS. */
  readonly httpPort: number | null;
  readonly trustedProxies: TrustedProxies | null;
  /** Requests a minute of a key without a limit of its own; 0 turns limits off. */
  readonly rateLimitPerMinute: number;
  /** Connections that may be open at once: of everybody together, and of one address. */
  readonly connectionsMax: number;
  readonly connectionsPerAddressMax: number;
  /** How long the keys in memory hold when the database cannot be asked. */
  readonly keyTableMaxAgeMs: number;
  /** Whether pages get figures when nobody is signed in. */
  readonly hasAnonymousPages: boolean;
  /** What they may read, as written, undefined where the sources themselves say. The composition root checks the identifiers. */
  readonly anonymousSources: string | undefined;
}

/** Gives the value of a variable; undefined when it is not set or blank. */
export type ValueOf = (name: string) => string | undefined;

const RATE_LIMIT_DEFAULT = 600;
const RATE_LIMIT_MAX = 1_000_000_000;

/** What a machine of 1 GB holds with ease; above it the system's own bound on open files comes first. */
const CONNECTIONS_DEFAULT = 10_000;
const CONNECTIONS_MAX = 1_000_000;

/** A load test with 1,000 of them, or the people behind one address, are well within. */
const CONNECTIONS_PER_ADDRESS_DEFAULT = 2000;

/** 15 minutes; a database that is away for longer has taken revocations that nobody here knows of. */
const KEY_TABLE_SECONDS_DEFAULT = 900;

/** Keys are read anew once a second, so a shorter time would refuse them in between. */
const KEY_TABLE_SECONDS_MIN = 5;
const KEY_TABLE_SECONDS_MAX = 86_400;

const PLAIN_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Reads the settings of access; throws {@link EnvironmentError} with one sentence at the first wrong value. */
export function readAccess(valueOf: ValueOf, root: string): AccessSettings {
  const tls = readTlsFiles(valueOf, root);
  const isSimulated = valueOf('SIMULATED') === '1';
  return {
    publicUrl: readPublicUrl(valueOf('PUBLIC_URL'), tls !== null || valueOf('TRUSTED_PROXIES') !== undefined),
    tls,
    httpPort: readHttpPort(valueOf, tls),
    trustedProxies: readProxies(valueOf('TRUSTED_PROXIES')),
    rateLimitPerMinute: readWhole(valueOf, {
      name: 'RATE_LIMIT_PER_MINUTE',
      otherwise: RATE_LIMIT_DEFAULT,
      min: 0,
      max: RATE_LIMIT_MAX,
      unit: 'requests',
    }),
    connectionsMax: readWhole(valueOf, {
      name: 'CONNECTIONS',
      otherwise: CONNECTIONS_DEFAULT,
      min: 1,
      max: CONNECTIONS_MAX,
      unit: 'connections',
    }),
    connectionsPerAddressMax: readWhole(valueOf, {
      name: 'CONNECTIONS_PER_ADDRESS',
      otherwise: CONNECTIONS_PER_ADDRESS_DEFAULT,
      min: 1,
      max: CONNECTIONS_MAX,
      unit: 'connections',
    }),
    keyTableMaxAgeMs:
      1000 *
      readWhole(valueOf, {
        name: 'KEY_TABLE_MAX_AGE',
        otherwise: KEY_TABLE_SECONDS_DEFAULT,
        min: KEY_TABLE_SECONDS_MIN,
        max: KEY_TABLE_SECONDS_MAX,
        unit: 'seconds',
      }),
    hasAnonymousPages: readSwitch('ANONYMOUS_PAGES', valueOf('ANONYMOUS_PAGES')),
    anonymousSources: valueOf('ANONYMOUS_SOURCES') ?? (isSimulated ? 'all' : undefined),
  };
}

function readTlsFiles(valueOf: ValueOf, root: string): TlsFiles | null {
  const certFile = valueOf('TLS_CERT_FILE');
  const keyFile = valueOf('TLS_KEY_FILE');
  if (certFile === undefined && keyFile === undefined) return null;
  if (certFile === undefined || keyFile === undefined) {
    throw new EnvironmentError('TLS_CERT_FILE and TLS_KEY_FILE belong together; set both or neither.');
  }
  return { certFile: resolve(root, certFile), keyFile: resolve(root, keyFile) };
}

function readHttpPort(valueOf: ValueOf, tls: TlsFiles | null): number | null {
  const text = valueOf('HTTP_PORT');
  if (text === undefined) return null;
  if (tls === null) {
    throw new EnvironmentError(
      'HTTP_PORT only sends pages to HTTPS, so it needs TLS_CERT_FILE and TLS_KEY_FILE.',
    );
  }
  const port = readPort('HTTP_PORT', text);
  if (port !== 0 && text === valueOf('PORT')) {
    throw new EnvironmentError(`HTTP_PORT must differ from PORT; both are ${port}.`);
  }
  return port;
}

/** A port; 0 lets the system choose. */
export function readPort(name: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new EnvironmentError(`${name} must be a whole number from 0 to 65535; got "${text}".`);
}

function readProxies(text: string | undefined): TrustedProxies | null {
  if (text === undefined) return null;
  const read = readTrustedProxies(text);
  if ('trusts' in read) return read;
  throw new EnvironmentError(
    `TRUSTED_PROXIES must be a comma-separated list of addresses and networks such as 10.0.0.0/8, 192.0.2.7, ::1; got "${read.wrong}".`,
  );
}

/** Without TLS the service is on this machine only, where it has no other name. */
function readPublicUrl(text: string | undefined, isEncrypted: boolean): URL | null {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url?.protocol === 'http:' && PLAIN_HOSTS.includes(url.hostname);
  const isBare = url !== null && url.href === `${url.origin}/`;
  if (isBare && (url.protocol === 'https:' || (isPlain && !isEncrypted))) return url;
  throw new EnvironmentError(
    'PUBLIC_URL must be an https address without a path, such as https://rates.example.org.',
  );
}

function readSwitch(name: string, text: string | undefined): boolean {
  if (text === undefined || text === 'on') return true;
  if (text === 'off') return false;
  throw new EnvironmentError(`${name} must be on or off; got "${text}".`);
}

/** A whole number of something. */
interface WholeNumber {
  readonly name: string;
  readonly otherwise: number;
  readonly min: number;
  readonly max: number;
  readonly unit: string;
}

function readWhole(valueOf: ValueOf, { name, otherwise, min, max, unit }: WholeNumber): number {
  const text = valueOf(name);
  if (text === undefined) return otherwise;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new EnvironmentError(
    `${name} must be a whole number of ${unit} from ${min} to ${max}; got "${text}".`,
  );
}
