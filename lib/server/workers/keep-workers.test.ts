import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { startKeepAliveClients } from '#lib/testing/long/crowds/keep-alive-clients';
import { longCount } from '#lib/testing/long-count';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { makeCertificate, type OwnCertificate, writeCertificate } from '#lib/testing/wire/own-certificate';
import { exchange } from '#lib/testing/wire/raw-exchange';
import { type ListeningServer, startListening, startServer } from '#lib/testing/worlds/listening-server';
import { emptyDatabaseFolder, makeKeyIn } from '#lib/testing/worlds/own-store';

const WORKERS = 2;
const RELOADS = longCount('RELOADS', 1);

/** For a machine that has other work to do as well. */
const PATIENT = { timeout: 30_000, interval: 50 };

const PATH = '/v1/rates/pair?from=XOF&to=EUR';
const CLIENTS = 24;

/** Answers that must have come before and after each change, so that it happens under load. */
const ANSWERS_BETWEEN = 200;

describe('workers', () => {
  it(
    `that are replaced ${RELOADS} times and then told to end cost ${CLIENTS} clients no request, and take up a new certificate`,
    { timeout: 90_000 + RELOADS * 60_000 },
    replaceUnderLoad,
  );

  it(
    'that die are started again and others answer meanwhile; all count one limit and one set of accounts, and tell their metrics together',
    { timeout: 60_000 },
    countTogether,
  );

  it('that cannot start end the service with the sentence of one alone', async () => {
    const blocking = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void blocking.close());
    await once(blocking, 'listening');
    const { port } = asTcp(blocking.address());
    const server = startServer({
      PORT: `${port}`,
      WORKERS: `${WORKERS}`,
      DATA_DIR: await emptyDatabaseFolder(),
    });
    const stderr = `Cannot listen on 127.0.0.1:${port}: another program listens there. Set PORT to a free one.\n`;
    expect(await server.ended).toMatchObject({ code: 1, signal: null, stderr });
  });
});

async function replaceUnderLoad({ annotate }: TestContext): Promise<void> {
  const folder = throwAwayFolder();
  const first = await makeCertificate();
  const trusted = [first.cert];
  const files = writeCertificate(folder, first);
  const key = await makeKeyIn({ DATA_DIR: folder }, { limitPerMinute: 0 });
  const variables = { DATA_DIR: folder, LOG_LEVEL: 'info' };
  const served = await startListening({ ...variables, WORKERS: `${WORKERS}` }, true, { ...first, files });
  const settings = {
    port: () => current,
    path: PATH,
    headers: { 'X-API-Key': key },
    ca: () => trusted.join('\n'),
  };
  let current = served.port;
  const keeping = startKeepAliveClients({ ...settings, clients: CLIENTS / 2, pauseMs: 20 });
  const renewing = startKeepAliveClients({
    ...settings,
    clients: CLIENTS / 2,
    pauseMs: 40,
    requestsPerConnection: 3,
  });
  onTestFinished(keeping.stop);
  onTestFinished(renewing.stop);
  const answered = () => keeping.answered() + renewing.answered();
  const moreAnswers = async () => {
    const before = answered();
    await expect.poll(() => answered() - before, PATIENT).toBeGreaterThan(ANSWERS_BETWEEN);
  };
  for (let round = 0; round < RELOADS; round += 1) {
    const former = await allWorkers(served);
    await moreAnswers();
    served.server.kill('SIGHUP');
    await expect.poll(() => workersOf(served).filter((pid) => former.includes(pid)), PATIENT).toEqual([]);
    await allWorkers(served);
  }
  const certificate = await changeCertificate(served.port, folder, trusted);
  const next = await startListening(variables, true, { ...certificate, files });
  current = next.port;
  served.server.kill('SIGTERM');
  expect(await served.server.ended).toMatchObject({ code: 0, signal: null });
  await moreAnswers();
  await Promise.all([keeping.stop(), renewing.stop()]);
  await annotate(`${RELOADS} reloads of ${WORKERS} workers: ${answered()} requests answered`);
  expect([keeping.failures(), renewing.failures()]).toEqual([{}, {}]);
}

/** Puts another certificate in the place of the former one, and waits until every worker has it. */
async function changeCertificate(port: number, folder: string, trusted: string[]): Promise<OwnCertificate> {
  const certificate = await makeCertificate();
  trusted.push(certificate.cert);
  writeCertificate(folder, certificate);
  const status = async () =>
    (await exchange({ port, path: '/readyz', ca: certificate.cert }).catch(() => null))?.status ?? 0;
  const statuses = () => Promise.all(Array.from({ length: 4 * WORKERS }, status));
  await expect.poll(async () => [...new Set(await statuses())], PATIENT).toEqual([200]);
  return certificate;
}

async function countTogether(): Promise<void> {
  const folder = throwAwayFolder();
  const key = await makeKeyIn({ DATA_DIR: folder });
  const variables = { DATA_DIR: folder, WORKERS: `${WORKERS}`, LOG_LEVEL: 'error' };
  const served = await startListening(variables, false);
  const { send, server } = served;
  const [, killed = 0] = await allWorkers(served);
  process.kill(killed, 'SIGKILL');
  await server.waitForError(
    /"worker":\d,"code":null,"signal":"SIGKILL","pauseMs":\d+,"msg":"a worker ended; it is started again"/,
  );
  expect((await send({ path: '/healthz' })).status).toBe(200);
  const metrics = async () => (await send({ path: '/metrics', headers: { Host: 'localhost' } })).body;
  await expect.poll(metrics, PATIENT).toContain(`\ncrossrate_workers ${WORKERS}\n`);
  expect((await metrics()).match(/^crossrate_source_state\{source="fixed"\} /gm)).toHaveLength(1);

  // Each connection goes to another worker.
  const ask = () => send({ path: PATH, headers: { 'X-API-Key': key, Host: 'localhost' } });
  const left = [];
  for (let count = 0; count < 4; count += 1) left.push(leftIn(await ask()));
  await expect.poll(async () => leftIn(await ask()), PATIENT).toBeLessThan(Math.max(...left) - 4);

  const guess = () =>
    send({
      path: '/account/api/sign-in',
      method: 'POST',
      headers: {
        Host: 'localhost',
        Origin: 'http://localhost',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ email: 'ada@example.org', password: 'not the one of ada' }),
    });
  // Two that count by themselves would let nine pass.
  const statuses = [];
  for (let count = 0; count < 9; count += 1) statuses.push((await guess()).status);
  expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
  expect(statuses).toContain(429);
}

/** The processes that answer, once all of them are there. */
async function allWorkers(served: ListeningServer): Promise<readonly number[]> {
  await expect.poll(() => workersOf(served).length, PATIENT).toBe(WORKERS);
  return workersOf(served);
}

/** Children of the started process that run the same program: the one that draws pages does not. */
function workersOf({ server }: ListeningServer): readonly number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return parent === server.pid && pid !== undefined && line.includes('server.ts') ? [pid] : [];
  });
}

function leftIn({ headers }: Awaited<ReturnType<ListeningServer['send']>>): number {
  return Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
}

/** A server that listens on a port has such an address. */
function asTcp(address: unknown): AddressInfo {
  return address as AddressInfo;
}
