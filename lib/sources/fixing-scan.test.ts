import { describe, expect, it } from 'vitest';

import type { PublishedFixing } from '#lib/domain/rates/observation';
import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';

import { createSource as ecb } from './ecb/source.ts';
import { createSource as fed } from './fed/source.ts';
import type { FixingSource, SourceDocument } from './source.ts';

const FETCHED_AT = new Date('2026-11-20T12:00:00Z');

describe.each([ecb(), fed()])('a scan of the documents of $id', (source) => {
  it('hands on the figures of each recorded body as a parse has them, or fails as it does', ({ skip }) => {
    const bodies = readRecordedBodies(source.id);
    skip(bodies === null, recordedBodiesMissing(source.id));
    let figures = 0;
    for (const { name, body } of bodies ?? []) {
      const document = { url: `file:${name}`, body, fetchedAt: FETCHED_AT };
      const parsed = source.parse(document);
      const { result, taken } = scan(source, document);
      expect(result).toEqual(parsed.ok ? { ok: true, value: parsed.value.leftOut } : parsed);
      if (!parsed.ok) continue;
      expect(taken).toEqual(parsed.value.figures);
      figures += taken.length;
    }
    expect(figures).toBeGreaterThan(200_000);
  });

  it.each([
    ['an empty document', ''],
    ['a header alone', 'Date,USD,\n'],
    ['rows without a figure', 'DATE,DEXUSEU\n2026-04-13,.\n'],
  ])('fails of %s as a parse does', (_name, text) => {
    const document = { url: 'file:x', body: new TextEncoder().encode(text), fetchedAt: FETCHED_AT };
    const parsed = source.parse(document);
    expect(parsed.ok).toBe(false);
    expect(scan(source, document).result).toEqual(parsed);
  });
});

function scan(source: FixingSource, document: SourceDocument) {
  const taken: PublishedFixing[] = [];
  const result = source.scan?.(document, (fixing) => void taken.push(fixing));
  return { result, taken };
}
