import { describe, expect, it } from 'vitest';

import { ok } from '#lib/domain/result';

import { readCsvCells, scanCsvRows } from './csv-cells.ts';
import { unknownLayout } from './source.ts';

describe('a CSV row by row', () => {
  it('names its header first, then hands on each row as it is written', () => {
    const { seen, result } = scan('Date,USD\n2026-04-13,"1,1684"\n\n2026-04-10,\n');
    expect(result).toEqual(ok([]));
    expect(seen).toEqual([
      ['Date', 'USD'],
      ['2026-04-13', '1,1684'],
      ['2026-04-10', ''],
    ]);
  });

  it('leaves out a row with another number of cells, named, and hands on those around it', () => {
    const { seen, result } = scan('Date,USD\n1,2\n3\n4,5\n6,7,8\n9,10\n');
    expect(seen.slice(1)).toEqual([
      ['1', '2'],
      ['4', '5'],
      ['9', '10'],
    ]);
    expect(result.ok && result.value.map(({ series, reason }) => `${series}: ${reason}`)).toEqual([
      'row 2 ("3"): 1 cells where the header has 2',
      'row 4 ("6"): 3 cells where the header has 2',
    ]);
  });

  it.each([
    ['the last one, as where a file is cut', 'Date,USD\n1,2\n3\n', 2],
    ['most of them, as with decimal commas', 'Date,USD\n1,2,3\n1,2,3\n4,5\n', 1],
  ])('is an unknown layout where an odd row is %s', (_name, text, row) => {
    expect(sentenceOf(scan(text).result)).toMatch(
      new RegExp(`^The CSV's row ${row} .* has . cells where the header has 2: `),
    );
  });

  it.each([
    ['a refused header', 'Date\n1\n', 'No such header.'],
    ['an odd row before a refused header', 'Date\n1,2\n', /^The CSV's row 1 /],
    ['a stray quote before both', 'Date\n1,2\n"3\n', /^The text is not well-formed CSV: /],
    ['an empty text', '', 'The CSV has no header.'],
  ])('tells of %s', (_name, text, sentence) => {
    const result = scanCsvRows(text, () => unknownLayout('No such header.'));
    expect(sentenceOf(result)).toEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    );
  });

  it('comes to the same when it is read as a whole', () => {
    expect(readCsvCells('a,b\n1,2\n3,4\n')).toEqual(
      ok({
        header: ['a', 'b'],
        rows: [
          ['1', '2'],
          ['3', '4'],
        ],
        leftOut: [],
      }),
    );
    expect(sentenceOf(readCsvCells('a,b\n1\n'))).toMatch(/^The CSV's row 1 /);
  });
});

function scan(text: string) {
  const seen: (readonly string[])[] = [];
  const result = scanCsvRows(text, (header) => {
    seen.push(header);
    return ok((cells) => void seen.push(cells));
  });
  return { seen, result };
}

function sentenceOf(result: ReturnType<typeof scanCsvRows> | ReturnType<typeof readCsvCells>): string {
  return result.ok ? '' : result.error.sentence;
}
