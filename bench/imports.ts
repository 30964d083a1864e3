import { join } from 'node:path';
import type { Figure } from './figures.ts';
import { askPlain, importHistory, type MeasuredService } from './measured-service.ts';
import { median, round } from './numbers.ts';
import { startServer } from './processes.ts';
import { PAIR_PATH } from './warm.ts';

const RUNS = 5;

/** The import of the whole history into an empty database, from the start of its process to the end. */
export async function benchImport(
  folder: string,
  file: string,
  variables: MeasuredService['variables'],
): Promise<Figure> {
  const seconds: number[] = [];
  let counted = '';
  for (let run = 0; run < RUNS; run += 1) {
    const DATA_DIR = join(folder, `import-${run}`);
    const timed = await importHistory(file, { ...variables, DATA_DIR });
    seconds.push(timed.seconds);
    counted = timed.stdout.split('\n', 1)[0] ?? '';
  }
  return { name: 'import-ecb', value: round(median(seconds), 3), unit: 's', counted };
}

/** From the start of the process to the first answer of /v1. */
export async function benchStart({ variables, keys: [key] }: MeasuredService): Promise<Figure> {
  const seconds: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const startMs = performance.now();
    const server = await startServer('server.ts', [], variables);
    await askPlain(server, PAIR_PATH, key);
    seconds.push((performance.now() - startMs) / 1000);
    await server.stop();
  }
  return { name: 'start', value: round(median(seconds), 3), unit: 's' };
}
