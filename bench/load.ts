import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

/** What a load run saw. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly requests: number;
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
  const lines = Object.entries(plan.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${plan.path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`);
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
  const quantile = (q: number) => sorted[Math.floor(q * (sorted.length - 1))] ?? Number.NaN;
  return {
    requestsPerSecond: latenciesMs.length / seconds,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    requests: latenciesMs.length,
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
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(request));
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      text += chunk;
      const headEnd = text.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
      const isComplete = text.length >= headEnd + 4 + length;
      if (!isComplete) return;
      socket.end();
      if (text.startsWith('HTTP/1.1 200')) resolve(headEnd + 4 + length);
      else reject(new Error(`the server answered ${text.slice(0, 40)}`));
    });
    socket.on('error', reject);
  });
}
