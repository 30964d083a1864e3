import cluster from 'node:cluster';
import process from 'node:process';
import { readEnvironment } from '#lib/platform/environment';

/**
 * Serves until the process is told to end: by itself, or by as many workers as WORKERS says. Loads only what this process needs,
 * as the one that keeps workers answers nothing. Throws an EnvironmentError with one sentence when it cannot begin.
 */
export async function begin(): Promise<void> {
  const environment = readEnvironment(process.env, process.cwd());
  const isAlone = environment.workers === 1 || process.env.NODE_ENV === 'development';
  if (cluster.isWorker || isAlone) {
    const { serve } = await import('./serve.ts');
    return serve(environment);
  }
  const { keepWorkers } = await import('./workers/keep-workers.ts');
  return keepWorkers(environment);
}
