import { describe, expect, it } from 'vitest';

import { parseIsoDay, startOfDay } from '#lib/domain/iso-day';
import type { PublishedFixing } from '#lib/domain/observation';
import { checkFixings } from '#lib/domain/observation-rules';
import { isSourceId } from '#lib/domain/source-id';
import type { Source, SourceDocument } from '#lib/sources/source';

import { type RecordedBody, recordedBodiesMissing } from './recorded-bodies.ts';

/** After every recorded body, so that none is ahead of the clock. */
const CONTRACT_NOW = new Date('2026-11-20T12:00:00Z');

const HTML_PAGE =
  '<!DOCTYPE html>\n<html><head><title>Please wait</title></head><body>Checking</body></html>';

/**
 * The guarantees of every source, as tests; run it for each entry of the registry. `recordedBodies` are real bodies
 * of the publisher: at least one is demanded, and null (a machine without them) skips those tests with the reason.
 */
export function describeSource(
  source: Source,
  { recordedBodies }: { readonly recordedBodies: readonly RecordedBody[] | null },
): void {
  describe(`source ${source.id}`, () => {
    describeFacts(source);
    describeUnknownLayouts(source);
    describeRecordedBodies(source, recordedBodies);
  });
}

function describeFacts(source: Source): void {
  it('has one of the interface’s identifiers and states every fact', () => {
    expect(isSourceId(source.id)).toBe(true);
    const texts = [source.name, source.page, source.terms, source.attribution];
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
    expect(source.base).toMatch(/^[A-Z]{3}$/);
    expect(source.expectedPairs).toBeGreaterThan(0);
    expect(parseIsoDay(source.firstDay)).not.toBeNull();
  });

  it('is fetched over https from an address without a path', () => {
    const upstream = new URL(source.upstream);
    expect(upstream.protocol).toBe('https:');
    expect(upstream.origin).toBe(source.upstream);
    expect(new URL(source.page).protocol).toBe('https:');
  });

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
  const reason = recordedBodiesMissing(source.id);

  it('has a recorded body of its publisher', ({ skip }) => {
    skip(recorded === null, reason);
    expect(bodies.length).toBeGreaterThan(0);
  });

  it('parses every recorded body, and the door refuses none of its figures', ({ skip }) => {
    skip(recorded === null, reason);
    for (const { name, body } of bodies) {
      const rows = parseSound(source, name, body);
      const { fixingInstant } = source;
      const { accepted, rejected } = checkFixings(rows, { now: CONTRACT_NOW, fixingInstant });
      expect(rejected, name).toEqual([]);
      expect(accepted.length, name).toBe(rows.length);
    }
  });

  it('states every figure against its own base currency', ({ skip }) => {
    skip(recorded === null, reason);
    for (const { name, body } of bodies) {
      const odd = parseSound(source, name, body).filter(
        (row) => row.base !== source.base || row.quote === source.base,
      );
      expect(odd, name).toEqual([]);
    }
  });

  it('dates every figure on a publication day since its first day', ({ skip }) => {
    skip(recorded === null, reason);
    for (const { name, body } of bodies) {
      const texts = new Set(parseSound(source, name, body).map((row) => row.observedOn));
      const odd = [...texts].filter((text) => {
        const day = parseIsoDay(text);
        return day === null || day < source.firstDay || !source.schedule.isPublicationDay(day);
      });
      expect(odd, name).toEqual([]);
    }
  });

  it('calls every recorded body that is cut short an unknown layout, wherever the cut is', ({ skip }) => {
    skip(recorded === null, reason);
    for (const { body } of bodies) {
      const lengths = [body.length - 3, body.length - 40, Math.floor(body.length / 2)];
      for (const length of lengths) expectUnknownLayout(source, body.subarray(0, length));
    }
  });
}

function parseSound(source: Source, name: string, body: Uint8Array): readonly PublishedFixing[] {
  const parsed = source.parse(documentOf(body, name));
  if (!parsed.ok) throw new Error(`${name}: ${parsed.error.sentence}`);
  expect(parsed.value.length, name).toBeGreaterThan(0);
  return parsed.value;
}

function expectUnknownLayout(source: Source, body: Uint8Array): void {
  const parsed = source.parse(documentOf(body, 'test'));
  if (parsed.ok)
    throw new Error(`Parsed ${parsed.value.length} figures from a body that holds no complete document.`);
  expect(parsed.error.kind).toBe('unknown-layout');
  expect(parsed.error.sentence).toMatch(/^[A-Z].*\.$/s);
}

function documentOf(body: Uint8Array, name: string): SourceDocument {
  return { url: `file:${name}`, body, fetchedAt: CONTRACT_NOW };
}
