import { resolve } from 'node:path';
import process from 'node:process';
import { Presets, SingleBar } from 'cli-progress';
import { otherCodesIn, useInstead } from '#lib/domain/currencies/other-codes';
import { plainDecimal } from '#lib/domain/rates/exact-number';
import type { LargeMove } from '#lib/domain/validation/move-limits';
import type { Rejection } from '#lib/domain/validation/rules';
import type { HeldFigure } from '#lib/domain/validation/held-figure';
import { type LoadedDocument, loadDocument } from '#lib/ingest/history/load-document';
import type { LoadStep } from '#lib/ingest/history/read-history';
import { createClock } from '#lib/platform/clock';
import { readEnvironment } from '#lib/platform/environment';
import { letProcessGiveWay } from '#lib/platform/give-way';
import { createSources } from '#lib/sources/create-sources';
import { listSources } from '#lib/sources/registry';
import type { Source } from '#lib/sources/source';
import type { Store } from '#lib/store/store';
import { defineCommand, RefusedCommand, runCommand } from './command-line.ts';
import { readImportFile, importRefusal } from './import-file.ts';
import { openProjectStore } from './open-project-store.ts';

/** Rejected rows that are shown a reason. */
const EXAMPLES_PER_RULE = 3;

const STEPS: Readonly<Record<LoadStep, number>> = { read: 40, checked: 55, overtaken: 40, stored: 100 };

const command = defineCommand(
  'import',
  "Loads a publisher's own file into history. Running it again imports 0.",
)
  .requiredOption('--source <id>', 'whose file it is, such as ecb')
  .requiredOption(
    '--file <path>',
    'the file: zip, xml, csv or json as the publisher gives it, or that packed by gzip',
  )
  .action(importFile);

// A service may be answering beside it.
letProcessGiveWay(process.pid);

await runCommand(command);

async function importFile(options: { readonly source: string; readonly file: string }): Promise<void> {
  const source = sourceNamed(options.source);
  const path = resolve(process.env['INIT_CWD'] ?? process.cwd(), options.file);
  const { name, body } = await readImportFile(path);
  const { environment, store } = await openProjectStore();
  const now = createClock(environment.clockStartsAt).service();
  const bar = new SingleBar(
    {
      format: 'importing [{bar}] {percentage} %',
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.rect,
  );
  bar.start(100, 0);
  let isOvertaken = false;
  const showStep = (step: LoadStep) => {
    bar.update(STEPS[step]);
    if (step !== 'overtaken' || isOvertaken) return;
    isOvertaken = true;
    process.stderr.write(
      `\nOther figures of ${source.id} were stored meanwhile; this file is checked again.\n`,
    );
  };
  try {
    const loaded = await loadDocument(
      {
        source,
        listed: listSources(environment.createSource),
        store,
        now,
        origin: 'import',
        onStep: showStep,
      },
      { url: `file:${name}`, body, fetchedAt: now },
    );
    bar.stop();
    if (!loaded.ok) {
      const sentence = importRefusal(source.id, body, loaded.error.sentence);
      throw new RefusedCommand([`${name} was not imported.`, sentence, ...codesToUse(sentence)].join(' '));
    }
    if (loaded.value.withheld) {
      throw new RefusedCommand(
        `Nothing was imported: ${name} is held. ${loaded.value.withheld.sentence} ${await releaseHint(store, name)}`,
      );
    }
    printLoaded(loaded.value);
  } finally {
    bar.stop();
    await store.close();
  }
}

/** How to decide on the file; one with the same content that was rejected before is not held again. */
async function releaseHint(store: Store, file: string): Promise<string> {
  const documents = await store.readHeldDocuments();
  const own = documents.find(({ url }) => url === `file:${file}`);
  if (!own) return 'It was rejected before.';
  return `Run npm run quarantine -- release ${own.id} to import it, or reject ${own.id} to drop it.`;
}

function sourceNamed(id: string): Source {
  const { createSource } = readEnvironment(process.env, process.cwd());
  const sources = createSources({ upstream: () => undefined, exchange: createSource });
  const source = sources.find((candidate) => candidate.id === id);
  if (source) return source;
  return command.error(
    `--source must be one of ${sources.map((known) => known.id).join(', ')}; got "${id}".`,
    {
      exitCode: 2,
    },
  );
}

function printLoaded({ imported, revised, rejected, held, largeMoves }: LoadedDocument): void {
  process.stdout.write(
    `imported ${imported} observations, ${revised} revised, ${rejected.length} rejected\n`,
  );
  printReasons(rejected);
  printHeld(held);
  printLargeMoves(largeMoves);
}

/** Figures that wait for the operator, because the newest ones would become the current rate. */
function printHeld(held: readonly HeldFigure[]): void {
  if (held.length === 0) return;
  const examples = held
    .slice(0, EXAMPLES_PER_RULE)
    .map(
      ({ base, quote, rate, observedAt, rule }) =>
        `${observedAt.toISOString().slice(0, 10)} ${base}/${quote} ${plainDecimal(rate)} (${rule})`,
    );
  const more = held.length > examples.length ? `, and ${held.length - examples.length} more` : '';
  process.exitCode = 1;
  process.stdout.write(
    `held ${held.length} until you decide (npm run quarantine -- list): ${examples.join('; ')}${more}\n`,
  );
}

function printReasons(rejected: readonly Rejection[]): void {
  const byRule = Map.groupBy(rejected, ({ rule }) => rule);
  for (const [rule, rows] of byRule) {
    const examples = rows.slice(0, EXAMPLES_PER_RULE).map(({ detail }) => detail);
    const more = rows.length > examples.length ? `, and ${rows.length - examples.length} more` : '';
    const hints = codesToUse(rows.map(({ detail }) => detail).join(' '));
    process.stdout.write(
      `rejected ${rows.length} as ${rule}: ${[examples.join('; ') + more, ...hints].join('. ')}\n`,
    );
  }
}

/** What to use instead of each well-known code in a text that stands for another. */
function codesToUse(text: string): readonly string[] {
  return otherCodesIn(text)
    .filter(({ code }) => text.includes(code))
    .map(useInstead);
}

/** Large moves are imported all the same: history has real ones. */
function printLargeMoves(moves: readonly LargeMove[]): void {
  if (moves.length === 0) return;
  const examples = moves.slice(0, EXAMPLES_PER_RULE).map(({ base, quote, observedAt, changeLogReturn }) => {
    const percent = ((Math.exp(changeLogReturn) - 1) * 100).toFixed(1);
    return `${observedAt.toISOString().slice(0, 10)} ${base}/${quote} ${percent} %`;
  });
  const more = moves.length > examples.length ? `, and ${moves.length - examples.length} more` : '';
  process.stdout.write(`flagged ${moves.length} as large_move: ${examples.join('; ')}${more}\n`);
}
