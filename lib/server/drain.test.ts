import { Agent, request, type RequestListener, type ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { someOf } from '#lib/testing/long-count';
import { connectHalfOpen } from '#lib/testing/wire/half-open-client';
import { startListening, startServer } from '#lib/testing/worlds/listening-server';
import { emptyDatabaseFolder } from '#lib/testing/worlds/own-store';
import { loopClients } from '#lib/testing/wire/looping-clients';
import { exchange } from '#lib/testing/wire/raw-exchange';
import { listenHere } from '#lib/testing/wire/short-lived-listeners';
import { CONNECTION_TIMES } from './connection-limits.ts';

/** For a machine that has other work to do as well. */
const PATIENT = { timeout: 20_000 };

const CLIENTS = 24;
const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Nothing is waited for as long. */
const LONG = { ...CONNECTION_TIMES, stillTakingMs: 60_000, lastRequestMs: 60_000 };

describe('a process that is told to end', () => {
  it.each(someOf([1, 2], 1))(
    `fails no request of ${CLIENTS} clients that keep their connections, time %i`,
    async () => {
      const { server, port } = await startListening({}, false);
      const clients = loopClients({
        count: CLIENTS,
        openAgent: () => new Agent({ keepAlive: true, maxSockets: 1 }),
        ask: (agent) => request({ host: '127.0.0.1', port, agent, path: '/healthz' }),
      });
      await expect.poll(() => clients.tally().statuses.get(200), PATIENT).toBeGreaterThan(10 * CLIENTS);
      server.kill('SIGTERM');
      await clients.turnedAway;
      const { statuses, lastAnswers, failures } = clients.tally();
      expect(failures).toEqual([]);
      expect([...statuses.keys()]).toEqual([200]);
      expect(lastAnswers).toBeGreaterThanOrEqual(CLIENTS);
      expect(await server.ended).toMatchObject({ code: 0, signal: null });
    },
  );

  it('says so to balancers', async () => {
    const { server, port } = await startListening({}, false);
    const kept = connectHalfOpen(port, REQUEST);
    await expect.poll(kept.heard, PATIENT).not.toBe('');
    const readyz = () => exchange({ port, path: '/readyz' });
    expect((await readyz()).status).toBe(200);
    server.kill('SIGTERM');
    await expect.poll(readyz, PATIENT).toMatchObject({ status: 503 });
    expect(await server.ended).toMatchObject({ code: 0, signal: null });
  });

  it('finishes what its start writes down, and logs nothing', async () => {
    // One that has its tables lets the server listen before its start has noted everything.
    const server = startServer({ PORT: '0', DATA_DIR: await emptyDatabaseFolder(), LOG_LEVEL: 'info' });
    await server.waitForOutput(/Crossrate listens on/);
    server.kill('SIGINT');
    expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  it('ends although clients hold on to connections on which nothing happens', async () => {
    const { server, port } = await startListening({}, false);
    const idle = connectHalfOpen(port, REQUEST);
    const silent = connectHalfOpen(port, '');
    await expect.poll(idle.heard, PATIENT).not.toBe('');
    server.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0, signal: null });
    await expect.poll(() => [idle.hasEnded(), silent.hasEnded()], PATIENT).toEqual([true, true]);
  });
});

describe('listeners that end', () => {
  it('answer what is under way and what comes on open connections, each for the last time', async () => {
    const held: ServerResponse[] = [];
    const answer: RequestListener = (request, response) => {
      if (request.url === '/held') held.push(response);
      else response.end('ok');
    };
    const { port, drain, connectionCount } = await listenHere(answer, {}, { ...LONG, stillTakingMs: 0 });
    const kept = connectHalfOpen(port, REQUEST);
    const underWay = connectHalfOpen(port, REQUEST.replace(' / ', ' /held '));
    const begun = connectHalfOpen(port, REQUEST.slice(0, 20));
    await expect
      .poll(() => [kept.heard() !== '', held.length, connectionCount()], PATIENT)
      .toEqual([true, 1, 3]);
    const ended = drain();
    kept.socket.write(REQUEST);
    held[0]?.end('held');
    begun.socket.write(REQUEST.slice(20));
    await ended;
    for (const { heard, hasEnded } of [kept, underWay, begun]) {
      await expect.poll(hasEnded, PATIENT).toBe(true);
      expect(heard()).toMatch(/HTTP\/1\.1 200 OK\r\nConnection: close\r\n(?:.*\r\n)*\r\n(ok|held)$/);
    }
  });

  it('take new connections at first, and keep them', async () => {
    const { port, drain } = await listenHere((_request, response) => response.end('ok'), {}, LONG);
    const kept = connectHalfOpen(port, REQUEST);
    await expect.poll(kept.heard, PATIENT).not.toBe('');
    void drain();
    const later = connectHalfOpen(port, REQUEST);
    await expect.poll(later.heard, PATIENT).toMatch(/Connection: keep-alive\r\n/);
    kept.socket.write(REQUEST);
    await expect.poll(kept.heard, PATIENT).toMatch(/Connection: close\r\n/);
  });
});
