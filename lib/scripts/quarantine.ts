import process from 'node:process';
import { Argument, InvalidArgumentError } from 'commander';
import { createClock } from '#lib/platform/clock';
import type { QuarantinedFigure } from '#lib/store/quarantine';
import type { Store } from '#lib/store/store';
import { defineCommand, RefusedCommand, runCommand } from './command-line.ts';
import { openProjectStore } from './open-project-store.ts';

/** Rows that list prints at most. */
const LISTED_MAX = 500;

const command = defineCommand('quarantine', 'Shows and decides figures that are held at the door.');

command
  .command('list')
  .description('every held figure, newest first')
  .action(() =>
    withStore(async (store) => print(await store.readQuarantine({ state: 'held', limit: LISTED_MAX }))),
  );

command
  .command('release')
  .description('serves a held figure: use it when the publisher really means it')
  .addArgument(new Argument('<id>', 'the number that list shows').argParser(readId))
  .action((id: number) => decide(id, 'release'));

command
  .command('reject')
  .description('never serves a held figure')
  .addArgument(new Argument('<id>', 'the number that list shows').argParser(readId))
  .action((id: number) => decide(id, 'reject'));

await runCommand(command);

async function decide(id: number, decision: 'release' | 'reject'): Promise<void> {
  await withStore(async (store, now) => {
    const decided = await store.write.decideQuarantine({ id, decision, atMs: now.getTime() });
    if (decided === 'unknown' || decided === 'decided-before') {
      throw new RefusedCommand(`No held figure has the number ${id}; list shows those that have one.`);
    }
    process.stdout.write(`${decided} ${id}\n`);
  });
}

async function withStore(work: (store: Store, now: Date) => Promise<void>): Promise<void> {
  const { environment, store } = await openProjectStore();
  try {
    await work(store, createClock(environment.clockStartsAt).service());
  } finally {
    await store.close();
  }
}

function print(rows: readonly QuarantinedFigure[]): void {
  if (rows.length === 0) {
    process.stdout.write('No figure is held at the door.\n');
    return;
  }
  for (const row of rows) {
    const observed = new Date(row.observedAtMs).toISOString();
    process.stdout.write(
      `${row.id}  ${row.source}  ${row.base}/${row.quote} ${row.rate}  ${observed}  ${row.rule}  seen ${row.polls} times\n`,
    );
  }
}

function readId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be the number that list shows.');
}
