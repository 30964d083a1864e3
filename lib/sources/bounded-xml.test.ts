import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSource as boe } from './boe/source.ts';
import { FILE_XML, openXmlReader, POLL_XML, type XmlBounds } from './bounded-xml.ts';
import { createSource as ecb } from './ecb/source.ts';
import { createSource as fed } from './fed/source.ts';
import type { FixingSource } from './source.ts';
import { isLong } from '#lib/testing/long-count';

const MILLION = 1_000_000;

/** Series of the two largest documents, and the elements of each. */
const BOE = { series: 26, elements: 12_900 };
const FED = { series: 25, elements: 14_500 };

/** Of their series `npm test` reads a few. */
function seriesRead({ series }: typeof BOE): number {
  return isLong('EVERY_CASE') ? series : 4;
}

describe('XML that is larger than any of its publisher’s', () => {
  const ecbCube = '<Cube currency="USD" rate="1.1"/>';
  const documents: readonly (readonly [string, string])[] = [
    ['a million attributes', `<Envelope><Cube><Cube>${ecbCube.repeat(MILLION / 2)}</Cube></Cube></Envelope>`],
    ['a million attributes of one element', `<Envelope><Cube ${'a="" '.repeat(MILLION)}/></Envelope>`],
    ['a million elements', `<Envelope>${'<a/>'.repeat(MILLION)}</Envelope>`],
    ['a name of a million characters', `<${'a'.repeat(MILLION)}/>`],
    ['a million elements within each other', '<a>'.repeat(MILLION)],
    ['a million instructions', `<?xml version="1.0"?>${'<?a b?>'.repeat(MILLION)}<Envelope/>`],
    ['32 MiB of text', `<Envelope>${'x'.repeat(32 * 2 ** 20)}</Envelope>`],
  ];

  it.each(documents)('%s is refused before it is parsed', (_name, text) => {
    for (const source of [ecb(), boe(), fed()]) {
      for (const read of ['parse', 'scan'] as const) {
        const sentence = sentenceOf(source, read, text);
        expect(sentence, `${source.id} ${read}`).toMatch(/^The XML (has|is) .*expected .*\.$/s);
      }
    }
    const reader = openXmlReader({
      bounds: FILE_XML,
      publisher: "the test's",
      arrayOf: 'Cube',
      expected: 'expected a Cube',
    });
    const refused = reader.read(text, z.unknown());
    expect(refused.ok ? '' : refused.error.sentence).toMatch(
      /^The XML .*, more than any document of this publisher; expected a Cube\.$/,
    );
  });

  it('is refused in a poll already when it is a history, which is read from files only', () => {
    expect(sentenceOf(ecb(), 'parse', ecbHistory(400, 33))).toMatch(/more than 10,?000 elements/);
    expect(sentenceOf(ecb(), 'scan', ecbHistory(400, 33))).toBe('');
    expect(sentenceOf(ecb(), 'parse', ecbHistory(64, 41))).toBe('');
  });
});

describe('XML of the size of a publisher’s largest document', () => {
  it('is read: the ECB’s history of 27 years', () => {
    expect(countOf(ecb(), ecbHistory(7000, 33))).toBe(231_000);
  });

  it('is read: the series of the Bank of England since 1975', () => {
    const rows = '<Cube TIME="2026-01-02" OBS_VALUE="1.3"/>'.repeat(BOE.elements);
    const text = `<Envelope>${`<Cube SCODE="XUDLUSS">${rows}</Cube>`.repeat(seriesRead(BOE))}</Envelope>`;
    expect(countOf(boe(), text)).toBe(seriesRead(BOE) * BOE.elements);
  });

  it('is read: 25 MB of the Fed’s release', () => {
    const row = '<frb:Obs OBS_STATUS="A" OBS_VALUE="1.2000" TIME_PERIOD="1971-01-04"/>\n';
    const series = `<kf:Series CURRENCY="JPY" FREQ="9" SERIES_NAME="RXI_N.B.JA">${row.repeat(FED.elements)}</kf:Series>`;
    const text = `<message:MessageGroup>${series.repeat(seriesRead(FED))}</message:MessageGroup>`;
    expect(series.length * FED.series).toBeGreaterThan(25_000_000);
    expect(countOf(fed(), text)).toBe(seriesRead(FED) * FED.elements);
  });
});

describe('what counts', () => {
  const bounds: XmlBounds = { charactersMax: 200, elementsMax: 3, attributesMax: 2 };
  it.each([
    ['three elements with two attributes', '<a b="<>" ><c d=\'"/>\'/><e/></a>', ''],
    [
      'a comment and character data',
      '<a><!-- <b/><b/><b/> --><![CDATA[<b c=""><b><b>]]><?p <b><b><b>?></a>',
      '',
    ],
    ['an end tag', '<a><b></b><c></c></a>', ''],
    ['a fourth element', '<a><b/><b/><b/></a>', 'more than 3 elements'],
    ['a fourth comment', '<a><!----><!----><?b?><![CDATA[]]></a>', 'more than 3 comments and instructions'],
    ['a third attribute', '<a b="" c="" d=""/>', 'more than 2 attributes'],
    [
      'a third attribute after a quotation mark in text',
      '<a>"<b c=""/>\'<b c="" d=""/></a>',
      'more than 2 attributes',
    ],
    ['too many characters', `<a>${'x'.repeat(200)}</a>`, 'more than 200 characters'],
  ])('%s', (_name, text, found) => {
    const read = openXmlReader({
      bounds,
      publisher: "the test's",
      arrayOf: 'b',
      expected: 'expected a',
    }).read(text, z.unknown());
    expect(read.ok ? '' : read.error.sentence).toContain(found);
    expect(read.ok).toBe(found === '');
  });

  it('is counted over all parts of one document', () => {
    const reader = openXmlReader({ bounds, publisher: "the test's", arrayOf: 'b', expected: 'expected a' });
    expect(reader.read('<a><b/></a>', z.unknown()).ok).toBe(true);
    expect(reader.read('<a><b/></a>', z.unknown()).ok).toBe(false);
  });

  it('has room for a history in files, and for ninety days in polls', () => {
    expect(FILE_XML.attributesMax).toBeGreaterThan(2 * BOE.series * BOE.elements);
    expect(FILE_XML.elementsMax).toBeGreaterThan(FED.series * FED.elements);
    expect(FILE_XML.charactersMax).toBeGreaterThan(25_000_000);
    expect(POLL_XML.elementsMax).toBeGreaterThan(4 * 64 * 34);
  });
});

function ecbHistory(days: number, currencies: number): string {
  const rows = Array.from({ length: currencies }, (_, index) => {
    const code = String.fromCodePoint(65 + (index % 26), 65 + Math.floor(index / 26), 65);
    return `<Cube currency="${code}" rate="1.${1000 + index}"/>`;
  }).join('');
  return `<Envelope><Cube>${`<Cube time="2026-01-02">${rows}</Cube>`.repeat(days)}</Cube></Envelope>`;
}

function read(source: FixingSource, way: 'parse' | 'scan', text: string) {
  const document = { url: 'file:a.xml', body: strToU8(text), fetchedAt: new Date('2026-11-20T12:00:00Z') };
  let count = 0;
  if (way === 'parse') {
    const parsed = source.parse(document);
    return { sentence: parsed.ok ? '' : parsed.error.sentence, count };
  }
  const scanned = source.scan?.(document, () => void (count += 1));
  if (scanned === undefined) throw new Error(`${source.id} cannot scan.`);
  return { sentence: scanned.ok ? '' : scanned.error.sentence, count };
}

function sentenceOf(source: FixingSource, way: 'parse' | 'scan', text: string): string {
  return read(source, way, text).sentence;
}

function countOf(source: FixingSource, text: string): number {
  const { sentence, count } = read(source, 'scan', text);
  expect(sentence).toBe('');
  return count;
}
