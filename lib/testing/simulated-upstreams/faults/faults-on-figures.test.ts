import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/domain/durations';
import { fixedClock } from '#lib/testing/builders/fixed-clock';
import { type Fault, SIMULATED_SOURCES } from './faults.ts';
import { requestRaw } from '#lib/testing/simulated-upstreams/raw-request';
import {
  type DocumentReading,
  SAMPLE_DOCUMENTS,
  type SampleDocument,
} from '#lib/testing/simulated-upstreams/sample-documents';
import { shortHistory } from '#lib/testing/simulated-upstreams/short-history';
import { type SimulatedUpstreams, startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';

const START = '2026-11-20T15:30:00Z';
const clock = fixedClock(START);
let upstreams: SimulatedUpstreams;

beforeAll(async () => {
  upstreams = await startSimulatedUpstreams({ ...shortHistory(), now: clock.service });
});
beforeEach(() => clock.moveTo(new Date(START)));
afterAll(() => upstreams.close());

const samples = SAMPLE_DOCUMENTS.map((sample) => [`${sample.source} ${sample.name}`, sample] as const);
const withFigures = samples.filter(([, { name }]) => !/AssetPairs|exchangeInfo/.test(name));
const withDates = samples.filter(([, { name }]) => !/AssetPairs|Ticker|Binance price|scan|symbol/.test(name));
const ofManyPairs = samples.filter(([, { pairsOf }]) => pairsOf !== undefined);

describe('a fault in the figures', () => {
  it.each(withFigures)('inverted turns every figure of the %s', async (_name, sample) => {
    const [sound, bent] = await soundAndBent(sample, 'inverted');
    expect(bent.figures.length).toBe(sound.figures.length);
    expect(worst(sound, bent, (one, other) => one * other)).toBeLessThan(0.001);
  });

  it.each(withFigures)('times_100 multiplies every figure of the %s', async (_name, sample) => {
    const [sound, bent] = await soundAndBent(sample, 'times_100');
    expect(bent.figures.length).toBe(sound.figures.length);
    expect(worst(sound, bent, (one, other) => other / one / 100)).toBeLessThan(0.005);
  });

  it.each(withFigures)('nan puts NaN in the place of every figure of the %s', async (_name, sample) => {
    const [sound, bent] = await soundAndBent(sample, 'nan');
    expect(bent.figures.length).toBe(sound.figures.length);
    expect(new Set(bent.figures)).toEqual(new Set(['NaN']));
  });

  it.each(withFigures)(
    'digit_shifted makes one figure of the %s ten times too large',
    async (_name, sample) => {
      const [sound, bent] = await soundAndBent(sample, 'digit_shifted');
      const shifted = sound.figures.flatMap((figure, index) =>
        bent.figures[index] === figure ? [] : [Number(bent.figures[index]) / Number(figure)],
      );
      expect(shifted.length).toBe(1);
      expect(shifted[0]).toBeCloseTo(10, 6);
    },
  );
});

describe('a fault in dates and pairs', () => {
  it.each(withDates)('wrong_date dates the %s two weeks ahead', async (_name, sample) => {
    const [sound, bent] = await soundAndBent(sample, 'wrong_date');
    expect(sound.dates.length).toBeGreaterThan(0);
    expect(bent.dates.map((date) => instantOf(date) - 14 * DAY_MS)).toEqual(sound.dates.map(instantOf));
    expect(bent.figures).toEqual(sound.figures);
  });

  it.each(ofManyPairs)('dropped_60 leaves two in five pairs of the %s', async (_name, sample) => {
    const pairsOf = sample.pairsOf ?? (() => 0);
    const sound = pairsOf(await bodyOf(sample));
    const left = pairsOf(await underFault(sample, 'dropped_60', () => bodyOf(sample)));
    expect(left).toBeGreaterThan(0);
    // Binance and Kraken cut their whole list, dead markets and dark pools included; of two pairs one is left.
    expect(left / sound).toBeGreaterThanOrEqual(0.3);
    expect(left / sound).toBeLessThanOrEqual(0.5);
  });

  it.each(samples)('stale keeps the %s as it was, however late it gets', async (_name, sample) => {
    const before = await bodyOf(sample);
    await underFault(sample, 'stale', async () => {
      clock.moveTo(new Date(Date.parse(START) + 12 * DAY_MS));
      expect((await bodyOf(sample)).equals(before)).toBe(true);
    });
    const isTimeless = /AssetPairs/.test(sample.name);
    expect((await bodyOf(sample)).equals(before)).toBe(isTimeless);
  });
});

describe('a fault of any kind', () => {
  it.each(samples)('empty leaves nothing of the %s, and JSON is still JSON', async (_name, sample) => {
    const { status, body, headers } = await underFault(sample, 'empty', () => ask(sample));
    const { figures } = body.length === 0 ? { figures: [] } : sample.read(body);
    expect(figures).toEqual([]);
    if (headers['content-type']?.startsWith('application/json') === true) JSON.parse(body.toString());
    else if (sample.source !== 'web-search') expect(body.length).toBe(0);
    expect(status).toBe(200);
  });

  it('acts on its own source alone, and is gone when it is taken back', async () => {
    const before = await Promise.all(SAMPLE_DOCUMENTS.map(bodyOf));
    await upstreams.setFault('boe', 'inverted');
    const meanwhile = await Promise.all(SAMPLE_DOCUMENTS.map(bodyOf));
    await upstreams.setFault('boe', null);
    const after = await Promise.all(SAMPLE_DOCUMENTS.map(bodyOf));
    const isSame = meanwhile.map((body, index) => before[index]?.equals(body));
    expect(isSame).toEqual(SAMPLE_DOCUMENTS.map(({ source }) => source !== 'boe'));
    expect(after.every((body, index) => before[index]?.equals(body))).toBe(true);
  });

  it('has a document of every source to act on', () => {
    expect(new Set(SAMPLE_DOCUMENTS.map(({ source }) => source))).toEqual(new Set(SIMULATED_SOURCES));
  });
});

function ask({ source, path, body, headers }: SampleDocument) {
  return requestRaw({ url: `${upstreams.addressOf(source)}${path}`, body, headers });
}

async function bodyOf(sample: SampleDocument) {
  const { body } = await ask(sample);
  return body;
}

async function underFault<T>({ source }: SampleDocument, fault: Fault, act: () => Promise<T>): Promise<T> {
  await upstreams.setFault(source, fault);
  try {
    return await act();
  } finally {
    await upstreams.setFault(source, null);
  }
}

async function soundAndBent(
  sample: SampleDocument,
  fault: Fault,
): Promise<readonly [DocumentReading, DocumentReading]> {
  const sound = sample.read(await bodyOf(sample));
  const bent = sample.read(await underFault(sample, fault, () => bodyOf(sample)));
  if (!/exchangeInfo/.test(sample.name)) expect(sound.figures.length).toBeGreaterThan(0);
  return [sound, bent];
}

/** How far any pair of figures is from what a measure makes 1. */
function worst(
  sound: DocumentReading,
  bent: DocumentReading,
  measure: (one: number, other: number) => number,
): number {
  return sound.figures.reduce(
    (most, figure, index) =>
      Math.max(most, Math.abs(measure(Number(figure), Number(bent.figures[index])) - 1)),
    0,
  );
}

/** Days as any publisher writes them, seconds and milliseconds; in ms. */
function instantOf(date: string): number {
  if (/^\d{10}$/.test(date)) return Number(date) * 1000;
  if (/^\d{13}$/.test(date)) return Number(date);
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(date) ?? [];
  const instantMs = Date.parse(year === undefined ? `${date} UTC` : `${year}-${month}-${day} UTC`);
  expect(instantMs, date).not.toBeNaN();
  return instantMs;
}
