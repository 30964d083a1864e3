import { execFile } from 'node:child_process';
import { request as httpRequest } from 'node:http';
import process from 'node:process';
import { promisify } from 'node:util';
import { longCount } from '#lib/testing/long-count';
import { expect, test } from './guarded-test.ts';
import { type RunningServer, startServer } from '#lib/testing/worlds/running-server';
import { type ServedFolder, servedFolder } from '#lib/testing/worlds/served-folder';
import { statusReport } from '#lib/testing/wire/answer-schemas';

let folder: ServedFolder;
let server: RunningServer;

test.beforeAll(async () => {
  folder = await servedFolder();
  server = await startServer(folder, { LOG_LEVEL: 'fatal' });
  await expectPage();
});

test.afterAll(async () => {
  await server.stop();
  await folder.remove();
});

test('the API goes on while pages are down, the status names them, and they come back', async ({ page }) => {
  const [drawing = 0] = await pageProcessesOf(server.pid);
  process.kill(drawing, 'SIGKILL');
  await expect.poll(pagesState).toBe('outage');
  expect((await askPair()).status).toBe(200);
  await expectPage();
  await expect.poll(pagesState).toBe('operational');
  expect(await pageProcessesOf(server.pid)).not.toContain(drawing);
  await page.goto(server.origin);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('pages drawn for readers who hung up do not keep others waiting', async () => {
  await Promise.all(
    Array.from({ length: longCount('HANG_UPS', 100) }, (_, index) =>
      askAndHangUp(`${server.origin}/docs?reader=${index}`),
    ),
  );
  const askedMs = performance.now();
  expect((await askPair()).status).toBe(200);
  await expectPage();
  expect(performance.now() - askedMs).toBeLessThan(10_000);
});

test('pages and their files are read, and nothing else can be done with them', async () => {
  for (const path of ['/', '/charts/EUR/USD', '/sw.js', '/nowhere']) {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']) {
      const { status, allow } = await askAs(method, path);
      expect({ path, method, status, allow }).toEqual({ path, method, status: 405, allow: 'GET, HEAD' });
    }
  }
});

test('an answer to HEAD says what GET would send, without a body', async () => {
  const [asked, headed] = await Promise.all([
    fetch(server.origin, { headers: { 'Accept-Encoding': 'identity' } }),
    fetch(server.origin, { method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } }),
  ]);
  expect(headed.status).toBe(200);
  expect(headed.headers.get('content-type')).toBe(asked.headers.get('content-type'));
  expect(Number(asked.headers.get('content-length'))).toBe((await asked.arrayBuffer()).byteLength);
  expect(await headed.text()).toBe('');
});

test('the process that draws pages has no secret, and ends when the one that answers is killed', async () => {
  const killed = await startServer(folder, {
    MASTER_SECRET: 'a secret of the answering process, for its own use',
    DATA_DIR: `${folder.variables['DATA_DIR']}-killed`,
  });
  const [drawing = 0] = await pageProcessesOf(killed.pid);
  expect(await environmentOf(drawing)).not.toContain('a secret of the answering process');
  process.kill(killed.pid, 'SIGKILL');
  await expect.poll(() => isAlive(drawing)).toBe(false);
  await killed.stop();
});

async function pagesState(): Promise<string | undefined> {
  const report: unknown = await (await fetch(`${server.origin}/v1/status`)).json();
  return statusReport.parse(report).services.find(({ service }) => service === 'pages')?.status;
}

function askPair(): Promise<Response> {
  return fetch(`${server.origin}/v1/rates/pair?from=EUR&to=USD`, { headers: { 'X-API-Key': folder.key } });
}

/** Pages that are being started again are 503 for a moment, with the time after which to ask. */
async function expectPage(): Promise<void> {
  await expect
    .poll(
      async () => {
        const response = await fetch(server.origin);
        if (response.status === 503) expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
        return response.status;
      },
      { timeout: 30_000 },
    )
    .toBe(200);
}

function askAndHangUp(url: string): Promise<void> {
  return new Promise((resolve) => {
    const asking = httpRequest(url, { agent: false });
    asking.once('error', () => resolve());
    asking.once('finish', () => asking.destroy());
    asking.once('close', () => resolve());
    asking.end();
  });
}

/** By node itself: fetch does not send TRACE. */
function askAs(method: string, path: string) {
  return new Promise<{ status: number | undefined; allow: string | undefined }>((resolve, reject) => {
    const headers = { 'Next-Action': '4f2a' };
    const asking = httpRequest(server.origin + path, { method, headers, agent: false }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode, allow: answer.headers.allow });
    });
    asking.once('error', reject);
    asking.end();
  });
}

async function pageProcessesOf(parent: number): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  return stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s.*page-process/.exec(line))
    .flatMap((row) => (row !== null && Number(row[2]) === parent ? [Number(row[1])] : []));
}

async function environmentOf(pid: number): Promise<string> {
  const { stdout } = await promisify(execFile)('ps', ['eww', '-p', String(pid)]);
  return stdout;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
