import { Agent, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { connectHalfOpen } from '#lib/testing/half-open-client';
import { startListening } from '#lib/testing/listening-server';
import { loopClients } from '#lib/testing/looping-clients';
import { exchange } from '#lib/testing/raw-exchange';

/** For a machine that has other work to do as well. */
const PATIENT = { timeout: 20_000 };

const CLIENTS = 24;
const HEAD = 'GET /v1/status HTTP/1.1\r\nHost: localhost\r\n';

describe('a process that is told to end', () => {
  it.each([1, 2])(`fails no request of ${CLIENTS} clients that keep their connections, time %i`, async () => {
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
  });

  it('answers what was under way, and what comes meanwhile, and tells balancers', async () => {
    const { server, port } = await startListening({}, false);
    const kept = connectHalfOpen(port, `${HEAD}\r\n`);
    const underWay = connectHalfOpen(port, HEAD);
    await expect.poll(kept.heard, PATIENT).toMatch(/^HTTP\/1\.1 200 /);
    expect((await exchange({ port, path: '/readyz' })).status).toBe(200);
    server.kill('SIGTERM');
    await expect.poll(() => exchange({ port, path: '/readyz' }), PATIENT).toMatchObject({ status: 503 });
    expect(await exchange({ port, path: '/healthz' })).toMatchObject({ status: 200, body: 'ok\n' });
    for (const { socket, heard, hasEnded } of [kept, underWay]) {
      expect(hasEnded()).toBe(false);
      socket.write(socket === kept.socket ? `${HEAD}\r\n` : '\r\n');
      await expect.poll(hasEnded, PATIENT).toBe(true);
      expect(heard()).toMatch(/HTTP\/1\.1 200 .*\r\n(?:.*\r\n)*Connection: close\r\n/i);
      expect(heard()).toMatch(/\}$/);
    }
    expect(await server.ended).toMatchObject({ code: 0, signal: null });
  });

  it('ends although clients hold on to connections on which nothing happens', async () => {
    const { server, port } = await startListening({}, false);
    const idle = connectHalfOpen(port, `${HEAD}\r\n`);
    const silent = connectHalfOpen(port, '');
    await expect.poll(idle.heard, PATIENT).toMatch(/^HTTP\/1\.1 200 /);
    server.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0, signal: null });
    await expect.poll(() => [idle.hasEnded(), silent.hasEnded()], PATIENT).toEqual([true, true]);
  });
});
