import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { jsonLines, jsonText } from './json-lines.ts';

describe('JSON in lines', () => {
  it('keeps every digit and every escape as it came', () => {
    const text = String.raw`{"a":1.10,"b":191800.753166724,"c":1E-7,"d":"\u00e9\"x","e":12345678901234567890}`;
    expect(jsonText(jsonLines(text) ?? [])).toBe(
      [
        '{',
        '  "a": 1.10,',
        '  "b": 191800.753166724,',
        '  "c": 1E-7,',
        String.raw`  "d": "\u00e9\"x",`,
        '  "e": 12345678901234567890',
        '}',
      ].join('\n'),
    );
  });

  it('leaves short lists of plain values and what is empty on one line', () => {
    expect(jsonText(jsonLines('{"s":["ecb","boe"],"e":[],"o":{},"p":[1.1,null,{"x":1}]}') ?? [])).toBe(
      [
        '{',
        '  "s": ["ecb", "boe"],',
        '  "e": [],',
        '  "o": {},',
        '  "p": [',
        '    1.1,',
        '    null,',
        '    {',
        '      "x": 1',
        '    }',
        '  ]',
        '}',
      ].join('\n'),
    );
  });

  it('tells names from strings', () => {
    const kinds = jsonLines('{"a":"b"}')?.flatMap(({ pieces }) => pieces.map(({ kind }) => kind));
    expect(kinds).toEqual(['mark', 'name', 'mark', 'string', 'mark']);
  });

  it('is null for what is no JSON', () => {
    expect(jsonLines('<html>')).toBeNull();
    expect(jsonLines('"cut')).toBeNull();
  });

  it('is the same value again, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const lines = jsonLines(JSON.stringify(value));
        expect(JSON.parse(jsonText(lines ?? []))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { seed: 20_260_413, numRuns: 500 },
    );
  });
});
