import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { ecbHistory } from '#lib/testing/builders/ecb-history-file';
import { importHistory, makeKey, settingsFor, startBare } from './measured-service.ts';
import { startServer } from './processes.ts';
import { recordedFigures } from './record-figures.ts';
import { alternate, type Round, WARM_PATHS, type WarmName } from './warm.ts';

/** How an answer out of memory does against the bare server now, and when it was measured for bench/RESULTS.md. */
export interface GuardedRatio {
  readonly name: string;
  /** Of the best round of each. */
  readonly cpuRatio: number;
  readonly recorded: number;
}

/* Short rounds for lib/server/speed-guard.test.ts; prints an array of GuardedRatio. Processor time alone counts, no wall time. */
const NAMES = ['pair', 'historical-warm'] as const satisfies readonly WarmName[];
const ROUNDS = 4;
const ROUND_MS = 300;

const folder = mkdtempSync(join(tmpdir(), 'crossrate-guard-'));
try {
  const variables = settingsFor(folder);
  const file = join(folder, 'eurofxref-hist.zip');
  writeFileSync(file, ecbHistory(['USD', 'JPY']));
  await importHistory(file, variables);
  const service = {
    folder,
    variables,
    keys: [await makeKey(variables)] as const,
    roundMs: ROUND_MS,
    rounds: ROUNDS,
  };
  const ratios: GuardedRatio[] = [];
  const ours = await startServer('server.ts', [], variables);
  try {
    for (const name of NAMES) {
      const path = WARM_PATHS[name];
      const bare = await startBare(ours, service, path);
      const rounds = await alternate(service, { server: ours, path }, { server: bare, path });
      await bare.stop();
      const cpuRatio = leastMicros(rounds.other) / leastMicros(rounds.ours);
      ratios.push({ name, cpuRatio, recorded: recordedRatio(name) });
    }
  } finally {
    await ours.stop();
  }
  process.stdout.write(JSON.stringify(ratios));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Other work on the machine makes a round cost more, never less. */
function leastMicros(rounds: readonly Round[]): number {
  return Math.min(...rounds.map(({ cpuMicros }) => cpuMicros));
}

function recordedRatio(name: WarmName): number {
  const recorded = recordedFigures().figures.find((figure) => figure.name === name)?.['cpuRatio'];
  if (typeof recorded === 'number') return recorded;
  throw new Error(`${name} was never recorded: npm run bench -- ${name} --record`);
}
