import { describe, expect, it } from 'vitest';

import { checkKindOf } from '#lib/domain/health/check-kind';
import { isoDayOf } from '#lib/domain/iso-day';
import { judgeLive } from '#lib/domain/validation/judge-live';
import { largeMoves } from '#lib/domain/validation/move-limits';
import type { Observation } from '#lib/domain/rates/observation';
import { checkFixings } from '#lib/domain/validation/check-fixings';
import { heldObservation } from '#lib/domain/validation/held-figure';
import { createKindOf } from '#lib/domain/currencies/rate-kind';
import { createSource as ecb } from '#lib/sources/ecb/source';
import { FACTS as LAW } from '#lib/sources/fixed/facts';
import { aLiveContext, aLiveDesk, type OtherFigures, targetDaysBetween } from '#lib/testing/worlds/live-desk';
import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';
import { isLong, someOf } from '#lib/testing/long-count';

/** The bank's own documents of one day, from before and after Bulgaria's and Croatia's euro. */
const DAILY_FILES = [
  'eurofxref-daily-2019-01-21.xml',
  'eurofxref-daily-2025-05-09.xml',
  'eurofxref-daily-2026-02-11.xml',
];
const HISTORY_FILE = 'eurofxref-hist.zip';
const HISTORY_ROWS = 217_555;

const source = ecb();
const kindOf = createKindOf(LAW.pegs);
const recorded = readRecordedBodies('ecb');
const history = recorded === null ? [] : accepted(HISTORY_FILE, bodyOf(HISTORY_FILE)).figures;
const days = [...Map.groupBy(history, ({ observedAt }) => observedAt.getTime())]
  .toSorted(([one], [other]) => one - other)
  .map(([, figures]) => figures);

/** Days that are replayed one by one: all of them in the long run. */
const REPLAYED_SINCE = isLong('EVERY_CASE') ? '1999-01-01' : '2014-01-01';
const replayed = days.filter(([figure]) => figure && isoDayOf(figure.observedAt) >= REPLAYED_SINCE);

describe('the recorded history of the ECB', () => {
  it('is accepted whole', ({ skip }) => {
    skip(recorded === null, recordedBodiesMissing('ecb'));
    const { figures, rejected } = accepted(HISTORY_FILE, bodyOf(HISTORY_FILE));
    expect([figures.length, rejected]).toEqual([HISTORY_ROWS, []]);
  });

  it('has five large moves, the franc of 2015-01-15 among them', ({ skip }) => {
    skip(recorded === null, recordedBodiesMissing('ecb'));
    const moves = largeMoves(history, { kindOf, publicationDaysBetween: targetDaysBetween });
    expect(moves.map(({ quote, observedAt }) => `${isoDayOf(observedAt)} ${quote}`).toSorted()).toEqual(
      TRUE_MOVES,
    );
  });

  it('passes as one document of a first poll, and of a later one', ({ skip }) => {
    skip(recorded === null, recordedBodiesMissing('ecb'));
    const newest = new Map(days.flat().map((figure) => [figure.quote, figure]));
    for (const last of [new Map<string, Observation>(), newest]) {
      const judged = judgeLive(
        history,
        aLiveContext({ kindOf, lastAccepted: (_base, quote) => last.get(quote) ?? null }),
      );
      expect([judged.accepted.length, judged.rejected, judged.held]).toEqual([HISTORY_ROWS, [], []]);
    }
  });

  it('replayed as daily polls is held at true large moves only, and each is released by two more polls', ({
    skip,
  }) => {
    skip(recorded === null, recordedBodiesMissing('ecb'));
    const desk = aLiveDesk([], { kindOf });
    const heldOn: string[] = [];
    let servedCount = 0;
    for (const figures of replayed) {
      const others = othersOf(figures);
      const first = desk.poll(figures, others);
      heldOn.push(...first.held.map(({ quote, observedAt }) => `${isoDayOf(observedAt)} ${quote}`));
      servedCount += first.accepted.length;
      for (let more = 0; more < 2 && first.held.length > 0; more += 1) {
        servedCount += desk.poll(first.held.map(heldObservation), others).accepted.length;
      }
      expect([first.rejected, first.flagged, first.dropped, desk.held()]).toEqual([[], [], [], []]);
    }
    expect(heldOn.toSorted()).toEqual(TRUE_MOVES.filter((move) => move >= REPLAYED_SINCE));
    expect(servedCount).toBe(replayed.flat().length);
  });
});

describe('the recorded history of the ECB without another source', () => {
  it('is held at a true jump until two publications follow it, and nothing is dropped', ({ skip }) => {
    skip(recorded === null, recordedBodiesMissing('ecb'));
    const desk = aLiveDesk([], { kindOf });
    const judgements = replayed.map((figures) => desk.poll(figures));
    const texts = (figures: readonly Observation[]) =>
      figures.map(({ quote, observedAt }) => `${isoDayOf(observedAt)} ${quote}`).toSorted();
    const isWhole = replayed.length === days.length;
    expect(texts(judgements.flatMap((judged) => judged.dropped))).toEqual([]);
    expect(judgements.flatMap(({ rejected }) => rejected)).toEqual([]);
    expect(desk.held()).toEqual([]);
    const released = texts(judgements.flatMap((judged) => judged.released));
    expect(released.filter((text) => /CHF|TRL/.test(text))).toEqual([
      ...(isWhole ? ['2001-02-22 TRL', '2001-02-23 TRL', '2001-02-26 TRL'] : []),
      '2015-01-15 CHF',
      '2015-01-16 CHF',
      '2015-01-19 CHF',
    ]);
  });
});

/** The lira's float, the króna's fall and its return, the franc let go, and the lira's rescue. */
const TRUE_MOVES = ['2001-02-22 TRL', '2008-10-08 ISK', '2008-11-06 ISK', '2015-01-15 CHF', '2021-12-21 TRY'];

describe.each(DAILY_FILES)('mutations of %s', (file) => {
  it('leave the document itself without a doubt', ({ skip }) => {
    skip(recorded === null, recordedBodiesMissing('ecb'));
    const { judged, verdict } = pollOf(file, (rate) => rate);
    expect([judged.held, judged.rejected, judged.flagged, verdict]).toEqual([[], [], [], 'pass']);
  });

  it.for<readonly [string, Change, string]>([
    ['inverted', (rate) => (1 / Number(rate)).toPrecision(6), 'hard'],
    ['in hundredfold units', (rate) => String(Number((Number(rate) * 100).toPrecision(6))), 'hard'],
    ['in hundredths', (rate) => String(Number((Number(rate) / 100).toPrecision(6))), 'hard'],
    ['made NaN', () => 'NaN', 'hard'],
    ['with 60 % of its pairs gone', (rate, index) => (index % 5 < 3 ? null : rate), 'hard'],
  ])('%s throughout are a failed check, and no wrong figure is served', ([, change, verdict], { skip }) => {
    skip(recorded === null, recordedBodiesMissing('ecb'));
    const poll = pollOf(file, change);
    expect(poll.verdict).toBe(verdict);
    expect(poll.served.filter((figure) => !poll.isTrue(figure))).toEqual([]);
  });

  it('dated three days ahead or on no day serve nothing', ({ skip }) => {
    skip(recorded === null, recordedBodiesMissing('ecb'));
    const text = textOf(file);
    for (const day of ['2026-11-23', '2026-11-31', '2026-13-01']) {
      const { figures } = accepted(file, encode(text.replace(/time=(['"])[\d-]+\1/, `time="${day}"`)));
      expect(figures, day).toEqual([]);
    }
  });
});

describe.each(DAILY_FILES)('mutations of single pairs of %s', (file) => {
  it('of one digit that move a figure by 10 % or more are all caught, and cost no other figure', ({
    skip,
  }) => {
    skip(recorded === null, recordedBodiesMissing('ecb'));
    const mutants = digitMutants(file);
    expect(mutants.length).toBeGreaterThan(400);
    const missed = someOf(mutants, 30).filter(({ index, figure }) => {
      const { served, isTrue, judged, pairs } = pollOf(file, (rate, at) => (at === index ? figure : rate));
      const flagged = new Set(judged.flagged.map(({ observation }) => observation));
      const wrong = served.filter((one) => !isTrue(one) && !flagged.has(one));
      return wrong.length > 0 || served.filter(isTrue).length !== pairs - 1;
    });
    expect(missed).toEqual([]);
  });

  it.for<readonly [string, Change]>([
    ['an inverted figure', (rate) => (1 / Number(rate)).toPrecision(6)],
    ['a hundredfold figure', (rate) => String(Number((Number(rate) * 100).toPrecision(6)))],
    ['a hundredth', (rate) => String(Number((Number(rate) / 100).toPrecision(6)))],
    ['NaN', () => 'NaN'],
    ['a negative figure', (rate) => `-${rate}`],
    ['zero', () => '0'],
  ])('with %s for one pair serve all others and not it', ([, change], { skip }) => {
    skip(recorded === null, recordedBodiesMissing('ecb'));
    for (const [index] of someOf([...figuresOf(file).entries()], 5)) {
      const { served, isTrue, pairs } = pollOf(file, (rate, at) => (at === index ? change(rate, at) : rate));
      expect([served.every(isTrue), served.length], `pair ${index}`).toEqual([true, pairs - 1]);
    }
  });
});

describe.each(DAILY_FILES)('polls after %s', (file) => {
  it('that repeat a hundredfold feed are never served, whatever the other sources say of the truth', ({
    skip,
  }) => {
    skip(recorded === null, recordedBodiesMissing('ecb'));
    const market = marketOf(file);
    const truth = [...market.truth.values()];
    const desk = aLiveDesk(market.before, { kindOf });
    const others = othersOf(truth);
    const hundredfold = truth.map((figure) => ({ ...figure, rate: figure.rate * 100 }));
    for (let count = 0; count < 50; count += 1) expect(desk.poll(hundredfold, others).accepted).toEqual([]);
    expect(desk.held().length).toBe(truth.length);
    expect(desk.poll(truth, others).accepted.length).toBe(truth.length);
    expect(desk.held()).toEqual([]);
  });

  it('that devalue by 30 % for true are served with the second poll that repeats them', ({ skip }) => {
    skip(recorded === null, recordedBodiesMissing('ecb'));
    const { truth, before } = marketOf(file);
    const devalued = before.map((figure) => ({
      ...figure,
      rate: figure.rate * 1.3,
      observedAt: truth.get(figure.quote)?.observedAt ?? figure.observedAt,
    }));
    const desk = aLiveDesk(before, { kindOf });
    const counts = [1, 2, 3].map(() => desk.poll(devalued, othersOf(devalued)).accepted.length);
    expect(counts).toEqual([0, 0, before.length]);
  });
});

/** A change of one figure of a document; null takes the row out. */
type Change = (rate: string, index: number) => string | null;

/** One live poll of a changed document: the day before is stored, and four other sources saw the true market. */
function pollOf(file: string, change: Change) {
  const { truth, before } = marketOf(file);
  const { figures, isReadable } = accepted(file, encode(changed(textOf(file), change)));
  const desk = aLiveDesk(before, { kindOf });
  const judged = desk.poll(figures, othersOf([...truth.values()]));
  const findings = {
    acceptedPairs: judged.accepted.length,
    expectedPairs: source.expectedPairs,
    quarantined: judged.held.length,
    heldPairs: judged.held.length,
    inverted: judged.isInverted ? 1 : 0,
    flagged: judged.flagged.length,
    latencyMs: 100,
    timeoutMs: 15_000,
  };
  const verdict = isReadable ? checkKindOf({ outcome: 'answered', ...findings }).kind : 'hard';
  const isTrue = ({ quote, rate }: Observation): boolean => truth.get(quote)?.rate === rate;
  return { judged, verdict, served: judged.accepted, isTrue, pairs: truth.size };
}

/** Four sources that fix at other hours of the same true market. */
function othersOf(truth: readonly Observation[]): OtherFigures {
  const rates = new Map(truth.map(({ quote, rate }) => [quote, rate]));
  return (_base, quote) => {
    const rate = rates.get(quote);
    return rate === undefined ? [] : [0.997, 0.999, 1.001, 1.003].map((noise) => rate * noise);
  };
}

/** The true figures of a document's day by quote currency, and those of the publication day before; read once a file. */
function marketOf(file: string): Market {
  const known = markets.get(file);
  if (known !== undefined) return known;
  const { figures } = accepted(file, bodyOf(file));
  const earlier = days.filter(([day]) => day && figures[0] && day.observedAt < figures[0].observedAt);
  const market = {
    truth: new Map(figures.map((figure) => [figure.quote, figure])),
    before: earlier.at(-1) ?? [],
  };
  markets.set(file, market);
  return market;
}

interface Market {
  readonly truth: ReadonlyMap<string, Observation>;
  readonly before: readonly Observation[];
}

const markets = new Map<string, Market>();

/** A document through the adapter and the validation; one that the adapter refuses has no figures. */
function accepted(name: string, body: Uint8Array) {
  const now = new Date('2026-11-20T12:00:00Z');
  const parsed = source.parse({ url: `file:${name}`, body, fetchedAt: now });
  if (!parsed.ok) return { figures: [], rejected: [], isReadable: false };
  const checked = checkFixings(parsed.value.figures, { now, fixingInstant: source.fixingInstant });
  return { figures: checked.accepted, rejected: checked.rejected, isReadable: true };
}

const ROW = /<[\w:]*Cube currency=['"]\w+['"] rate=['"]([\d.]+)['"] ?\/>/g;

function changed(text: string, change: Change): string {
  let index = -1;
  return text.replaceAll(ROW, (row: string, rate: string) => {
    index += 1;
    const next = change(rate, index);
    return next === null ? '' : row.replace(/rate=(['"])[\d.]+\1/, `rate="${next}"`);
  });
}

function figuresOf(file: string): readonly string[] {
  return [...textOf(file).matchAll(ROW)].map(([, rate = '']) => rate);
}

/** Every figure with one digit changed, if that moves it by 10 % or more. */
function digitMutants(file: string): readonly { readonly index: number; readonly figure: string }[] {
  return figuresOf(file).flatMap((rate, index) =>
    [...rate].flatMap((character, place) => {
      if (character === '.') return [];
      const figures = [...'0123456789'].map((digit) => rate.slice(0, place) + digit + rate.slice(place + 1));
      const far = figures.filter((figure) => Math.abs(Number(figure) / Number(rate) - 1) >= 0.1);
      return far.map((figure) => ({ index, figure }));
    }),
  );
}

function textOf(file: string): string {
  return new TextDecoder().decode(bodyOf(file));
}

function bodyOf(file: string): Uint8Array {
  const found = recorded?.find(({ name }) => name === file);
  if (found === undefined) throw new Error(`There is no recorded body ${file}.`);
  return found.body;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
