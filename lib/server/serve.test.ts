import { createServer } from 'node:net';
import { onTestFinished, describe, expect, it } from 'vitest';
import { bodyOf, raw } from '#lib/testing/wire/raw-text';
import { type RunningScript, startScript } from '#lib/testing/run-script';
import { shareListening } from '#lib/testing/worlds/listening-server';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

const shared = shareListening();

const LOOPBACK_ONLY = 'Plain HTTP is answered on this machine only, as localhost, 127.0.0.1 or [::1].';

describe('a request over plain HTTP', () => {
  it.each([
    ['a name of another site', ['Host: rates.example.org']],
    ['a name that only begins like this machine', ['Host: localhost.example.org']],
  ])('under %s is 403 in the one error shape, for the API and for pages', async (_name, headers) => {
    const { port } = await shared();
    for (const path of ['/v1/status', '/']) {
      const answer = await raw(
        port,
        `GET ${path} HTTP/1.0\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 403 /);
      expect(answer).toMatch(/\r\nAccess-Control-Allow-Origin: \*\r\n/);
      expect(answer).toMatch(/\r\nX-Request-Id: req_/);
      expect(bodyOf(answer)).toEqual({
        error: { code: 'https_required', message: LOOPBACK_ONLY, type: 'invalid_request_error' },
      });
    }
  });

  it('that bears the marks of a proxy is 403, whatever they say', async () => {
    const { port } = await shared();
    for (const mark of [
      'Forwarded: for=192.0.2.1',
      'Via: 1.1 proxy',
      'X-Real-IP: 192.0.2.1',
      'X-Forwarded-For: 192.0.2.1',
      'X-Forwarded-Proto: https',
      'X-Forwarded-Host: localhost',
      'X-Forwarded-Anything: 1',
    ]) {
      const answer = await raw(
        port,
        `GET /v1/status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${mark}\r\n\r\n`,
      );
      expect(answer, mark).toMatch(/^HTTP\/1\.1 403 /);
      expect(bodyOf(answer), mark).toMatchObject({ error: { code: 'https_required' } });
    }
  });
});

describe('a request', () => {
  it.each([
    [
      'a path that begins twice',
      'GET //v1/status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      400,
    ],
    [
      'a page with half an escape',
      'GET /convert/%E0%A4%A HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      400,
    ],
    [
      'a backslash in its path',
      'GET /v1\\status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      400,
    ],
    [
      'an expectation nobody has',
      'GET /v1/status HTTP/1.1\r\nHost: localhost\r\nExpect: foo\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    [
      'both lengths',
      'GET /v1/status HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    [
      'headers of 100 kB',
      `GET /v1/status HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(100_000)}\r\n\r\n`,
      431,
    ],
  ])('that is %s is answered in the one error shape', async (_name, text, status) => {
    const { port } = await shared();
    const answer = await raw(port, text);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(bodyOf(answer)).toMatchObject({ error: { code: 'bad_request', type: 'invalid_request_error' } });
  });

  it('with a method that is none of ours is 405 with Allow', async () => {
    const { port } = await shared();
    const answer = await raw(
      port,
      'PROPFIND /v1/rates HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).toMatch(/\r\nAllow: GET, HEAD, OPTIONS\r\n/);
  });
});

describe('the process', () => {
  it('says who else has its port, and ends with 1', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => {
        const address = other.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    onTestFinished(() => void other.close());
    const { code, stderr } = await script({ PORT: String(port) }).ended;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `Cannot listen on 127.0.0.1:${port}: another program listens there. Set PORT to a free one.\n`,
    });
  });

  it.each([
    ['PORT', 'http', /^PORT must be a whole number from 0 to 65535; got "http"\.\n$/],
    [
      'CLOCK',
      'yesterday',
      /^CLOCK must be an ISO instant such as 2026-04-14T08:00:00Z; got "yesterday"\.\n$/,
    ],
    ['SOURCES', 'ecb,nobody', /^SOURCES names "nobody"; this version has ecb, [a-z, -]+\.\n$/],
    ['HOST', '0.0.0.0', /^HOST must be 127\.0\.0\.1, localhost or ::1/],
  ])('refuses a wrong %s with one sentence and ends with 1', async (name, value, sentence) => {
    const { code, stdout, stderr } = await script({ [name]: value }).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(sentence);
  });

  it('goes on when whoever reads its output goes away, and still ends with 0', async () => {
    const server = script({ PORT: '0', ROLE: 'all', UPSTREAM_ECB: 'http://127.0.0.1:9', LOG_LEVEL: 'trace' });
    const [, port] = await server.waitForOutput(/http:\/\/localhost:(\d+)/);
    server.stopReading();
    const status = () => raw(Number(port), 'GET /v1/status HTTP/1.0\r\nHost: localhost\r\n\r\n');
    await expect.poll(status, { timeout: 20_000 }).toMatch(/"ecb","status":"outage","latencyMs":[1-9]/);
    server.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0, signal: null });
  });

  it('answers a client that offers an upgrade as if it did not', async () => {
    const { port } = await shared();
    await raw(port, 'GET / HTTP/1.0\r\nHost: localhost\r\n\r\n');
    const offer = 'Connection: Upgrade, close\r\nUpgrade: h2c\r\n';
    const answer = await raw(port, `GET /v1/status HTTP/1.1\r\nHost: localhost\r\n${offer}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('the process that runs', () => {
  it('finishes and ends with 0 when it is told to, however often', async () => {
    const server = script({ PORT: '0' });
    await server.waitForOutput(/^Crossrate listens on /m);
    server.kill('SIGTERM');
    server.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0, signal: null });
  });

  it('says how to make a key for its own data folder, in a line that can be pasted into a shell', async () => {
    const folder = throwAwayFolder();
    const server = script({ PORT: '0', DATA_DIR: folder });
    const [, command] = await server.waitForOutput(/^An API key is made with: (.*)$/m);
    expect(command).toBe(`DATA_DIR=${folder} npm run keys -- create --email you@example.org --name first`);
  });

  it('says without a network, in one line, what it serves meanwhile', async () => {
    const server = script({
      PORT: '0',
      ROLE: 'all',
      SOURCES: 'ecb,fixed',
      UPSTREAM_ECB: 'http://127.0.0.1:9',
    });
    const [line] = await server.waitForOutput(/^.*Meanwhile .*$/m);
    expect(line).toMatch(
      /127\.0\.0\.1.* Meanwhile there are no figures yet; a file of the publisher loads with: npm run import/,
    );
  });
});

function script(variables: Readonly<Record<string, string>>): RunningScript {
  return startScript(['server.ts'], {
    DATA_DIR: throwAwayFolder(),
    ROLE: 'web',
    LOG_LEVEL: 'silent',
    ...variables,
  });
}
