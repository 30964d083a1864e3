import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { writeFedHistory } from './fed-file.ts';
import { timeProcess } from './processes.ts';

/** What one process of bench/load-memory-process.ts prints. */
export interface LoadedHistories {
  readonly peakMb: number;
  /** Figures stored, all files together. */
  readonly imported: number;
}

/** The most resident memory that loading whole histories takes, in MB (10^6 bytes). */
export interface LoadMemory {
  readonly name: 'load-memory';
  /** Of a process that loads the ECB's history and then the Fed's. */
  readonly value: number;
  readonly unit: 'MB';
  readonly imported: number;
  /** Of processes that load one of them. */
  readonly ecb: number;
  readonly fed: number;
}

/** Loads both banks' whole histories, each into an empty database; `ecbFile` is eurofxref-hist.zip, the Fed's is made up. */
export async function benchLoadMemory(folder: string, ecbFile: string): Promise<LoadMemory> {
  const fedFile = join(folder, 'INTLFXD_csv_2.zip');
  writeFedHistory(fedFile);
  const load = async (...files: readonly string[]): Promise<LoadedHistories> => {
    const variables = { DATA_DIR: mkdtempSync(join(folder, 'load-memory-')) };
    const { stdout } = await timeProcess('bench/load-memory-process.ts', files, variables);
    return loadedOf(stdout);
  };
  const [ecb, fed] = [`ecb=${ecbFile}`, `fed=${fedFile}`];
  // The first process also compiles what it loads, which no later one does.
  await load(ecb, fed);
  const both = await load(ecb, fed);
  const [ecbAlone, fedAlone] = [await load(ecb), await load(fed)];
  return {
    name: 'load-memory',
    value: Math.round(both.peakMb),
    unit: 'MB',
    imported: both.imported,
    ecb: Math.round(ecbAlone.peakMb),
    fed: Math.round(fedAlone.peakMb),
  };
}

/** The process prints exactly one result. */
function loadedOf(stdout: string): LoadedHistories {
  return JSON.parse(stdout) as LoadedHistories;
}
