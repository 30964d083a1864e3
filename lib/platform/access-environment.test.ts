import { describe, expect, it } from 'vitest';
import { readAccess } from './access-environment.ts';
import { EnvironmentError } from './environment-error.ts';

type Variables = Readonly<Record<string, string>>;

function access(variables: Variables) {
  return readAccess((name) => variables[name], '/srv/crossrate');
}

describe('the settings of access', () => {
  it('without a variable: this machine only, 600 a minute, 2,000 connections an address, 15 minutes without a database, pages as the sources say', () => {
    expect(access({})).toEqual({
      publicUrl: null,
      tls: null,
      httpPort: null,
      trustedProxies: null,
      rateLimitPerMinute: 600,
      connectionsMax: 10_000,
      connectionsPerAddressMax: 2000,
      keyTableMaxAgeMs: 900_000,
      hasAnonymousPages: true,
      anonymousSources: undefined,
    });
  });

  it('with every variable', () => {
    const read = access({
      PUBLIC_URL: 'https://rates.example.org',
      TLS_CERT_FILE: 'tls/cert.pem',
      TLS_KEY_FILE: '/etc/tls/key.pem',
      HTTP_PORT: '80',
      TRUSTED_PROXIES: '10.0.0.0/8',
      RATE_LIMIT_PER_MINUTE: '0',
      CONNECTIONS: '300',
      CONNECTIONS_PER_ADDRESS: '30',
      KEY_TABLE_MAX_AGE: '60',
      ANONYMOUS_PAGES: 'off',
      ANONYMOUS_SOURCES: 'ecb',
    });
    expect(read).toMatchObject({
      tls: { certFile: '/srv/crossrate/tls/cert.pem', keyFile: '/etc/tls/key.pem' },
      httpPort: 80,
      rateLimitPerMinute: 0,
      connectionsMax: 300,
      connectionsPerAddressMax: 30,
      keyTableMaxAgeMs: 60_000,
      hasAnonymousPages: false,
      anonymousSources: 'ecb',
    });
    expect(read.publicUrl?.origin).toBe('https://rates.example.org');
    expect(read.trustedProxies?.trusts('10.1.2.3')).toBe(true);
    expect(read.trustedProxies?.trusts('11.1.2.3')).toBe(false);
  });

  it('with simulated upstreams let pages read every source, unless the operator says otherwise', () => {
    expect(access({ SIMULATED: '1' }).anonymousSources).toBe('all');
    expect(access({ SIMULATED: '1', ANONYMOUS_SOURCES: 'ecb' }).anonymousSources).toBe('ecb');
    expect(access({ ANONYMOUS_SOURCES: 'all' }).anonymousSources).toBe('all');
  });
});

describe('wrong settings of access', () => {
  const TLS = { TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem' };
  const PUBLIC_SENTENCE =
    'PUBLIC_URL must be an https address without a path, such as https://rates.example.org.';
  const TOGETHER = 'TLS_CERT_FILE and TLS_KEY_FILE belong together; set both or neither.';

  it.each<readonly [Variables, string]>([
    [{ TLS_CERT_FILE: 'cert.pem' }, TOGETHER],
    [{ TLS_KEY_FILE: 'key.pem' }, TOGETHER],
    [{ HTTP_PORT: '80' }, 'HTTP_PORT only sends pages to HTTPS, so it needs TLS_CERT_FILE and TLS_KEY_FILE.'],
    [{ ...TLS, HTTP_PORT: 'http' }, 'HTTP_PORT must be a whole number from 0 to 65535; got "http".'],
    [{ ...TLS, PORT: '3000', HTTP_PORT: '3000' }, 'HTTP_PORT must differ from PORT; both are 3000.'],
    [
      { TRUSTED_PROXIES: '10.0.0.1, proxy.example.org' },
      'TRUSTED_PROXIES must be a comma-separated list of addresses and networks such as 10.0.0.0/8, 192.0.2.7, ::1; got "proxy.example.org".',
    ],
    [{ PUBLIC_URL: 'rates.example.org' }, PUBLIC_SENTENCE],
    [{ PUBLIC_URL: 'http://rates.example.org' }, PUBLIC_SENTENCE],
    [{ PUBLIC_URL: 'https://rates.example.org/rates' }, PUBLIC_SENTENCE],
    [{ PUBLIC_URL: 'https://rates.example.org/?a' }, PUBLIC_SENTENCE],
    [{ PUBLIC_URL: 'https://user:secret@rates.example.org' }, PUBLIC_SENTENCE],
    [{ ...TLS, PUBLIC_URL: 'http://localhost:3000' }, PUBLIC_SENTENCE],
    [
      { RATE_LIMIT_PER_MINUTE: '-1' },
      'RATE_LIMIT_PER_MINUTE must be a whole number of requests from 0 to 1000000000; got "-1".',
    ],
    [
      { KEY_TABLE_MAX_AGE: '15m' },
      'KEY_TABLE_MAX_AGE must be a whole number of seconds from 5 to 86400; got "15m".',
    ],
    [{ ANONYMOUS_PAGES: 'no' }, 'ANONYMOUS_PAGES must be on or off; got "no".'],
  ])('%o are refused with one sentence', (variables, sentence) => {
    expect(() => access(variables)).toThrow(new EnvironmentError(sentence));
  });
});
