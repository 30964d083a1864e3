import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectHalfOpen, type HalfOpenClient } from '#lib/testing/wire/half-open-client';
import { makeCertificate, writeCertificate } from '#lib/testing/wire/own-certificate';
import { bodyOf } from '#lib/testing/wire/raw-text';
import { listenHere, SHORT_TIMES } from '#lib/testing/wire/short-lived-listeners';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

/** For a machine that has other work to do as well. */
const PATIENT = { timeout: 20_000 };

const CLIENTS = 40;
const DRIP_EVERY_MS = 20;

/** More than the buffers of both ends take. */
const LARGE = Buffer.alloc(64 * 1024 * 1024, 'x');

const HEAD = 'GET / HTTP/1.1\r\nHost: localhost\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n';

const answer: RequestListener = (request, response) => {
  if (request.url === '/never') return undefined;
  if (request.method === 'GET') return response.end(request.url === '/large' ? LARGE : 'ok');
  request.resume().once('end', () => response.end('ok'));
  return undefined;
};

describe('a connection whose client does not go on', () => {
  it.each([
    ['without a byte', ''],
    ['after half a head', HEAD],
    ['before the body', POST],
    ['after half a body', `${POST}half`],
  ])('%s is told 408 and closed, as by a bare server', async (_name, text) => {
    const { port, connectionCount } = await listenHere(answer);
    const bare = await bareServer();
    const clients = clientsOf(port, text);
    clientsOf(bare.port, text);
    await allEnded(clients);
    await expect.poll(connectionCount, PATIENT).toBe(0);
    await expect.poll(bare.connectionCount, PATIENT).toBe(0);
    for (const { heard } of clients) {
      expect(heard()).toMatch(/^HTTP\/1\.1 408 .*\r\n(?:.*\r\n)*Connection: close\r\n/);
      expect(bodyOf(heard())).toMatchObject({ error: { code: 'bad_request' } });
    }
  });

  it.each([
    ['a head', HEAD, 'X-Drip: x\r\n'],
    ['a body', POST, 'x'],
  ])('but drips %s is closed while it does', async (_name, text, drop) => {
    const { port, connectionCount } = await listenHere(answer);
    const clients = clientsOf(port, text);
    for (const { socket } of clients) drip(socket, drop);
    await allEnded(clients);
    await expect.poll(connectionCount, PATIENT).toBe(0);
  });

  it('once it was refused is closed while it goes on sending', async () => {
    const { port, connectionCount } = await listenHere(answer);
    const clients = clientsOf(port, 'no HTTP\r\n\r\n');
    await expect
      .poll(() => clients.every(({ heard }) => heard().startsWith('HTTP/1.1 400 ')), PATIENT)
      .toBe(true);
    await expect.poll(connectionCount, PATIENT).toBe(0);
  });

  it('is closed when it does not read a large answer', async () => {
    const { port, connectionCount } = await listenHere(answer);
    for (let count = 0; count < 4; count += 1) {
      const { socket } = connectHalfOpen(port, `GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      socket.pause();
    }
    await expect.poll(connectionCount, PATIENT).toBeGreaterThan(0);
    await expect.poll(connectionCount, PATIENT).toBe(0);
  });

  it.each([
    ['without a byte', ''],
    ['after the first bytes', '\x16\x03\x01\x02\x00\x01'],
  ])('does not agree on TLS %s is closed', async (_name, text) => {
    const { certFile, keyFile } = writeCertificate(throwAwayFolder(), await makeCertificate());
    const tls = { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile };
    const { port, connectionCount } = await listenHere(answer, tls);
    const clients = clientsOf(port, text);
    for (const { socket } of clients) if (text !== '') drip(socket, '\x01');
    await allEnded(clients);
    await expect.poll(connectionCount, PATIENT).toBe(0);
  });
});

describe('a connection that is in use', () => {
  it('outlives every one of these times', async () => {
    const { port } = await listenHere(answer);
    const { socket, heard, hasEnded } = connectHalfOpen(port, '');
    const asking = setInterval(() => socket.write(`${HEAD}\r\n`), DRIP_EVERY_MS);
    onTestFinished(() => clearInterval(asking));
    const requests = (2 * SHORT_TIMES.requestMs) / DRIP_EVERY_MS;
    await expect.poll(() => heard().split('HTTP/1.1 200 ').length, PATIENT).toBeGreaterThan(requests);
    expect(hasEnded()).toBe(false);
  });

  it.each([
    ['', ''],
    [', nor before one that waits for it', 'GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ])('gets no refusal into the middle of an answer%s', async (_name, next) => {
    const { port, connectionCount } = await listenHere(answer);
    const { socket, heard } = connectHalfOpen(port, `GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    socket.once('data', () => socket.write(`${next}no HTTP\r\n\r\n`));
    await expect.poll(heard, PATIENT).not.toBe('');
    await expect.poll(connectionCount, PATIENT).toBe(0);
    expect(heard().slice(1).includes('HTTP/1.1')).toBe(false);
  });
});

function clientsOf(port: number, text: string): readonly HalfOpenClient[] {
  return Array.from({ length: CLIENTS }, () => connectHalfOpen(port, text));
}

async function allEnded(clients: readonly HalfOpenClient[]): Promise<void> {
  await expect.poll(() => clients.every(({ hasEnded }) => hasEnded()), PATIENT).toBe(true);
}

function drip(socket: Socket, drop: string): void {
  const dripping = setInterval(() => socket.write(drop), DRIP_EVERY_MS);
  socket.once('close', () => clearInterval(dripping));
}

/** What a server does that has nothing of ours but the times. */
async function bareServer() {
  const { headMs, requestMs, lookEveryMs } = SHORT_TIMES;
  const times = {
    headersTimeout: headMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: lookEveryMs,
  };
  const server = createServer(times, answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connectionCount: () =>
      new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count))),
  };
}
