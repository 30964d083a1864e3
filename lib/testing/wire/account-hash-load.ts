import process from 'node:process';
import { parseArgs } from 'node:util';

/*
 * What sign-ins cost the callers of /v1: asks a running service for rates at a steady pace, first alone and then beside sign-ins
 * with the right password, and prints one JSON line a phase. The pace is kept whether answers come or not, so waiting counts.
 *
 * node lib/testing/wire/account-hash-load.ts --url http://localhost:3000 --key xr_live_... --email ada@example.org --password ...
 */

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    key: { type: 'string', default: '' },
    email: { type: 'string', default: '' },
    password: { type: 'string', default: '' },
    path: { type: 'string', default: '/v1/status' },
    seconds: { type: 'string', default: '15' },
    signIns: { type: 'string', default: '20' },
    asks: { type: 'string', default: '200' },
  },
});

const durationMs = 1000 * Number(values.seconds);

await phase('alone', 0);
await phase(`beside ${values.signIns} sign-ins a second`, Number(values.signIns));

async function phase(name: string, signInsPerSecond: number): Promise<void> {
  const asked = keepPace(Number(values.asks), () =>
    fetch(`${values.url}${values.path}`, { headers: { 'X-API-Key': values.key } }),
  );
  const signed = signInsPerSecond > 0 ? keepPace(signInsPerSecond, signIn) : Promise.resolve([]);
  const [asks, signIns] = await Promise.all([asked, signed]);
  print({ phase: name, of: '/v1', ...summary(asks) });
  if (signIns.length > 0) print({ phase: name, of: 'sign-in', ...summary(signIns) });
}

function signIn(): Promise<Response> {
  return fetch(`${values.url}/account/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: values.url },
    body: JSON.stringify({ email: values.email, password: values.password }),
  });
}

interface Timed {
  readonly status: number;
  readonly tookMs: number;
}

async function keepPace(perSecond: number, ask: () => Promise<Response>): Promise<readonly Timed[]> {
  const startMs = performance.now();
  const waiting: Promise<Timed>[] = [];
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsedMs = performance.now() - startMs;
      while (waiting.length < (Math.min(elapsedMs, durationMs) * perSecond) / 1000) waiting.push(timed(ask));
      if (elapsedMs < durationMs) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  return Promise.all(waiting);
}

async function timed(ask: () => Promise<Response>): Promise<Timed> {
  const startMs = performance.now();
  const response = await ask();
  await response.arrayBuffer();
  return { status: response.status, tookMs: performance.now() - startMs };
}

function summary(all: readonly Timed[]) {
  const sorted = all.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
  const at = (share: number) =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(2));
  const statuses: Record<string, number> = {};
  for (const { status } of all) statuses[status] = (statuses[status] ?? 0) + 1;
  return { n: all.length, statuses, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
