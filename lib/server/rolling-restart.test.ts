import { describe, expect, it, onTestFinished } from 'vitest';
import { startListening } from '#lib/testing/worlds/listening-server';
import { type KeepAliveClients, startKeepAliveClients } from '#lib/testing/long/crowds/keep-alive-clients';
import { isLong, longCount } from '#lib/testing/long-count';
import { makeCertificate, writeCertificate } from '#lib/testing/wire/own-certificate';
import { exchange } from '#lib/testing/wire/raw-exchange';
import { makeKeyIn } from '#lib/testing/worlds/own-store';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

const RESTARTS = longCount('RESTARTS', 1);
const CERTIFICATES = longCount('CERTIFICATES', 1);

const CLIENTS = 24;
const PAUSE_MS = isLong('RESTARTS') ? 2 : 20;
/** Where every third request makes a new connection. */
const RENEWING_PAUSE_MS = 40;
const PATH = '/v1/rates/pair?from=XOF&to=EUR';

/** A server drains within ten seconds and another is there in two, on a busy machine three times that. */
const ROUND_MS_MAX = 40_000;

/** Answers that must have come before and after each change, so that it happens under load. */
const ANSWERS_BETWEEN = 200;

describe('a rolling restart', () => {
  it(
    `costs ${CLIENTS} clients that keep their connections no request, ${RESTARTS} times`,
    { timeout: 60_000 + RESTARTS * ROUND_MS_MAX },
    async ({ annotate }) => {
      const folder = throwAwayFolder();
      const variables = { DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: '0' };
      const key = await makeKeyIn({ DATA_DIR: folder });
      let current = await startListening(variables, false);
      const clients = startKeepAliveClients({
        clients: CLIENTS,
        port: () => current.port,
        path: PATH,
        headers: { 'X-API-Key': key },
        pauseMs: PAUSE_MS,
      });
      onTestFinished(clients.stop);
      for (let round = 0; round < RESTARTS; round += 1) {
        const former = current;
        const next = await startListening(variables, false);
        await moreAnswers(clients);
        current = next;
        former.server.kill('SIGTERM');
        expect(await former.server.ended).toMatchObject({ code: 0 });
        await moreAnswers(clients);
      }
      await clients.stop();
      await annotate(
        `${RESTARTS} restarts under ${CLIENTS} clients: ${clients.answered()} requests answered, failed: ${JSON.stringify(clients.failures())}`,
      );
      expect(clients.failures()).toEqual({});
    },
  );
});

describe('a change of certificate', () => {
  it(
    `costs ${CLIENTS} clients no request, whether they keep their connection or make new ones, ${CERTIFICATES} times`,
    { timeout: 60_000 + CERTIFICATES * ROUND_MS_MAX },
    async ({ annotate }) => {
      const folder = throwAwayFolder();
      const first = await makeCertificate();
      const trusted = [first.cert];
      const placed = { ...first, files: writeCertificate(folder, first) };
      const key = await makeKeyIn({ DATA_DIR: folder });
      const { port } = await startListening({ DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: '0' }, true, placed);
      const headers = { 'X-API-Key': key };
      const settings = { port: () => port, path: PATH, headers, ca: () => trusted.join('\n') };
      const keeping = startKeepAliveClients({
        ...settings,
        clients: CLIENTS / 2,
        pauseMs: RENEWING_PAUSE_MS,
      });
      const renewing = startKeepAliveClients({
        ...settings,
        clients: CLIENTS / 2,
        pauseMs: RENEWING_PAUSE_MS,
        requestsPerConnection: 3,
      });
      onTestFinished(keeping.stop);
      onTestFinished(renewing.stop);
      for (let round = 0; round < CERTIFICATES; round += 1) {
        await moreAnswers(keeping);
        const former = await fingerprint(port, trusted);
        const certificate = await makeCertificate();
        trusted.push(certificate.cert);
        writeCertificate(folder, certificate);
        await expect.poll(() => fingerprint(port, trusted), { timeout: 15_000 }).not.toBe(former);
        await moreAnswers(renewing);
      }
      await Promise.all([keeping.stop(), renewing.stop()]);
      const answered = keeping.answered() + renewing.answered();
      await annotate(`${CERTIFICATES} certificates under ${CLIENTS} clients: ${answered} requests answered`);
      expect([keeping.failures(), renewing.failures()]).toEqual([{}, {}]);
    },
  );
});

async function fingerprint(port: number, trusted: readonly string[]): Promise<string> {
  return (await exchange({ port, path: '/healthz', ca: trusted.join('\n') })).fingerprint;
}

async function moreAnswers(clients: KeepAliveClients): Promise<void> {
  const before = clients.answered();
  await expect
    .poll(() => clients.answered() - before, { timeout: 30_000, interval: 20 })
    .toBeGreaterThan(ANSWERS_BETWEEN);
}
