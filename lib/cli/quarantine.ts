import process from 'node:process';
import { Argument, InvalidArgumentError } from 'commander';
import { plainDecimal } from '#lib/domain/rates/exact-number';
import { loadDocument } from '#lib/ingest/history/load-document';
import { createClock } from '#lib/platform/clock';
import type { Environment } from '#lib/platform/environment';
import { createSources } from '#lib/sources/create-sources';
import { listSources } from '#lib/sources/registry';
import { HELD_MAX, type HeldDocumentRow, type HeldFigureRow, type Hold } from '#lib/store/validation/held';
import type { FixingDocument } from '#lib/store/rates/documents';
import type { Store } from '#lib/store/store';
import { defineCommand, RefusedCommand, runCommand } from './command-line.ts';
import { openProjectStore } from './open-project-store.ts';

const command = defineCommand(
  'quarantine',
  'Lists, releases and rejects figures and documents that are held, and undoes imports.',
);

command.command('list').description('everything that is held, newest first').action(list);

command
  .command('release')
  .description('serves a held figure, or stores a held document: use it when the publisher really means it')
  .addArgument(new Argument('<id>', 'the number that list shows').argParser(readId))
  .action(release);

command
  .command('reject')
  .description('never serves a held figure, or drops a held document')
  .addArgument(new Argument('<id>', 'the number that list shows').argParser(readId))
  .action(reject);

command.command('imports').description('the files that were imported, newest first').action(listImports);

command
  .command('take-back')
  .description('undoes an import: restores the figures it replaced and removes those it added')
  .addArgument(new Argument('<id>', 'the number that imports shows').argParser(readId))
  .action(takeBack);

await runCommand(command);

/** One line for all that a rule holds of a source, and below it what that is. */
async function list(): Promise<void> {
  await withStore(async ({ store }) => {
    const holds = await store.readHolds();
    const figures = await store.readHeldFigures({ state: 'held', limit: HELD_MAX });
    const documents = await store.readHeldDocuments();
    if (holds.length === 0) process.stdout.write('Nothing is held.\n');
    for (const hold of holds) {
      const isOfHold = ({ source, rule }: Pick<Hold, 'source' | 'rule'>) =>
        source === hold.source && rule === hold.rule;
      const lines =
        hold.of === 'documents'
          ? documents.filter(isOfHold).map(documentLine)
          : figures.filter(isOfHold).map(figureLine);
      process.stdout.write(`${holdLine(hold)}\n${lines.map((line) => `  ${line}\n`).join('')}`);
    }
  });
}

async function release(id: number): Promise<void> {
  await withStore(async (project) => {
    const { store, now } = project;
    const document = await store.readHeldBody(id);
    if (document) return releaseDocument(id, document, project);
    const isReleased = await store.write.decideHeld({ id, decision: 'release', atMs: now.getTime() });
    if (!isReleased) throw notHeld(id);
    process.stdout.write(`released ${id}\n`);
  });
}

/** Loads a held document as its operator vouches for it: only what a figure says by itself can still refuse it. */
async function releaseDocument(
  id: number,
  document: FixingDocument,
  { store, now, environment }: Project,
): Promise<void> {
  const exchange = environment.createSource;
  const sources = createSources({ upstream: () => undefined, exchange });
  const source = sources.find((candidate) => candidate.id === document.source);
  if (!source) throw notHeld(id);
  const loaded = await loadDocument(
    { source, listed: listSources(exchange), store, now, origin: 'import', releases: id },
    { url: document.url, body: document.body, fetchedAt: new Date(document.fetchedAtMs) },
  );
  if (!loaded.ok) throw new RefusedCommand(`${id} was not released. ${loaded.error.sentence}`);
  const { imported, revised, rejected } = loaded.value;
  process.stdout.write(
    `released ${id}: imported ${imported} observations, ${revised} revised, ${rejected.length} rejected\n`,
  );
}

async function reject(id: number): Promise<void> {
  await withStore(async ({ store, now }) => {
    const isRejected = await store.write.decideHeld({ id, decision: 'reject', atMs: now.getTime() });
    if (!isRejected) throw notHeld(id);
    process.stdout.write(`rejected ${id}\n`);
  });
}

async function listImports(): Promise<void> {
  await withStore(async ({ store }) => {
    const imports = await store.readImports();
    if (imports.length === 0) process.stdout.write('No file was imported.\n');
    for (const { id, source, url, fetchedAtMs } of imports) {
      process.stdout.write(`${id}  ${source}  ${url}  ${new Date(fetchedAtMs).toISOString()}\n`);
    }
  });
}

async function takeBack(id: number): Promise<void> {
  await withStore(async ({ store, now }) => {
    const taken = await store.write.takeBackImport({ id, atMs: now.getTime() });
    if (!taken)
      throw new RefusedCommand(`There is no import ${id}. Run npm run quarantine -- imports to list them.`);
    process.stdout.write(
      `undid import ${id}: ${taken.restored} figures restored, ${taken.removed} removed; history is fetched again within a day, or at the next start\n`,
    );
  });
}

function notHeld(id: number): RefusedCommand {
  return new RefusedCommand(
    `Nothing is held under ${id}. Run npm run quarantine -- list to see what is held.`,
  );
}

interface Project {
  readonly store: Store;
  readonly now: Date;
  readonly environment: Environment;
}

async function withStore(work: (project: Project) => Promise<void>): Promise<void> {
  const { environment, store } = await openProjectStore();
  try {
    await work({ store, environment, now: createClock(environment.clockStartsAt).service() });
  } finally {
    await store.close();
  }
}

function holdLine({ source, of, rule, count, firstSeenAtMs, lastSeenAtMs }: Hold): string {
  const what = count === 1 ? of.slice(0, -1) : of;
  const [first, last] = [firstSeenAtMs, lastSeenAtMs].map((ms) => new Date(ms).toISOString());
  return `${source}  ${rule}  ${count} ${what}, first ${first}, last ${last}`;
}

function figureLine({ id, base, quote, rate, observedAtMs, polls }: HeldFigureRow): string {
  return `${id}  ${base}/${quote} ${plainDecimal(rate)} of ${new Date(observedAtMs).toISOString()}, seen ${polls} times`;
}

function documentLine({ id, subject, sentence }: HeldDocumentRow): string {
  return `${id}  ${subject}: ${sentence}`;
}

function readId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number that list or imports shows.');
}
