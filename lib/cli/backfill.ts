import process from 'node:process';
import { Presets, SingleBar } from 'cli-progress';
import { InvalidArgumentError } from 'commander';
import { type IsoDay, isoDayOf, parseIsoDay } from '#lib/domain/iso-day';
import { type BackfillProgress, backfillSource, wholeHistory } from '#lib/ingest/history/backfill';
import { createClock } from '#lib/platform/clock';
import { createHttpClient } from '#lib/platform/http-client';
import { USER_AGENT } from '#lib/ingest/feed-store';
import { createSourcesOf } from '#lib/sources/create-sources';
import { operatorSources } from '#lib/sources/operator-sources';
import { listSources } from '#lib/sources/registry';
import type { HistorySpan, Source } from '#lib/sources/source';
import { defineCommand, RefusedCommand, runCommand } from './command-line.ts';
import { openExistingStore, openProjectStore } from './open-project-store.ts';

interface Options {
  readonly source: string;
  readonly from?: IsoDay;
  readonly to?: IsoDay;
  /** A line of JSON a part instead of a bar, for the service that runs this beside itself. */
  readonly json?: boolean;
  /** Work with the database that is there and make none, for the service that runs this beside itself. */
  readonly existing?: boolean;
  /** End with the process that holds the other end of the standard input, even where that one was killed. */
  readonly untilInputEnds?: boolean;
}

const command = defineCommand(
  'backfill',
  'Fetches history from the publisher, newest first. If it is stopped, the next run continues from there.',
)
  .requiredOption('--source <id>', 'whose history, such as ecb; all for every enabled source')
  .option('--from <date>', 'first day, YYYY-MM-DD; without it the first that the publisher has', readDay)
  .option('--to <date>', 'last day, YYYY-MM-DD; without it today', readDay)
  .option('--json', 'print one JSON line per part')
  .option('--existing', 'do not create a database if there is none')
  .option('--until-input-ends', 'stop when the standard input ends')
  .action(backfill);

await runCommand(command);

async function backfill(options: Options): Promise<void> {
  // Written beside, so that the next documents come meanwhile.
  const open = options.existing ? openExistingStore : openProjectStore;
  const { environment, store } = await open('thread');
  try {
    const enabled = createSourcesOf(environment, operatorSources(environment));
    const sources = sourcesNamed(options.source, enabled);
    const listed = listSources(environment.createSource);
    const clock = createClock(environment.clockStartsAt);
    const http = createHttpClient({ clock, userAgent: USER_AGENT });
    const stopping = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
    if (options.untilInputEnds) process.stdin.once('close', () => stopping.abort()).resume();
    const refusals: string[] = [];
    await Promise.all(
      sources.map(async (source) => {
        const span = spanOf(source, options, isoDayOf(clock.service()));
        if (!span) return;
        const shown = options.json ? jsonLines(source) : progressBar(source);
        const context = { store, listed, http, clock, signal: stopping.signal, onPart: shown.onPart };
        const outcome = await backfillSource(source, span, context);
        shown.stop();
        const { imported, revised, rejected } = outcome.ok ? outcome.value : outcome.error.counts;
        const counts = `imported ${imported} observations, ${revised} revised, ${rejected} rejected`;
        if (!options.json) process.stdout.write(`${source.id}: ${counts}\n`);
        if (!outcome.ok) refusals.push(`${source.id} is not complete. ${outcome.error.sentence}`);
      }),
    );
    if (refusals.length > 0) {
      throw new RefusedCommand(`${refusals.join('\n')}\nRun it again to continue from there.`);
    }
  } finally {
    if (options.untilInputEnds) process.stdin.destroy();
    await store.close();
  }
}

function sourcesNamed(id: string, enabled: readonly Source[]): readonly Source[] {
  const withHistory = enabled.filter(({ history }) => history !== null);
  const named = id === 'all' ? withHistory : withHistory.filter((source) => source.id === id);
  if (named.length > 0 || id === 'all') return named;
  const ids = withHistory.map((source) => source.id).join(', ');
  return command.error(`--source must be all or one of ${ids}; got "${id}".`, { exitCode: 2 });
}

function spanOf(source: Source, { from, to }: Options, today: IsoDay): HistorySpan | null {
  const whole = wholeHistory(source, today);
  const span = whole && { from: from ?? whole.from, to: to ?? whole.to };
  if (span && span.from > span.to) {
    return command.error(`--from must not be after --to.`, { exitCode: 2 });
  }
  return span;
}

interface Shown {
  readonly onPart: (progress: BackfillProgress) => void;
  readonly stop: () => void;
}

function progressBar(source: Source): Shown {
  const bar = new SingleBar(
    {
      format: `${source.id} [{bar}] {value}/{total} {part}`,
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.rect,
  );
  let isStarted = false;
  return {
    onPart: ({ part, done, total, failure }) => {
      if (!isStarted) bar.start(total, done, { part: part.id });
      isStarted = true;
      bar.update(done, { part: part.id });
      if (failure !== null) process.stderr.write(`\n${part.id}: ${failure}\n`);
    },
    stop: () => bar.stop(),
  };
}

function jsonLines(source: Source): Shown {
  return {
    onPart: ({ part, done, total, counts, failure }) =>
      process.stdout.write(
        `${JSON.stringify({ source: source.id, part: part.id, done, total, ...counts, failure })}\n`,
      ),
    stop: () => {},
  };
}

function readDay(text: string): IsoDay {
  const day = parseIsoDay(text);
  if (day === null) throw new InvalidArgumentError('It must be a day such as 2024-12-31.');
  return day;
}
