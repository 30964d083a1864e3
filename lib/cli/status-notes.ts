import process from 'node:process';
import { Argument, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { NOTE_LENGTH_MAX, NOTED_PARTS, noteStateAt, type StatusNote } from '#lib/domain/health/status-note';
import { parseIsoDay } from '#lib/domain/iso-day';
import { isSourceId, SOURCE_IDS } from '#lib/domain/source-id';
import { createClock } from '#lib/platform/clock';
import type { Store } from '#lib/store/store';
import { defineCommand, RefusedCommand, runCommand } from './command-line.ts';
import { openExistingStore } from './open-project-store.ts';

/** Notes that list prints at most. */
const LISTED_MAX = 500;

/** With seconds or without. */
const INSTANT = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })]);

const command = defineCommand(
  'status-notes',
  'Puts notes and planned maintenance on the status page and into its feed.',
);

const add = command
  .command('add')
  .description('says something; with --from and --until it is planned maintenance')
  .addArgument(new Argument('<text>', 'what people should know').argParser(readText))
  .option(
    '--affects <list>',
    `comma list of sources and of ${NOTED_PARTS.join(', ')}; without it the whole service`,
    readAffected,
  )
  .option('--from <instant>', 'when maintenance begins, such as 2026-11-28T22:00Z', readInstant)
  .option('--until <instant>', 'when it is over', readInstant)
  .action(addNote);

command.command('list').description('every note with its number, the newest first').action(listNotes);

command
  .command('end')
  .description('takes a note off the page, or calls maintenance off; it stays in the history')
  .addArgument(new Argument('<id>', 'the number that list shows').argParser(readId))
  .action(endNote);

await runCommand(command);

interface AddOptions {
  readonly affects?: readonly string[];
  readonly from?: number;
  readonly until?: number;
}

async function addNote(text: string, { affects = [], from, until }: AddOptions): Promise<void> {
  if ((from === undefined) !== (until === undefined)) {
    add.error('Planned maintenance needs both --from and --until; a note needs neither.');
  }
  if (from !== undefined && until !== undefined && until <= from) {
    add.error('--until must be later than --from.');
  }
  await withStore(async (store, nowMs) => {
    if (until !== undefined && until <= nowMs) {
      throw new RefusedCommand('--until is past; name an instant that is ahead.');
    }
    const planned = from === undefined || until === undefined ? null : { fromMs: from, untilMs: until };
    const id = await store.write.addStatusNote({ text, affects, writtenAtMs: nowMs, planned });
    process.stdout.write(`added ${id}\n`);
  });
}

async function listNotes(): Promise<void> {
  await withStore(async (store, nowMs) => {
    const notes = await store.readStatusNotes({ limit: LISTED_MAX });
    if (notes.length === 0) process.stdout.write('There is no note.\n');
    for (const note of notes) process.stdout.write(`${lineOf(note, nowMs)}\n`);
  });
}

async function endNote(id: number): Promise<void> {
  await withStore(async (store, nowMs) => {
    const ended = await store.write.endStatusNote({ id, atMs: nowMs });
    if (ended === 'over') throw new RefusedCommand(`Note ${id} is over already.`);
    if (ended === 'unknown') {
      throw new RefusedCommand(`There is no note ${id}. Run npm run status-notes -- list to see them.`);
    }
    process.stdout.write(`ended ${id}\n`);
  });
}

/** `7  planned  2026-11-28T22:00:00.000Z to 2026-11-28T23:00:00.000Z  ecb,boe  We move to another host.` */
function lineOf(note: StatusNote, nowMs: number): string {
  const { id, planned, writtenAtMs, affects, text } = note;
  const times =
    planned === null
      ? `written ${instantText(writtenAtMs)}`
      : `${instantText(planned.fromMs)} to ${instantText(planned.untilMs)}`;
  const about = affects.length === 0 ? 'whole service' : affects.join(',');
  return [id, noteStateAt(note, nowMs), times, about, text].join('  ');
}

function instantText(atMs: number): string {
  return new Date(atMs).toISOString();
}

async function withStore(work: (store: Store, nowMs: number) => Promise<void>): Promise<void> {
  const { environment, store } = await openExistingStore();
  try {
    await work(store, createClock(environment.clockStartsAt).service().getTime());
  } finally {
    await store.close();
  }
}

function readText(given: string): string {
  const text = given.trim();
  if (text !== '' && text.length <= NOTE_LENGTH_MAX && !/\p{Cc}/u.test(text)) return text;
  throw new InvalidArgumentError(`It must have 1 to ${NOTE_LENGTH_MAX} characters on one line.`);
}

function readAffected(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  const parts: readonly string[] = NOTED_PARTS;
  if (names.every((name) => isSourceId(name) || parts.includes(name))) return [...new Set(names)];
  throw new InvalidArgumentError(`It must be a comma list of ${[...SOURCE_IDS, ...NOTED_PARTS].join(', ')}.`);
}

function readInstant(text: string): number {
  if (parseIsoDay(text.slice(0, 10)) && INSTANT.safeParse(text).success) return Date.parse(text);
  throw new InvalidArgumentError('It must be an ISO instant such as 2026-11-28T22:00Z.');
}

function readId(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be the number that list shows.');
}
