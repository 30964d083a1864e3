import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { defineCommand, RefusedCommand, runCommand } from '#lib/cli/command-line';
import { writeEcbHistory } from '#lib/testing/builders/ecb-history-file';
import { benchCold, COLD_WINDOWS } from './cold.ts';
import { type Figure, markdownTable, plainTable, printFigure } from './figures.ts';
import { benchFixedRate } from './fixed-rate.ts';
import { benchGrowth, GROWTH_ROWS, type GrowthName } from './growth.ts';
import { benchImport, benchStart } from './imports.ts';
import { importHistory, makeKey, type MeasuredService, settingsFor } from './measured-service.ts';
import { benchMemory } from './memory.ts';
import { recordFigures } from './record-figures.ts';
import { benchWarm, WARM_PATHS } from './warm.ts';

interface BenchOptions {
  readonly only?: string[];
  readonly file?: string;
  readonly seconds: string;
  readonly rounds: string;
  readonly requests: string;
  readonly histories: string;
  readonly rateSeconds: string;
  readonly table?: boolean;
  readonly record?: boolean;
}

/** Names that stand for several figures. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  warm: Object.keys(WARM_PATHS),
  cold: Object.keys(COLD_WINDOWS),
  growth: Object.keys(GROWTH_ROWS),
};

/** Every figure, in the order in which they are measured; the last one takes a quarter of an hour and 20 GB, and is measured when it or its group is named. */
const NAMES = [
  'import-ecb',
  'start',
  ...Object.keys(WARM_PATHS),
  ...Object.keys(COLD_WINDOWS),
  'memory',
  'fixed-rate-10k',
  'growth-1m',
  'growth-10m',
  'growth-100m',
] as const;

const NAMED_ALONE = 'growth-100m';

/** Of one key only so many histories may wait to be made; 32 connections share so many keys. */
const KEYS = 4;

const command = defineCommand(
  'bench',
  'Measures; one JSON line a figure, and a table at the end. Needs a free machine and loopback only.',
)
  .argument('[names...]', 'figures or groups of them; all but growth-100m unless given')
  .option('--only <names...>', 'the same')
  .option(
    '--file <path>',
    "the central bank's eurofxref-hist.zip; made-up figures of the same size without it",
  )
  .option('--seconds <n>', 'length of a load round', '2')
  .option('--rounds <n>', 'rounds of each server, of which the median counts', '5')
  .option('--requests <n>', 'requests before memory is read', '1000000')
  .option('--histories <n>', 'different histories after which it is read again', '20000')
  .option('--rate-seconds <n>', 'length of fixed-rate-10k', '60')
  .option('--table', 'print the table in Markdown on standard output instead of JSON lines')
  .option('--record', 'keep the figures in bench/recorded.json and bench/RESULTS.md')
  .addHelpText(
    'after',
    `\nFigures: ${NAMES.join(' ')}\nGroups: ${Object.entries(GROUPS)
      .map(([group, names]) => `${group} (${names.join(' ')})`)
      .join(', ')}`,
  )
  .action(bench);

await runCommand(command);

async function bench(named: readonly string[], options: BenchOptions): Promise<void> {
  const wanted = wantedOf([...named, ...(options.only ?? [])]);
  const folder = mkdtempSync(join(tmpdir(), 'crossrate-bench-'));
  const figures: Figure[] = [];
  const tell = (figure: Figure) => {
    figures.push(figure);
    if (!options.table) printFigure(figure);
  };
  try {
    await measure(wanted, folder, options, tell);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (options.table) process.stdout.write(markdownTable(figures));
  else process.stderr.write(`\n${plainTable(figures)}`);
  if (options.record) recordFigures(figures);
}

function wantedOf(named: readonly string[]): ReadonlySet<string> {
  const known: readonly string[] = NAMES;
  if (named.length === 0) return new Set(known.filter((name) => name !== NAMED_ALONE));
  const names = named.flatMap((name) => GROUPS[name] ?? [name]);
  const strange = names.find((name) => !known.includes(name));
  if (strange === undefined) return new Set(names);
  throw new RefusedCommand(`There is no figure ${strange}; --help lists them all.`);
}

type Tell = (figure: Figure) => void;

async function measure(
  wanted: ReadonlySet<string>,
  folder: string,
  options: BenchOptions,
  tell: Tell,
): Promise<void> {
  const file = options.file
    ? resolve(process.env['INIT_CWD'] ?? process.cwd(), options.file)
    : join(folder, 'eurofxref-hist.zip');
  if (!options.file) writeEcbHistory(file);
  if (wanted.has('import-ecb')) tell(await benchImport(folder, file, settingsFor(folder)));
  const [roundMs, rounds] = [Number(options.seconds) * 1000, Number(options.rounds)];
  if (needsService(wanted)) {
    await measureService(wanted, await makeService({ folder, file, roundMs, rounds }), options, tell);
  }
  if (wanted.has('fixed-rate-10k')) tell(await benchFixedRate(folder, Number(options.rateSeconds)));
  const sizes = growthNames().filter((name) => wanted.has(name));
  if (sizes.length > 0) await benchGrowth(sizes, { folder, roundMs, rounds }, tell);
}

/** Whether any of them is measured on a service with the central bank's history. */
function needsService(wanted: ReadonlySet<string>): boolean {
  const without = ['import-ecb', 'fixed-rate-10k', ...growthNames()];
  return [...wanted].some((name) => !without.includes(name));
}

async function measureService(
  wanted: ReadonlySet<string>,
  service: MeasuredService,
  { requests, histories }: BenchOptions,
  tell: Tell,
): Promise<void> {
  if (wanted.has('start')) tell(await benchStart(service));
  for (const name of namesOf(WARM_PATHS)) if (wanted.has(name)) tell(await benchWarm(name, service));
  for (const name of namesOf(COLD_WINDOWS)) if (wanted.has(name)) tell(await benchCold(name, service));
  if (wanted.has('memory')) {
    tell(await benchMemory(service, { requests: Number(requests), histories: Number(histories) }));
  }
}

/** A data folder with the whole history and some keys. */
async function makeService({
  folder,
  file,
  roundMs,
  rounds,
}: Pick<MeasuredService, 'folder' | 'roundMs' | 'rounds'> & {
  readonly file: string;
}): Promise<MeasuredService> {
  const variables = settingsFor(folder);
  await importHistory(file, variables);
  const first = await makeKey(variables);
  const others: string[] = [];
  for (let count = 1; count < KEYS; count += 1) others.push(await makeKey(variables, `bench ${count}`));
  return { folder, variables, keys: [first, ...others], roundMs, rounds };
}

function growthNames(): readonly GrowthName[] {
  return namesOf(GROWTH_ROWS);
}

/** Holds for objects that are declared as they are: they have no other names. */
function namesOf<Name extends string>(named: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(named) as Name[];
}
