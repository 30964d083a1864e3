import { afterEach, expect, test } from 'vitest';
import { readLocaleWith } from '#lib/format/numbers/current-locale';
import { readWatchFigure } from './watch-figure.ts';

afterEach(() => readLocaleWith(() => 'en'));

test.each([
  ['en', '104,393', 104_393],
  ['en', ' 1.085 ', 1.085],
  ['en', '104.393,50', 104_393.5],
  ['de', '104.393', 104_393],
  ['de', '1,085', 1.085],
  ['fr', '104 393', 104_393],
] as const)('in %s, %s is %d', (locale, typed, figure) => {
  readLocaleWith(() => locale);
  expect(readWatchFigure(typed)).toEqual({ ok: true, value: figure });
});

test.each(['', '0', '-1', 'much', '1+1'])('%j is no threshold, and the sentence says what is', (typed) => {
  expect(readWatchFigure(typed)).toEqual({ ok: false, error: 'Type a number above 0, such as 1.085.' });
});
