import { parentPort, workerData } from 'node:worker_threads';
import type { RateSnapshot } from '#lib/domain/rate-snapshot';
import { ok } from '#lib/domain/result';
import { openReads } from '#lib/store/open-store';
import { DatabaseUnavailable } from '#lib/store/database-unavailable';
import type { LongReads } from './endpoint.ts';
import { serialiseAnswer } from './answer-cache.ts';
import type { AnswerReply, AnswerTask, ThreadStart } from './answer-messages.ts';
import { LONG_ENDPOINTS } from './endpoints/long.ts';

const port = parentPort;
if (port) {
  const history = openedWhenAsked(asStart(workerData));
  let newest: RateSnapshot | null = null;
  const make = async ({ path, query, sources }: AnswerTask) => {
    const endpoint = LONG_ENDPOINTS.find((candidate) => candidate.path === path);
    // While this answer waits for the database, another task may bring a newer one.
    const snapshot = newest;
    if (!endpoint || !snapshot) throw new Error(`${path} is not answered in a thread`);
    const seen = { ...snapshot, sources: snapshot.sources.filter(({ id }) => sources.includes(id)) };
    const answer = await endpoint.answer({ history }, query, seen);
    return answer.ok ? ok(serialiseAnswer(answer.value, snapshot.version, true)) : answer;
  };
  port.on('message', async (task: AnswerTask) => {
    newest = task.snapshot ?? newest;
    const reply = (message: AnswerReply) => port.postMessage(message);
    try {
      reply({ id: task.id, kind: 'made', made: await make(task) });
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      reply({ id: task.id, kind: 'failed', error, isAway: error instanceof DatabaseUnavailable });
    }
  });
}

/** Opens the database once; again where that failed. */
function openedWhenAsked(start: ThreadStart): LongReads['history'] {
  let opened: ReturnType<LongReads['history']> | null = null;
  return () => {
    opened ??= openReads(start).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
}

/** lib/api/long-answers.ts alone starts this thread, with exactly this. */
function asStart(given: unknown): ThreadStart {
  return given as ThreadStart;
}
