import { expect, it } from 'vitest';
import { createSnapshotViews } from '#lib/api/callers/allowed-sources';
import { DEFAULT_CHOICE } from '#lib/domain/rates/rate-engine';
import { buildSnapshot, type RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { aPublication, aStoredSource, TEST_NOW } from '#lib/testing/builders/builders';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { fc } from '#lib/testing/seeded-fast-check';
import { digestsIn, pairNews } from './pair-news.ts';
import { createStreamTopics, untoldEvents } from './stream-topics.ts';

const PAIRS = ['USD', 'JPY', 'GBP'].map((quote) => ({ base: 'EUR', quote }));

/** What happens between two figures: nothing, or the connection breaks after so many more events, and the server may start anew. */
const step = fc.record({
  /** Few figures, so that one often comes back; 0 is none. */
  figures: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 3 }),
  breaksAfter: fc.option(fc.integer({ min: 0, max: 3 })),
  startsAnew: fc.boolean(),
});

it(
  seeded(
    'gives a reader each change once and misses none, wherever connections break and servers start anew',
  ),
  () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
        const reader = createReader();
        let topics = createStreamTopics();
        let told = topics.take(WANTED, viewOf([1, 1, 1], 0), digestsIn(null));
        for (const [revision, { figures, breaksAfter, startsAnew }] of steps.entries()) {
          const view = viewOf(figures, revision + 1);
          const events = untoldEvents(told, view.snapshot);
          if (breaksAfter === null) reader.hear(events);
          else {
            reader.hear(events, breaksAfter);
            if (startsAnew) topics = createStreamTopics();
            else topics.drop(told);
            told = topics.take(WANTED, view, digestsIn(reader.lastId()));
            reader.hear(untoldEvents(told, view.snapshot));
          }
          expect(reader.has()).toEqual(PAIRS.map((pair) => answerOf(view.snapshot, pair)));
        }
      }),
      propertyRuns(2000, 60),
    );
  },
);

const WANTED = { pairs: PAIRS, source: DEFAULT_CHOICE };

const views = createSnapshotViews();

function viewOf(figures: readonly number[], revision: number) {
  const published = PAIRS.flatMap(({ quote }, place) => {
    const figure = figures[place] ?? 0;
    return figure === 0 ? [] : [[`EUR/${quote}`, figure] as const];
  });
  const publication = aPublication('2026-04-13', Object.fromEntries(published));
  const bank = aStoredSource({ publications: [publication] });
  return views.viewOf(buildSnapshot([bank], revision, TEST_NOW), null);
}

function answerOf(snapshot: RateSnapshot, pair: (typeof PAIRS)[number]): string {
  return dataOf(pairNews(pair, DEFAULT_CHOICE, snapshot).start);
}

/** A client that keeps the newest event of each pair, and the last id. */
function createReader() {
  const newest = new Map<string, string>();
  let lastId: string | null = null;
  return {
    lastId: () => lastId,
    has: () => PAIRS.map(({ quote }) => newest.get(quote)),
    hear: (text: string, eventsMax = PAIRS.length) => {
      const events = text.split('\n\n').filter((event) => event !== '');
      for (const event of events.slice(0, eventsMax)) {
        const [, quote = ''] = /"to":"(\w+)"/.exec(event) ?? [];
        expect(dataOf(event), 'is told once').not.toBe(newest.get(quote));
        newest.set(quote, dataOf(event));
        lastId = /^id: (.*)$/m.exec(event)?.[1] ?? null;
      }
    },
  };
}

/** What an event says, but for the version. */
function dataOf(event: string): string {
  return /^data: (.*),"dataVersion"/m.exec(event)?.[1] ?? '';
}
