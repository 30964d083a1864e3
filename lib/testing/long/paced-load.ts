import { Agent, request as requestPlain } from 'node:http';
import { Agent as TlsAgent, request as requestTls } from 'node:https';

/** One request of a load. */
export interface LoadRequest {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer, or why none came. Instants in epoch milliseconds. */
export interface LoadAnswer {
  readonly path: string;
  /** 0 where no answer came. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Empty where the load was told to leave bodies unread. */
  readonly body: string;
  /** Why no answer came, in the system's words; null where one came. */
  readonly failure: string | null;
  /** Whether it was sent once more, because the server closed the kept connection that it had been sent on. */
  readonly isSecondTry: boolean;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** From the first try to the end of the answer, by a clock that is finer than instants. */
  readonly latencyMs: number;
}

/** What a load is made of. */
export interface LoadSettings {
  /** The port at this moment: a server that was started again may have another. */
  readonly port: () => number;
  readonly perSecond: number;
  readonly next: () => LoadRequest;
  readonly onAnswer: (answer: LoadAnswer) => void;
  /** The address of this machine that the requests come from, such as 127.0.0.2. */
  readonly localAddress?: string;
  readonly connections?: number;
  /** What the certificate of localhost is trusted by; plain HTTP without it. */
  readonly ca?: string | undefined;
}

/** A load that goes on until it is stopped. */
export interface PacedLoad {
  readonly sent: () => number;
  /** Requests that were due and not sent, because too many were still unanswered. */
  readonly withheld: () => number;
  /** Sends no more, and waits for the answers that are due. */
  readonly stop: () => Promise<void>;
}

/** A request that has no answer by then counts as failed. */
export const ANSWER_MS_MAX = 30_000;

const TICK_MS = 10;
const CONNECTIONS = 64;
/** Seconds of requests that may be unanswered at a time. */
const UNANSWERED_SECONDS = 2;

/** Asks so many times a second over connections that are kept open, whether answers come or not, within a bound. */
export function startPacedLoad(settings: LoadSettings): PacedLoad {
  const pool = { keepAlive: true, maxSockets: settings.connections ?? CONNECTIONS };
  const agent = settings.ca === undefined ? new Agent(pool) : new TlsAgent(pool);
  const startedAtMs = performance.now();
  let due = 0;
  let sent = 0;
  let withheld = 0;
  let unanswered = 0;
  const unansweredMax = Math.max(1, settings.perSecond * UNANSWERED_SECONDS);
  const timer = setInterval(() => {
    const whole = Math.floor(((performance.now() - startedAtMs) / 1000) * settings.perSecond);
    for (; due < whole; due += 1) {
      if (unanswered >= unansweredMax) {
        withheld += 1;
        continue;
      }
      sent += 1;
      unanswered += 1;
      void ask(settings, agent).then((answer) => {
        unanswered -= 1;
        settings.onAnswer(answer);
      });
    }
  }, TICK_MS);
  return {
    sent: () => sent,
    withheld: () => withheld,
    stop: async () => {
      clearInterval(timer);
      while (unanswered > 0) await new Promise((resolve) => setTimeout(resolve, TICK_MS));
      agent.destroy();
    },
  };
}

/**
 * Sends one request and reads its answer; a failure is an answer of status 0. As clients do, it sends once more what met a
 * kept connection that the server was just closing (RFC 9110, section 9.2.2).
 */
export async function ask(
  { port, next, localAddress, ca }: Pick<LoadSettings, 'port' | 'next' | 'localAddress' | 'ca'>,
  agent?: Agent,
): Promise<LoadAnswer> {
  const request = next();
  const startMs = performance.now();
  const first = await send({ request, port: port(), agent, localAddress, ca });
  if (!first.isOfClosedConnection) return { ...first.answer, latencyMs: performance.now() - startMs };
  const second = await send({ request, port: port(), agent: undefined, localAddress, ca });
  return {
    ...second.answer,
    isSecondTry: true,
    startedAtMs: first.answer.startedAtMs,
    latencyMs: performance.now() - startMs,
  };
}

interface Sending {
  readonly request: LoadRequest;
  readonly port: number;
  readonly agent: Agent | undefined;
  readonly localAddress: string | undefined;
  readonly ca: string | undefined;
}

interface Sent {
  readonly answer: Omit<LoadAnswer, 'latencyMs'>;
  /** Whether it failed on a connection that had served other requests before. */
  readonly isOfClosedConnection: boolean;
}

function send({ request: { path, headers = {} }, port, agent, localAddress, ca }: Sending): Promise<Sent> {
  const startedAtMs = Date.now();
  // Node tells of connections that were idle alone, and not of those that a request had waited for.
  let isKept = false;
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => {
      const answer = {
        path,
        status: 0,
        headers: {},
        body: '',
        failure: error.message,
        isSecondTry: false,
        startedAtMs,
        endedAtMs: Date.now(),
      };
      resolve({ answer, isOfClosedConnection: isKept && error.code === 'ECONNRESET' });
    };
    const sent = (ca === undefined ? requestPlain : requestTls)(
      {
        host: '127.0.0.1',
        port,
        path,
        headers: { Host: 'localhost', ...headers },
        // The global agent would keep connections, too.
        agent: agent ?? false,
        ...(localAddress !== undefined && { localAddress }),
        timeout: ANSWER_MS_MAX,
        ...(ca !== undefined && { ca, servername: 'localhost' }),
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (text: string) => (body += text));
        response.on('error', fail);
        response.on('end', () => {
          const { statusCode: status = 0, headers: received } = response;
          const endedAtMs = Date.now();
          const answer = {
            path,
            status,
            headers: received,
            body,
            failure: null,
            isSecondTry: false,
            startedAtMs,
            endedAtMs,
          };
          resolve({ answer, isOfClosedConnection: false });
        });
      },
    );
    sent.on('socket', ({ bytesRead }) => (isKept = bytesRead > 0));
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', fail);
    sent.end();
  });
}
