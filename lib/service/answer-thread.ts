import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadStart } from '#lib/api/answers/answer-messages';
import { serveAnswers } from '#lib/api/answers/serve-answers';
import { letThreadGiveWay } from '#lib/platform/give-way';
import { listSources } from '#lib/sources/registry';

/** What the thread that makes long answers runs. */
if (parentPort) {
  letThreadGiveWay();
  const start = asStart(workerData);
  serveAnswers(parentPort, start, listSources(start.createSource));
}

/** lib/api/answers/long-answers.ts alone starts this thread, with exactly this. */
function asStart(given: unknown): ThreadStart {
  return given as ThreadStart;
}
