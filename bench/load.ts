import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { quantile } from './numbers.ts';
import { createRawConnection, requestBytes } from './raw-connection.ts';

/** What a load run saw. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly requests: number;
  /** Of an answer on the wire. */
  readonly bytes: number;
}

/** A load on loopback: so many connections, each with one request under way, for a time or a number of requests. */
export interface LoadPlan {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly durationMs: number;
  readonly requestsMax: number;
  /** How long each connection rests after an answer; 0 asks again at once, which takes all the processor there is. */
  readonly pauseMs?: number;
}

/**
 * Sends the same request over and over on raw sockets. Every answer has the length of the first one, so counting bytes is
 * counting answers, which costs the generator far less than parsing them and keeps it from being what is measured.
 */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const request = requestBytes(plan.path, plan.headers);
  const answerBytes = await lengthOfOneAnswer(plan.port, request);
  const latenciesMs: number[] = [];
  const startMs = performance.now();
  const endMs = startMs + plan.durationMs;
  const running = Array.from({ length: plan.connections }, () =>
    runConnection(
      { port: plan.port, request, answerBytes, pauseMs: plan.pauseMs ?? 0 },
      (latencyMs, nowMs) => {
        latenciesMs.push(latencyMs);
        return nowMs < endMs && latenciesMs.length < plan.requestsMax;
      },
    ),
  );
  await Promise.all(running);
  const seconds = (performance.now() - startMs) / 1000;
  const sorted = Float64Array.from(latenciesMs).toSorted();
  return {
    requestsPerSecond: latenciesMs.length / seconds,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    requests: latenciesMs.length,
    bytes: answerBytes,
  };
}

interface Exchange {
  readonly port: number;
  readonly request: Buffer;
  readonly answerBytes: number;
  readonly pauseMs: number;
}

function runConnection(
  { port, request, answerBytes, pauseMs }: Exchange,
  onAnswer: (latencyMs: number, nowMs: number) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let received = 0;
    let sentMs = 0;
    const send = () => {
      sentMs = performance.now();
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      received += chunk.byteLength;
      if (received < answerBytes) return;
      received -= answerBytes;
      const nowMs = performance.now();
      if (!onAnswer(nowMs - sentMs, nowMs)) socket.end();
      else if (pauseMs > 0) setTimeout(send, pauseMs);
      else send();
    });
    socket.on('close', () =>
      received === 0 ? resolve() : reject(new Error('an answer had another length than the first one')),
    );
    socket.on('error', reject);
  });
}

/** Length of an answer on the wire: its head, and the body that Content-Length names. */
function lengthOfOneAnswer(port: number, request: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const connection = createRawConnection(port);
    connection.ask(request, (status, bytes) => {
      connection.end();
      if (status === 200) resolve(bytes);
      else reject(new Error(`the server answered ${status}`));
    });
  });
}
