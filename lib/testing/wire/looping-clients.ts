import type { ClientRequest, Agent as PlainAgent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** What looping clients met. */
export interface LoopTally {
  /** Answers by their status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Answers that said that their connection ends. */
  readonly lastAnswers: number;
  /** Why requests got no answer, but for those that found nobody listening. */
  readonly failures: readonly string[];
}

/** Clients that ask again and again, each on one connection that it keeps as long as it may. */
export interface LoopingClients {
  readonly tally: () => LoopTally;
  /** Resolves when each has found nobody listening any longer. */
  readonly turnedAway: Promise<void>;
  /** Lets each have its answer and then ask no more. */
  readonly stop: () => Promise<void>;
}

/** Where and how they ask. */
export interface Looping {
  readonly count: number;
  readonly openAgent: () => PlainAgent;
  readonly ask: (agent: PlainAgent) => ClientRequest;
}

/** Between an answer and the client's next request: two dozen of them ask a thousand times a second and leave the server a processor. */
const PAUSE_MS = 20;

/** Starts them. */
export function loopClients({ count, openAgent, ask }: Looping): LoopingClients {
  const statuses = new Map<number, number>();
  const failures: string[] = [];
  let lastAnswers = 0;
  let isStopped = false;
  const loop = async () => {
    const agent = openAgent();
    let isHeard = true;
    while (isHeard && !isStopped) {
      const answer = await answerTo(ask(agent));
      if ('status' in answer) {
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.isLast) lastAnswers += 1;
      } else if (answer.failure === 'ECONNREFUSED') isHeard = false;
      else failures.push(answer.failure);
      await pause(PAUSE_MS);
    }
    agent.destroy();
  };
  const turnedAway = Promise.all(Array.from({ length: count }, loop)).then(() => undefined);
  return {
    tally: () => ({ statuses, lastAnswers, failures }),
    turnedAway,
    stop: () => {
      isStopped = true;
      return turnedAway;
    },
  };
}

type Answer = { readonly status: number; readonly isLast: boolean } | { readonly failure: string };

function answerTo(sent: ClientRequest): Promise<Answer> {
  return new Promise((resolve) => {
    const fail = ({ code, message }: NodeJS.ErrnoException) => resolve({ failure: code ?? message });
    sent.once('error', fail);
    sent.once('response', (response) => {
      const { statusCode = 0, headers } = response;
      response.once('error', fail);
      response
        .resume()
        .once('end', () => resolve({ status: statusCode, isLast: headers.connection === 'close' }));
    });
    sent.end();
  });
}
