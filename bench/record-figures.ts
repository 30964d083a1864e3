import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import process from 'node:process';
import { type Figure, markdownTable } from './figures.ts';

/** What is kept of a measurement: the newest of each figure, in one place for bench/RESULTS.md and the guard of `npm test`. */
export interface RecordedFigures {
  readonly measuredOn: string;
  readonly machine: string;
  readonly figures: readonly Figure[];
}

const FILE = 'bench/recorded.json';
const PAGE = 'bench/RESULTS.md';
const TABLE_BEGINS = '<!-- figures -->';
const TABLE_ENDS = '<!-- end of figures -->';

/** The figures that were recorded last. */
export function recordedFigures(): RecordedFigures {
  return asRecorded(JSON.parse(readFileSync(FILE, 'utf8')));
}

/** Puts figures in the place of those of the same name and engine, and renews the table of bench/RESULTS.md. */
export function recordFigures(measured: readonly Figure[]): void {
  const isSame = (one: Figure, other: Figure) => one.name === other.name && one['engine'] === other['engine'];
  const kept = recordedFigures().figures.map((known) => measured.find((one) => isSame(one, known)) ?? known);
  const added = measured.filter((one) => !kept.includes(one));
  const recorded = {
    measuredOn: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length),
    machine: `${cpus().length} cores, ${process.platform === 'linux' ? 'Linux' : process.platform}, Node ${process.versions.node}`,
    figures: [...kept, ...added],
  } satisfies RecordedFigures;
  writeFileSync(FILE, `${JSON.stringify(recorded, null, 2)}\n`);
  const page = readFileSync(PAGE, 'utf8');
  const [before = '', rest = ''] = page.split(TABLE_BEGINS);
  const after = rest.split(TABLE_ENDS)[1] ?? '';
  const table = `Measured on ${recorded.measuredOn}: ${recorded.machine}.\n\n${markdownTable(recorded.figures)}`;
  writeFileSync(PAGE, `${before}${TABLE_BEGINS}\n\n${table}\n${TABLE_ENDS}${after}`);
}

/** Holds because nothing else writes the file. */
function asRecorded(kept: unknown): RecordedFigures {
  return kept as RecordedFigures;
}
