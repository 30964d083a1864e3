import { describe, expect, it } from 'vitest';

import { parseIsoDay, startOfDay } from '#lib/domain/iso-day';
import { checkFixings } from '#lib/domain/validation/check-fixings';
import { isSourceId } from '#lib/domain/source-id';
import type { FixingSource, Source, SourceDocument } from '#lib/sources/source';
import { isZip } from '#lib/sources/zip-member';

import { expectOneSeriesLost } from './damaged-series.ts';
import { type RecordedBody, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';

/** The Federal Reserve's history has figures of one currency on 17 holidays among 11,000 days. */
const LONE_DAYS_MAX = 0.002;

/** After every recorded body, so that none is ahead of the clock. */
const CONTRACT_NOW = new Date('2026-11-20T12:00:00Z');

/** Larger bodies have the same layouts. */
const DAMAGED_BYTES_MAX = 300_000;

const HTML_PAGE =
  '<!DOCTYPE html>\n<html><head><title>Please wait</title></head><body>Checking</body></html>';

/**
 * The guarantees of every source, as tests; run it for each entry of the registry. `recordedBodies` are real bodies
 * of the publisher: at least one that parses is demanded, and null (a machine without them) skips those tests with the
 * reason. Which body has which figures, and which is refused and why, is said in the adapter's own tests.
 */
export function describeSource(
  source: Source,
  { recordedBodies }: { readonly recordedBodies: readonly RecordedBody[] | null },
): void {
  describe(`source ${source.id}`, () => {
    describeFacts(source);
    describeUnknownLayouts(source);
    describeRecordedBodies(source, recordedBodies);
    if (source.cadence === 'fixing') {
      describeSchedule(source);
      describeRecordedFixings(source, recordedBodies);
    }
  });
}

function describeFacts(source: Source): void {
  it('has one of the interface’s identifiers and states every fact', () => {
    expect(isSourceId(source.id)).toBe(true);
    const texts = [source.name, source.page, source.terms, source.attribution];
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
    expect(source.base).toMatch(/^[A-Z]{3,4}$/);
    expect(source.expectedPairs).toBeGreaterThan(0);
    if (source.history) expect(parseIsoDay(source.history.firstDay)).not.toBeNull();
  });

  it('is fetched over https from an address without a path', () => {
    const upstream = new URL(source.upstream);
    expect(upstream.protocol).toBe('https:');
    expect(upstream.origin).toBe(source.upstream);
    expect(source.isOperatorAddress).toBe(false);
    expect(new URL(source.page).protocol).toBe('https:');
  });
}

function describeSchedule(source: FixingSource): void {
  it('publishes a fixing after its instant and within its hard limit', () => {
    const { schedule } = source;
    const days = ['2026-03-27', '2026-03-30', '2026-11-18', '2026-11-19'].flatMap(
      (text) => parseIsoDay(text) ?? [],
    );
    for (const day of days.filter(schedule.isPublicationDay)) {
      const ageMs = schedule.dueAt(day).getTime() - source.fixingInstant(day).getTime();
      expect(ageMs).toBeGreaterThan(0);
      expect(ageMs + schedule.graceMs).toBeLessThan(schedule.hardLimitMs);
      expect(Math.abs(source.fixingInstant(day).getTime() - startOfDay(day).getTime())).toBeLessThan(
        48 * 3_600_000,
      );
    }
    expect(schedule.graceMs).toBeGreaterThan(0);
  });
}

function describeUnknownLayouts(source: Source): void {
  const foreign: readonly (readonly [string, string])[] = [
    ['an empty body', ''],
    ['white space', ' \r\n '],
    ['an HTML page that came with status 200', HTML_PAGE],
    ['JSON of an error', '{"error":{"code":500}}'],
    ['an XML document of someone else', '<?xml version="1.0"?><rss><channel/></rss>'],
    ['the first bytes of a ZIP archive', 'PK\u0003\u0004'],
    ['bytes that are no text', '\u0000\u0001\u0002\u0003'],
  ];
  it.each(foreign)('calls %s an unknown layout, with a sentence', (_name, text) => {
    expectUnknownLayout(source, new TextEncoder().encode(text));
  });
}

function describeRecordedBodies(source: Source, recorded: readonly RecordedBody[] | null): void {
  const bodies = recorded ?? [];
  const sound = soundBodies(source, bodies);
  const reason = recordedBodiesMissing(source.id);

  it('has a recorded body of its publisher that it reads', ({ skip }) => {
    skip(recorded === null, reason);
    expect(sound.length).toBeGreaterThan(0);
  });

  it('calls every recorded body that is cut short within a row an unknown layout', ({ skip }) => {
    skip(recorded === null, reason);
    for (const { name, body } of sound) {
      const lengths = [body.length - 3, body.length - 37, Math.floor(body.length / 2)];
      for (const length of lengths) expectUnknownLayout(source, body.subarray(0, length), name);
    }
  });

  it('loses one series or day of a recorded body at most, named, when one is withdrawn, cut short, repeated, empty or no number', ({
    skip,
  }) => {
    skip(recorded === null, reason);
    const texts = sound.filter(({ body }) => body.length < DAMAGED_BYTES_MAX && !isZip(body));
    for (const { name, body } of texts) expectOneSeriesLost(source, [documentOf(body, name)]);
  });

  it('says in a sentence why it does not read another recorded body', ({ skip }) => {
    skip(recorded === null, reason);
    for (const body of bodies) if (!sound.includes(body)) expectUnknownLayout(source, body.body, body.name);
  });
}

function describeRecordedFixings(source: FixingSource, recorded: readonly RecordedBody[] | null): void {
  const bodies = readFixings(source, recorded ?? []);
  const reason = recordedBodiesMissing(source.id);

  it('states no figure that the validation refuses', ({ skip }) => {
    skip(recorded === null, reason);
    for (const { name, rows } of bodies) {
      expect(rows.length, name).toBeGreaterThan(0);
      const { fixingInstant } = source;
      const { accepted, rejected } = checkFixings(rows, { now: CONTRACT_NOW, fixingInstant });
      expect(rejected, name).toEqual([]);
      expect(accepted.length, name).toBe(rows.length);
    }
  });

  it('names its base currency in every pair, and no pair of a currency with itself', ({ skip }) => {
    skip(recorded === null, reason);
    for (const { name, rows } of bodies) {
      const odd = rows.filter(
        ({ base, quote }) => base === quote || (base !== source.base && quote !== source.base),
      );
      expect(odd, name).toEqual([]);
    }
  });

  it('dates figures on days since its first, and on publication days but for a few lone figures of long ago', ({
    skip,
  }) => {
    skip(recorded === null, reason);
    for (const { name, rows } of bodies) {
      const texts = new Set(rows.map((row) => row.observedOn));
      const days = [...texts].flatMap((text) => parseIsoDay(text) ?? []);
      const odd = days.filter((day) => !source.schedule.isPublicationDay(day));
      expect(days.length, name).toBe(texts.size);
      expect(
        days.every((day) => day >= source.firstDay),
        name,
      ).toBe(true);
      expect(odd.length / days.length, `${name}: ${odd.join(' ')}`).toBeLessThan(LONE_DAYS_MAX);
    }
  });
}

/** The bodies that a source reads as what it publishes now, or as its history. */
function soundBodies(source: Source, bodies: readonly RecordedBody[]): readonly RecordedBody[] {
  return bodies.filter(({ name, body }) => readAny(source, documentOf(body, name)).ok);
}

/** Reads a document as an operator's import does: quotes, or else history. */
function readAny(source: Source, document: SourceDocument) {
  if (source.cadence === 'fixing') return source.parse(document);
  const quotes = source.parse([document]);
  return quotes.ok || !source.history ? quotes : source.history.parse(document);
}

/** The figures of each of its sound bodies, read once: some have a hundred thousand. */
function readFixings(source: FixingSource, bodies: readonly RecordedBody[]) {
  return bodies.flatMap(({ name, body }) => {
    const parsed = source.parse(documentOf(body, name));
    return parsed.ok ? [{ name, rows: parsed.value.figures }] : [];
  });
}

function expectUnknownLayout(source: Source, body: Uint8Array, name = 'test'): void {
  const parsed = readAny(source, documentOf(body, name));
  if (parsed.ok) throw new Error(`${name}: a body that holds no complete document was read.`);
  expect(parsed.error.kind).toBe('unknown-layout');
  expect(parsed.error.sentence).toMatch(/^[A-Z].*\.$/s);
}

function documentOf(body: Uint8Array, name: string): SourceDocument {
  return { url: `file:${name}`, body, fetchedAt: CONTRACT_NOW };
}
