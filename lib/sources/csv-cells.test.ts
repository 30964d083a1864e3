import { describe, expect, it } from 'vitest';

import { ok } from '#lib/domain/result';

import { readCsvCells, scanCsvRows } from './csv-cells.ts';
import { unknownLayout } from './source.ts';

describe('a CSV row by row', () => {
  it('names its header first, then hands on each row as it is written', () => {
    const { seen, result } = scan('Date,USD\n2026-04-13,"1,1684"\n\n2026-04-10,\n');
    expect(result).toEqual(ok(null));
    expect(seen).toEqual([
      ['Date', 'USD'],
      ['2026-04-13', '1,1684'],
      ['2026-04-10', ''],
    ]);
  });

  it('has handed on what is in front of an odd row, and nothing behind it', () => {
    const { seen, result } = scan('Date,USD\n1,2\n3\n4,5\n6\n');
    expect(seen).toEqual([
      ['Date', 'USD'],
      ['1', '2'],
    ]);
    expect(sentenceOf(result)).toMatch(/^Row 2 of the CSV \("3"\) has 1 cells and its header 2: /);
  });

  it.each([
    ['a refused header', 'Date\n1\n', 'No such header.'],
    ['an odd row before a refused header', 'Date\n1,2\n', /^Row 1 of the CSV/],
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
      }),
    );
    expect(sentenceOf(readCsvCells('a,b\n1\n'))).toMatch(/^Row 1 of the CSV/);
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
