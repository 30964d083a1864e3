import { expect, it } from 'vitest';
import { isoDayOf } from '#lib/domain/iso-day';
import { publicationDaysBetween } from '#lib/domain/calendars/publication-calendar';
import { createKindOf } from '#lib/domain/currencies/rate-kind';
import type { Observation } from '#lib/domain/rates/observation';
import { checkFixings } from '#lib/domain/validation/check-fixings';
import { createSource as boe } from '#lib/sources/boe/source';
import { createSource as boj } from '#lib/sources/boj/source';
import { createSource as fed } from '#lib/sources/fed/source';
import { FACTS as LAW } from '#lib/sources/fixed/facts';
import type { FixingSource } from '#lib/sources/source';
import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';
import { aLiveDesk } from '#lib/testing/worlds/live-desk';

/** The recorded histories of banks with the days on which a rate truly jumped. */
const HISTORIES = [
  {
    id: 'fed',
    source: fed(),
    name: 'fred-INTLFXD_csv_2-2014-08.zip',
    jumps: [
      '1974-09-25 AUD/USD',
      '1975-08-11 NZD/USD',
      '1976-11-29 AUD/USD',
      '1977-11-16 USD/LKR',
      '1982-10-08 USD/SEK',
      '1983-03-08 AUD/USD',
      '1984-07-18 NZD/USD',
      '1994-01-03 USD/CNY',
      '1998-09-02 USD/MYR',
    ],
  },
  { id: 'fed', source: fed(), name: 'ddp-FRB_H10-JPY-daily-1971-01-04_2020-10-23.csv', jumps: [] },
  { id: 'boe', source: boe(), name: 'iadb-26series-2026-03-17_2026-03-20.csv', jumps: [] },
  { id: 'boj', source: boj(), name: 'getDataCode-FM08-FXERD04-FXERD34-202603.json', jumps: [] },
] as const;

it.for(HISTORIES)(
  'of $name, published day by day without another source, true jumps alone are held, each for two publications',
  ({ id, source, name, jumps }, { skip }) => {
    const recorded = readRecordedBodies(id);
    skip(recorded === null, recordedBodiesMissing(id));
    const days = daysOf(source, recorded?.find((body) => body.name === name)?.body);
    const { served, held, lost, left } = publishDaily(source, days);
    expect([served, lost, left]).toEqual([days.flat().length, [], []]);
    const firstDays = [...held].filter(([, publications]) => publications > 0).map(([figure]) => figure);
    expect(firstDays.filter((figure) => jumps.some((jump) => figure.startsWith(jump))).length).toBe(
      jumps.length,
    );
    expect(firstDays.length).toBe(2 * jumps.length);
    expect(Math.max(0, ...held.values())).toBeLessThanOrEqual(3);
  },
);

/** Polls each day's figures once; how many were served in the end, how many polls left a figure held, and what was lost or is held still. */
function publishDaily(source: FixingSource, days: readonly (readonly Observation[])[]) {
  const known = new Map<string, Observation[]>();
  const desk = aLiveDesk([], {
    kindOf: createKindOf(LAW.pegs),
    publicationDaysBetween: (from, to) => publicationDaysBetween(source.schedule.isPublicationDay, from, to),
    stored: (base, quote) => {
      const newest = known.get(`${base}/${quote}`)?.slice(-STORED_AROUND) ?? [];
      return {
        instantsMs: newest.map(({ observedAt }) => observedAt.getTime()),
        rates: newest.map(({ rate }) => rate),
      };
    },
  });
  let served = 0;
  const held = new Map<string, number>();
  const lost: string[] = [];
  for (const figures of days) {
    const judged = desk.poll(figures);
    served += judged.accepted.length;
    for (const figure of judged.held) held.set(textOf(figure), (held.get(textOf(figure)) ?? 0) + 1);
    lost.push(...judged.rejected.map(({ detail }) => detail), ...judged.dropped.map(textOf));
    for (const figure of judged.accepted) {
      const pair = `${figure.base}/${figure.quote}`;
      known.set(pair, [...(known.get(pair)?.slice(-STORED_AROUND) ?? []), figure]);
    }
  }
  return { served, held, lost, left: desk.held().map(textOf) };
}

/** Publications that a store is asked for around a document. */
const STORED_AROUND = 15;

function textOf({ base, quote, rate, observedAt }: Observation): string {
  return `${isoDayOf(observedAt)} ${base}/${quote} ${rate}`;
}

/** The figures of a file by day, oldest first. */
function daysOf(source: FixingSource, body: Uint8Array | undefined): readonly (readonly Observation[])[] {
  if (!body) throw new Error('The file is not among the recorded ones.');
  const now = new Date('2026-11-20T08:00:00Z');
  const parsed = source.parse({ url: 'file:', body, fetchedAt: now });
  if (!parsed.ok) throw new Error(parsed.error.sentence);
  const { fixingInstant, schedule } = source;
  const { accepted } = checkFixings(parsed.value.figures, { now, fixingInstant, schedule });
  return [...Map.groupBy(accepted, ({ observedAt }) => observedAt.getTime())]
    .toSorted(([one], [other]) => one - other)
    .map(([, figures]) => figures);
}
