import process from 'node:process';
import { Argument, InvalidArgumentError } from 'commander';
import { loadDocument } from '#lib/ingest/history/load-document';
import { createClock } from '#lib/platform/clock';
import type { Environment } from '#lib/platform/environment';
import { createSources } from '#lib/sources/create-sources';
import { listSources } from '#lib/sources/registry';
import type { QuarantinedFigure } from '#lib/store/validation/quarantine';
import type { Store } from '#lib/store/store';
import type { WithheldDocument } from '#lib/store/validation/withheld-documents';
import { defineCommand, RefusedCommand, runCommand } from './command-line.ts';
import { openProjectStore } from './open-project-store.ts';

/** Rows that list prints at most. */
const LISTED_MAX = 500;

const command = defineCommand(
  'quarantine',
  'Lists, releases and rejects figures and documents that are held, and undoes imports.',
);

command.command('list').description('everything that is held, newest first').action(list);

command
  .command('release')
  .description('serves a held figure, or stores a held document: use it when the publisher really means it')
  .addArgument(
    new Argument('<id>', 'the number that list shows, such as 7 or document-2').argParser(readHeld),
  )
  .action((held: Held) => (held.kind === 'figure' ? decide(held.id, 'release') : releaseDocument(held.id)));

command
  .command('reject')
  .description('never serves a held figure, or drops a held document')
  .addArgument(
    new Argument('<id>', 'the number that list shows, such as 7 or document-2').argParser(readHeld),
  )
  .action((held: Held) => (held.kind === 'figure' ? decide(held.id, 'reject') : rejectDocument(held.id)));

command.command('imports').description('the files that were imported, newest first').action(listImports);

command
  .command('take-back')
  .description('undoes an import: restores the figures it replaced and removes those it added')
  .addArgument(new Argument('<id>', 'the number that imports shows').argParser(readId))
  .action(takeBack);

await runCommand(command);

/** What is held: one figure, or a document as a whole. */
interface Held {
  readonly kind: 'figure' | 'document';
  readonly id: number;
}

async function list(): Promise<void> {
  await withStore(async ({ store }) => {
    const figures = await store.readQuarantine({ state: 'held', limit: LISTED_MAX });
    const documents = await store.readWithheld();
    if (figures.length + documents.length === 0) process.stdout.write('Nothing is held.\n');
    for (const document of documents) process.stdout.write(`${documentLine(document)}\n`);
    for (const figure of figures) process.stdout.write(`${figureLine(figure)}\n`);
  });
}

async function decide(id: number, decision: 'release' | 'reject'): Promise<void> {
  await withStore(async ({ store, now }) => {
    const decided = await store.write.decideQuarantine({ id, decision, atMs: now.getTime() });
    if (decided === 'unknown' || decided === 'decided-before') throw notHeld('figure', String(id));
    process.stdout.write(`${decided} ${id}\n`);
  });
}

/** Loads a held document as its operator vouches for it: only what a figure says by itself can still refuse it. */
async function releaseDocument(id: number): Promise<void> {
  await withStore(async ({ store, now, environment }) => {
    const document = await store.readWithheldBody(id);
    const exchange = environment.createSource;
    const sources = createSources({ upstream: () => undefined, exchange });
    const source = sources.find((candidate) => candidate.id === document?.source);
    if (!document || !source) throw notHeld('document', `document-${id}`);
    const loaded = await loadDocument(
      { source, listed: listSources(exchange), store, now, origin: 'import', releases: id },
      { url: document.url, body: document.body, fetchedAt: new Date(document.fetchedAtMs) },
    );
    if (!loaded.ok) throw new RefusedCommand(`document-${id} was not released. ${loaded.error.sentence}`);
    const { imported, revised, rejected } = loaded.value;
    process.stdout.write(
      `released document-${id}: imported ${imported} observations, ${revised} revised, ${rejected.length} rejected\n`,
    );
  });
}

async function rejectDocument(id: number): Promise<void> {
  await withStore(async ({ store, now }) => {
    const isRejected = await store.write.rejectWithheld({ id, atMs: now.getTime() });
    if (!isRejected) throw notHeld('document', `document-${id}`);
    process.stdout.write(`rejected document-${id}\n`);
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

function notHeld(kind: Held['kind'], id: string): RefusedCommand {
  return new RefusedCommand(
    `There is no held ${kind} ${id}. Run npm run quarantine -- list to see what is held.`,
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

function figureLine(row: QuarantinedFigure): string {
  const observed = new Date(row.observedAtMs).toISOString();
  return `${row.id}  ${row.source}  ${row.base}/${row.quote} ${row.rate}  ${observed}  ${row.rule}  seen ${row.polls} times`;
}

function documentLine({ id, source, origin, url, rule, sentence }: WithheldDocument): string {
  return `document-${id}  ${source}  ${origin} of ${url}  ${rule}  ${sentence}`;
}

function readHeld(text: string): Held {
  const [, prefix, digits = ''] = /^(document-)?(\d{1,15})$/.exec(text) ?? [];
  if (digits === '') throw new InvalidArgumentError('It must be the number that list shows.');
  return { kind: prefix === undefined ? 'figure' : 'document', id: Number(digits) };
}

function readId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be the number that imports shows.');
}
