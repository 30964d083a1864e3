import { type HistoryWindows, windowPath } from './history-windows.ts';
import { quantile } from './numbers.ts';
import { createRawConnection, requestBytes } from './raw-connection.ts';

/** A load of histories that are each asked for the first time. */
export interface WindowsPlan {
  readonly port: number;
  /** Used in turns by the connections: only so many answers of one key may wait to be made. */
  readonly keys: readonly string[];
  readonly connections: number;
  readonly windows: HistoryWindows;
  /** The number of the first window; a later load goes on after the last one. */
  readonly firstSerial: number;
  readonly durationMs: number;
  readonly requestsMax: number;
}

/** What it saw. */
export interface WindowsResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers other than 200, and those that did not come. */
  readonly failed: number;
  /** Bytes of an answer on the wire, on average. */
  readonly bytes: number;
  readonly nextSerial: number;
}

/** Asks for one window after the other on each connection. */
export async function runWindows(plan: WindowsPlan): Promise<WindowsResult> {
  const latenciesMs: number[] = [];
  let serial = plan.firstSerial;
  let bytesInAll = 0;
  let failed = 0;
  const startMs = performance.now();
  const endMs = startMs + plan.durationMs;
  const lastSerial = plan.firstSerial + plan.requestsMax;
  const runOne = (_: unknown, index: number) =>
    new Promise<void>((resolve) => {
      const connection = createRawConnection(plan.port);
      const headers = { 'X-API-Key': plan.keys[index % plan.keys.length] ?? '' };
      const askNext = () => {
        const sentMs = performance.now();
        if (sentMs >= endMs || serial >= lastSerial) {
          connection.end();
          return resolve();
        }
        connection.ask(requestBytes(windowPath(plan.windows, serial++), headers), (status, bytes) => {
          latenciesMs.push(performance.now() - sentMs);
          bytesInAll += bytes;
          if (status !== 200) failed += 1;
          askNext();
        });
      };
      askNext();
    });
  await Promise.all(Array.from({ length: plan.connections }, runOne));
  const seconds = (performance.now() - startMs) / 1000;
  const sorted = Float64Array.from(latenciesMs).toSorted();
  return {
    requests: latenciesMs.length,
    requestsPerSecond: latenciesMs.length / seconds,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    failed,
    bytes: bytesInAll / latenciesMs.length,
    nextSerial: serial,
  };
}
