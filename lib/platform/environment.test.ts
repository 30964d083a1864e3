import { describe, expect, it } from 'vitest';
import { EnvironmentError, readEnvironment } from './environment.ts';

const ROOT = '/srv/crossrate';

describe('the environment', () => {
  it('needs no variable: port 3000 of this machine, the folder data, every role, the real clock', () => {
    expect(readEnvironment({}, ROOT)).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: '/srv/crossrate/data',
      databaseUrl: null,
      sources: undefined,
      sourcePriority: undefined,
      role: 'all',
      webProcesses: 1,
      clockStartsAt: null,
      logLevel: 'info',
      upstreams: new Map(),
    });
  });

  it('takes an empty or blank variable as one that is not set', () => {
    const blank = {
      PORT: '',
      HOST: ' ',
      DATA_DIR: '',
      ROLE: ' ',
      CLOCK: '',
      LOG_LEVEL: '',
      UPSTREAM_ECB: '',
    };
    expect(readEnvironment({ ...blank, DATABASE_URL: '' }, ROOT)).toEqual(readEnvironment({}, ROOT));
  });

  it('takes every documented value', () => {
    const variables = {
      PORT: '0',
      HOST: '::1',
      DATA_DIR: '/var/lib/crossrate',
      DATABASE_URL: 'postgresql://user:p%40ss@db.example:5433/rates?sslmode=verify-full',
      ROLE: 'web',
      WEB_PROCESSES: '3',
      CLOCK: '2026-04-14T10:00:00+02:00',
      LOG_LEVEL: 'debug',
      SOURCES: 'ecb',
      SOURCE_PRIORITY: 'ecb',
      UPSTREAM_ECB: 'http://127.0.0.1:8080',
    };
    expect(readEnvironment(variables, ROOT)).toMatchObject({
      port: 0,
      host: '::1',
      dataDir: '/var/lib/crossrate',
      databaseUrl: 'postgresql://user:p%40ss@db.example:5433/rates?sslmode=verify-full',
      sources: 'ecb',
      sourcePriority: 'ecb',
      role: 'web',
      clockStartsAt: new Date('2026-04-14T08:00:00Z'),
      logLevel: 'debug',
      upstreams: new Map([['UPSTREAM_ECB', new URL('http://127.0.0.1:8080')]]),
    });
  });

  it('finds a relative data folder from the project, wherever the process was started', () => {
    expect(readEnvironment({ DATA_DIR: 'elsewhere' }, ROOT).dataDir).toBe('/srv/crossrate/elsewhere');
  });
});

const PORT_SENTENCE = 'PORT must be a whole number from 0 to 65535';
const CLOCK_SENTENCE = 'CLOCK must be an ISO instant such as 2026-04-14T08:00:00Z';
const WEB_PROCESSES_SENTENCE =
  'WEB_PROCESSES must be the number of processes that answer on this database, a whole number from 1 to 64';
const DATABASE_SENTENCE =
  'DATABASE_URL must look like postgres://user:password@host:5432/database, with special characters of the password written as in %40 for @.';

it('takes an address of several servers, each with a port of its own', () => {
  const databaseUrl = 'postgres://user:p%40ss@one:5433,[::1]:5434,two/rates?target_session_attrs=read-write';
  expect(readEnvironment({ DATABASE_URL: databaseUrl }, ROOT)).toMatchObject({ databaseUrl });
});

describe('a wrong value', () => {
  it.each<readonly [Readonly<Record<string, string>>, string]>([
    [{ PORT: 'http' }, `${PORT_SENTENCE}; got "http".`],
    [{ PORT: '65536' }, `${PORT_SENTENCE}; got "65536".`],
    [{ PORT: '-1' }, `${PORT_SENTENCE}; got "-1".`],
    [{ PORT: '80.5' }, `${PORT_SENTENCE}; got "80.5".`],
    [{ PORT: '80 81' }, `${PORT_SENTENCE}; got "80 81".`],
    [{ CLOCK: 'yesterday' }, `${CLOCK_SENTENCE}; got "yesterday".`],
    [{ CLOCK: '2026-04-14' }, `${CLOCK_SENTENCE}; got "2026-04-14".`],
    [{ CLOCK: '2026-02-30T08:00:00Z' }, `${CLOCK_SENTENCE}; got "2026-02-30T08:00:00Z".`],
    [{ CLOCK: '2026-04-14T08:00:00' }, `${CLOCK_SENTENCE}; got "2026-04-14T08:00:00".`],
    [{ WEB_PROCESSES: '0' }, `${WEB_PROCESSES_SENTENCE}; got "0".`],
    [{ WEB_PROCESSES: '65' }, `${WEB_PROCESSES_SENTENCE}; got "65".`],
    [{ WEB_PROCESSES: '1.5' }, `${WEB_PROCESSES_SENTENCE}; got "1.5".`],
    [{ ROLE: 'poller' }, 'ROLE must be one of all, web, ingest; got "poller".'],
    [{ SIGN_UP: 'yes' }, 'SIGN_UP must be one of open, closed; got "yes".'],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent; got "loud".',
    ],
    [
      { HOST: '0.0.0.0' },
      'HOST must be 127.0.0.1, localhost or ::1, because plain HTTP stays on this machine; for "0.0.0.0" set TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES.',
    ],
    [
      { HOST: '0.0.0.0', CLOCK: '2026-04-14T08:00:00Z' },
      'CLOCK together with HOST=0.0.0.0 needs ALLOW_CLOCK=1; unset one of them.',
    ],
    [
      { UPSTREAM_ECB: 'ftp://example.org' },
      'UPSTREAM_ECB must be an http or https address such as http://127.0.0.1:8080.',
    ],
    [
      { UPSTREAM_ECB: '127.0.0.1:8080' },
      'UPSTREAM_ECB must be an http or https address such as http://127.0.0.1:8080.',
    ],
    [{ DATABASE_URL: 'db.example/rates' }, DATABASE_SENTENCE],
    [{ DATABASE_URL: 'http://db.example/rates' }, DATABASE_SENTENCE],
    [{ DATABASE_URL: 'postgres://db.example:5432,:/rates' }, DATABASE_SENTENCE],
    [
      { DATABASE_URL: 'postgres://one,two/rates?target_session_attrs=standby' },
      'target_session_attrs in DATABASE_URL must be read-write or primary; got "standby".',
    ],
    [{ DATABASE_URL: 'postgres://user:pa/ss@db.example/rates' }, DATABASE_SENTENCE],
    [{ DATABASE_URL: 'postgres://user:12/34@db.example/rates' }, DATABASE_SENTENCE],
    [{ DATABASE_URL: 'postgres://user:12#34@db.example/rates' }, DATABASE_SENTENCE],
  ])('%o is refused with one sentence', (variables, sentence) => {
    expect(() => readEnvironment(variables, ROOT)).toThrow(new EnvironmentError(sentence));
  });

  it.each([
    ['UPSTREAM_ECB', 'ftp://user:secret@example.org'],
    ['DATABASE_URL', 'mysql://user:secret@example.org/rates'],
  ])('of %s, which may hold a password, is not repeated', (name, value) => {
    const sentence = new RegExp(`^${name}(?!.*secret)`);
    expect(() => readEnvironment({ [name]: value }, ROOT)).toThrow(sentence);
  });
});
