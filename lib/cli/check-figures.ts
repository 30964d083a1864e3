import process from 'node:process';
import { plainDecimal } from '#lib/domain/rates/exact-number';
import { readEnvironment } from '#lib/platform/environment';
import { isoDayOf } from '#lib/domain/iso-day';
import { findSpikes } from '#lib/domain/validation/find-spikes';
import { publicationDaysBetween } from '#lib/domain/calendars/publication-calendar';
import { createKindOf } from '#lib/domain/currencies/rate-kind';
import { FACTS as LAW } from '#lib/sources/fixed/facts';
import { listSources } from '#lib/sources/registry';
import type { FixingFacts } from '#lib/sources/source-facts';
import { checkDatabase, type ImpossibleFigure } from '#lib/store/check-database';
import type { Store } from '#lib/store/store';
import { defineCommand, RefusedCommand, runCommand } from './command-line.ts';
import { openProjectStore } from './open-project-store.ts';

/** Figures of one series that are read at once: 27 years of working days are 7,000. */
const SERIES_MAX = 100_000;

await runCommand(
  defineCommand(
    'check',
    'Checks the database file and every stored figure, and names what is damaged, impossible, or stands out from both neighbours.',
  ).action(checkFigures),
);

async function checkFigures(): Promise<void> {
  const root = process.cwd();
  const { impossible } = await checkDatabase({ ...readEnvironment(process.env, root), root });
  const { environment, store } = await openProjectStore();
  try {
    // As it is stored: what is damaged may have hundreds of digits.
    for (const figure of impossible)
      print(figure, `${figure.rate ?? 'no number'}: impossible, and not served`);
    let spikes = 0;
    let series = 0;
    for (const source of listSources(environment.createSource)) {
      if (!('cadence' in source) || source.cadence !== 'fixing') continue;
      for (const pair of await store.listPairs(source.id)) {
        series += 1;
        for (const figure of await spikesOf(store, source, pair)) {
          spikes += 1;
          print(figure, `${plainDecimal(figure.rate)}: stands out from both neighbours`);
        }
      }
    }
    process.stdout.write(
      `checked ${series} series of fixings and every market: ${impossible.length} impossible, ${spikes} that stand out\n`,
    );
    const [first] = impossible;
    if (first) {
      const day = isoDayOf(new Date(first.atMs));
      throw new RefusedCommand(
        `Import the publisher's file again, or fetch those days: npm run backfill -- --source ${first.source} --from ${day} --to ${day}`,
      );
    }
  } finally {
    await store.close();
  }
}

async function spikesOf(
  store: Store,
  { id: source, schedule }: FixingFacts,
  { base, quote }: { readonly base: string; readonly quote: string },
): Promise<readonly (ImpossibleFigure & { readonly rate: number })[]> {
  const span = { source, base, quote, fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, limit: SERIES_MAX };
  const figures = await store.readSeries(span);
  const kindOf = createKindOf(LAW.pegs);
  const found = findSpikes({ base, quote }, figures, {
    cadence: 'fixing',
    kindOf,
    publicationDaysBetween: (from, to) => publicationDaysBetween(schedule.isPublicationDay, from, to),
  });
  return found.map(({ observedAt, rate }) => ({ source, base, quote, atMs: observedAt.getTime(), rate }));
}

function print({ source, base, quote, atMs }: Omit<ImpossibleFigure, 'rate'>, what: string): void {
  process.stdout.write(`${source} ${base}/${quote} of ${isoDayOf(new Date(atMs))} is ${what}\n`);
}
