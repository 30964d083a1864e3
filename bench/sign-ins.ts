import { request } from 'node:http';
import { median } from './numbers.ts';
import { type ServerProcess, loadFromOutside, startServer } from './processes.ts';

/** What rates cost their callers while others sign in, against the same moments without. */
export interface SignInFigure {
  readonly name: 'sign-ins';
  /** The 99th percentile of a rate beside the sign-ins. */
  readonly value: number;
  readonly unit: 'ms';
  readonly aloneMs: number;
  readonly signedInPerSecond: number;
  /** Told to come again in some seconds, because the threads that hash were busy. */
  readonly refusedPerSecond: number;
}

const PER_SECOND = 20;
const ROUNDS = 3;

/** Some hundred requests a second, so that what is measured is the wait behind a sign-in and not a processor that has no rest. */
const CONNECTIONS = 8;
const PAUSE_MS = 10;

/**
 * The latency of a rate alone and beside twenty sign-ins a second, in alternating rounds on one server. Each sign-in names
 * another account and comes from another address of loopback, so that each costs a hash and none is slowed down for failing.
 */
export async function benchSignIns(
  variables: Readonly<Record<string, string>>,
  path: string,
  key: string,
  durationMs: number,
): Promise<SignInFigure> {
  const server = await startServer('server.ts', [], variables);
  const plan = {
    port: server.port,
    path,
    headers: { 'X-API-Key': key },
    connections: CONNECTIONS,
    pauseMs: PAUSE_MS,
    durationMs,
    requestsMax: Number.MAX_SAFE_INTEGER,
  };
  const alone: number[] = [];
  const beside: number[] = [];
  const statuses: number[] = [];
  try {
    await signIn(server, 0);
    await loadFromOutside(plan);
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push((await loadFromOutside(plan)).p99Ms);
      const stop = signInSteadily(server, statuses);
      beside.push((await loadFromOutside(plan)).p99Ms);
      await stop();
    }
  } finally {
    await server.stop();
  }
  const perSecond = (wanted: (status: number) => boolean) =>
    Number(((statuses.filter(wanted).length * 1000) / (ROUNDS * durationMs)).toFixed(1));
  return {
    name: 'sign-ins',
    value: Number(median(beside).toFixed(3)),
    unit: 'ms',
    aloneMs: Number(median(alone).toFixed(3)),
    signedInPerSecond: perSecond((status) => status === 401),
    refusedPerSecond: perSecond((status) => status === 429),
  };
}

/** Begins a sign-in every twentieth of a second; the returned function stops that and waits for those under way. */
function signInSteadily(server: ServerProcess, statuses: number[]): () => Promise<void> {
  const underWay: Promise<void>[] = [];
  let tried = 0;
  const timer = setInterval(() => {
    tried += 1;
    underWay.push(signIn(server, statuses.length + tried).then((status) => void statuses.push(status)));
  }, 1000 / PER_SECOND);
  return async () => {
    clearInterval(timer);
    await Promise.all(underWay);
  };
}

/** A sign-in to an account that there is not, which costs the same as any; 401, or 429 when too many wait already. */
function signIn({ port }: ServerProcess, number: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const origin = `http://localhost:${port}`;
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        localAddress: `127.0.${1 + (Math.trunc(number / 250) % 250)}.${1 + (number % 250)}`,
        path: '/account/api/sign-in',
        method: 'POST',
        headers: {
          host: `localhost:${port}`,
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          origin,
        },
      },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.once('error', reject);
    sent.end(JSON.stringify({ email: `nobody-${number}@example.org`, password: 'seven quiet herons wade' }));
  });
}
