import { Agent, request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLogger } from '#lib/platform/logger';
import { NO_PROXIES, type TrustedProxies } from '#lib/platform/trusted-proxies';
import { connectHalfOpen } from '#lib/testing/wire/half-open-client';
import { startListening } from '#lib/testing/worlds/listening-server';
import { makeCertificate, writeCertificate } from '#lib/testing/wire/own-certificate';
import { exchange } from '#lib/testing/wire/raw-exchange';
import { bodyOf } from '#lib/testing/wire/raw-text';
import { listenHere } from '#lib/testing/wire/short-lived-listeners';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { type ConnectionAdmission, createAdmission } from './connection-admission.ts';
import { CONNECTION_TIMES, REFUSED_AT_ONCE_MAX } from './connection-limits.ts';

/** For a machine that has other work to do as well. */
const PATIENT = { timeout: 20_000 };

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

const BUSY = {
  error: {
    code: 'server_busy',
    message: 'Too many connections to this server are open. Close some, or try again soon.',
    type: 'api_error',
  },
};

/** Real times, in which nothing that is open here ends by itself. */
const REAL = CONNECTION_TIMES;

describe('a connection too many', () => {
  it('of one address is told 503 and closed, while those of others and those before it go on', async () => {
    const { port, connectionCount } = await listenHere(sayOk, { CONNECTIONS_PER_ADDRESS: '3' }, REAL);
    const [first, ...others] = Array.from({ length: 3 }, () => connectHalfOpen(port, REQUEST));
    await expect.poll(() => first?.heard(), PATIENT).toMatch(/^HTTP\/1\.1 200 /);
    await expect.poll(connectionCount, PATIENT).toBe(3);
    const refused = connectHalfOpen(port, REQUEST);
    await expect.poll(refused.hasEnded, PATIENT).toBe(true);
    expect(refused.heard()).toMatch(/^HTTP\/1\.1 503 .*\r\n(?:.*\r\n)*Retry-After: 5\r\n/);
    expect(refused.heard()).toMatch(/\r\nConnection: close\r\n/i);
    expect(bodyOf(refused.heard())).toEqual(BUSY);
    const elsewhere = connectHalfOpen(port, REQUEST, '127.0.0.2');
    await expect.poll(elsewhere.heard, PATIENT).toMatch(/^HTTP\/1\.1 200 /);
    first?.socket.write(REQUEST);
    await expect.poll(() => first?.heard(), PATIENT).toMatch(/ok(.|\r\n)*HTTP\/1\.1 200 /);
    others[0]?.socket.destroy();
    await expect.poll(connectionCount, PATIENT).toBe(3);
    const next = connectHalfOpen(port, REQUEST);
    await expect.poll(next.heard, PATIENT).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('in all is refused to every address', async () => {
    const { port, connectionCount } = await listenHere(sayOk, { CONNECTIONS: '2' }, REAL);
    connectHalfOpen(port, '', '127.0.0.2');
    connectHalfOpen(port, '', '127.0.0.3');
    await expect.poll(connectionCount, PATIENT).toBe(2);
    const refused = connectHalfOpen(port, REQUEST);
    await expect.poll(refused.hasEnded, PATIENT).toBe(true);
    expect(bodyOf(refused.heard())).toEqual(BUSY);
  });

  it('that says nothing is closed all the same', async () => {
    const { port, connectionCount } = await listenHere(
      sayOk,
      { CONNECTIONS: '1' },
      { ...REAL, partingMs: 100 },
    );
    connectHalfOpen(port, '');
    await expect.poll(connectionCount, PATIENT).toBe(1);
    const refused = Array.from({ length: 20 }, () => connectHalfOpen(port, ''));
    await expect.poll(() => refused.every(({ hasEnded }) => hasEnded()), PATIENT).toBe(true);
    await expect.poll(connectionCount, PATIENT).toBe(1);
  });
});

describe('a connection too many, elsewhere', () => {
  it('is told so over TLS too, and counted before TLS is agreed on', async () => {
    const certificate = await makeCertificate();
    const { certFile, keyFile } = writeCertificate(throwAwayFolder(), certificate);
    const variables = { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, CONNECTIONS_PER_ADDRESS: '2' };
    const { port, connectionCount } = await listenHere(sayOk, variables, REAL);
    const ask = () => exchange({ port, path: '/', headers: { Host: 'localhost' }, ca: certificate.cert });
    expect((await ask()).body).toBe('ok');
    await expect.poll(connectionCount, PATIENT).toBe(0);
    const silent = [connectHalfOpen(port, ''), connectHalfOpen(port, '')];
    await expect.poll(connectionCount, PATIENT).toBe(2);
    const { status, headers, body } = await ask();
    expect([status, headers['retry-after'], headers['connection']]).toEqual([503, '5', 'close']);
    expect(headers['strict-transport-security']).toBe('max-age=63072000');
    expect(JSON.parse(body)).toEqual(BUSY);
    for (const { socket } of silent) socket.destroy();
    await expect.poll(ask, PATIENT).toMatchObject({ status: 200 });
  });

  it('is noted in the log with the variable that sets the bound, once', async () => {
    const variables = { CONNECTIONS_PER_ADDRESS: '1', LOG_LEVEL: 'warn' };
    const { server, port } = await startListening(variables, false);
    connectHalfOpen(port, '');
    const refused = [connectHalfOpen(port, REQUEST), connectHalfOpen(port, REQUEST)];
    await expect.poll(() => refused.every(({ hasEnded }) => hasEnded()), PATIENT).toBe(true);
    server.kill('SIGINT');
    const { stderr } = await server.ended;
    expect(stderr.match(/as many are open as CONNECTIONS_PER_ADDRESS permits/g)).toHaveLength(1);
  });
});

describe('the bounds without a variable', () => {
  it('let a load test keep 1,000 connections from one address', async () => {
    // Named proxies have connections kept for longer than this takes on a busy machine; none of them connects.
    const { port, connectionCount } = await listenHere(sayOk, { TRUSTED_PROXIES: '192.0.2.1' }, REAL);
    const agent = new Agent({ keepAlive: true, maxFreeSockets: 1000 });
    onTestFinished(() => agent.destroy());
    const statuses = await Promise.all(Array.from({ length: 1000 }, () => statusOf(port, agent)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(connectionCount()).toBe(1000);
  });
});

describe('who connections are counted as', () => {
  it.each([
    ['an IPv6 address is its /64', ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'], ['2001:db8:1:3::1']],
    ['an IPv4 address is itself, however written', ['192.0.2.1', '::ffff:192.0.2.1'], ['192.0.2.2']],
  ])('%s', (_name, [one = '', same], [other]) => {
    const admit = admission(NO_PROXIES, { max: 9, perAddressMax: 1 });
    expect(admit(one)?.isRefused).toBe(false);
    expect(admit(same)?.isRefused).toBe(true);
    expect(admit(other)?.isRefused).toBe(false);
  });

  it('a trusted proxy brings as many as there may be in all', () => {
    const proxies = { trusts: (address: string) => address === '10.0.0.1' };
    const admit = admission(proxies, { max: 4, perAddressMax: 1 });
    const places = Array.from({ length: 5 }, () => admit('::ffff:10.0.0.1')?.isRefused);
    expect(places).toEqual([false, false, false, false, true]);
  });

  it('what has left is not counted, nor is what was refused', () => {
    const admit = admission(NO_PROXIES, { max: 2, perAddressMax: 1 });
    const first = admit('192.0.2.1');
    const refused = admit('192.0.2.1');
    expect(admit('192.0.2.2')?.isRefused).toBe(false);
    refused?.leave();
    expect(admit('192.0.2.1')?.isRefused).toBe(true);
    first?.leave();
    expect(admit('192.0.2.1')?.isRefused).toBe(false);
  });

  it('more refusals at once than a flood should cost are not even made', () => {
    const admit = admission(NO_PROXIES, { max: 1, perAddressMax: 1 });
    const places = Array.from({ length: REFUSED_AT_ONCE_MAX + 2 }, () => admit('192.0.2.1'));
    expect(places.filter((place) => place === null)).toHaveLength(1);
  });
});

function admission(proxies: TrustedProxies, bounds: { max: number; perAddressMax: number }) {
  const admit = createAdmission({ bounds, proxies, log: createLogger('silent') });
  return (address: string | undefined): ConnectionAdmission | null => admit(address);
}

function sayOk(_request: unknown, response: { readonly end: (body: string) => void }): void {
  response.end('ok');
}

function statusOf(port: number, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject).end();
  });
}
