import { quantile } from './numbers.ts';
import { createRawConnection, type RawConnection, requestBytes } from './raw-connection.ts';

/** A load at a fixed rate, whether answers come or not. */
export interface PacedPlan {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly perSecond: number;
  readonly durationMs: number;
}

/** What it saw. Latencies count from the instant at which a request was due, so that one that waited for another counts its wait. */
export interface PacedResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly maxMs: number;
  /** Answers other than 200, and those that did not come. */
  readonly failed: number;
  /** How late the generator itself sent at the 99th percentile: part of the latencies, and not the server's doing. */
  readonly lateP99Ms: number;
}

/** Timers go off a millisecond apart at best; what is due meanwhile is sent together. */
const TICK_MS = 1;

/** Sends requests when they are due, over connections that each have one under way; what finds none free waits for one. */
export async function runPaced(plan: PacedPlan): Promise<PacedResult> {
  const request = requestBytes(plan.path, plan.headers);
  const total = Math.floor((plan.perSecond * plan.durationMs) / 1000);
  const latenciesMs = new Float64Array(total);
  const lateMs = new Float64Array(total);
  const free: RawConnection[] = await openAll(plan, request);
  const everyMs = 1000 / plan.perSecond;
  const startMs = performance.now();
  let sent = 0;
  let answered = 0;
  let failed = 0;
  await new Promise<void>((resolve) => {
    const sendDue = () => {
      const due = Math.min(total, Math.floor((performance.now() - startMs) / everyMs));
      while (sent < due) {
        const connection = free.pop();
        if (connection === undefined) return;
        send(connection, sent++);
      }
    };
    const send = (connection: RawConnection, serial: number) => {
      const dueMs = startMs + serial * everyMs;
      lateMs[serial] = performance.now() - dueMs;
      connection.ask(request, (status) => {
        latenciesMs[serial] = performance.now() - dueMs;
        if (status !== 200) failed += 1;
        free.push(connection);
        answered += 1;
        if (answered === total) {
          clearInterval(timer);
          resolve();
        } else sendDue();
      });
    };
    const timer = setInterval(sendDue, TICK_MS);
  });
  const seconds = (performance.now() - startMs) / 1000;
  for (const connection of free) connection.end();
  const sorted = latenciesMs.toSorted();
  return {
    requests: total,
    requestsPerSecond: total / seconds,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    p999Ms: quantile(sorted, 0.999),
    maxMs: quantile(sorted, 1),
    failed,
    lateP99Ms: quantile(lateMs.toSorted(), 0.99),
  };
}

/** Connections that have each had an answer, so that none is opened while the rate runs. */
function openAll({ port, connections }: PacedPlan, request: Buffer): Promise<RawConnection[]> {
  const openOne = () =>
    new Promise<RawConnection>((resolve) => {
      const connection = createRawConnection(port);
      connection.ask(request, () => resolve(connection));
    });
  return Promise.all(Array.from({ length: connections }, openOne));
}
