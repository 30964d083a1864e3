import type { NumberLocale } from './locale.ts';
import { utcDayText } from '#lib/format/day-text';
import { localNumber } from './number-text.ts';

/** Large enough to show grouping, of an instant that shows the order of a day. */
const FIGURE = '1234567.89';
const DAY = new Date('2026-04-13T12:00:00Z');

/** How a locale writes a figure and a day: `1,234,567.89 · 13 Apr 2026`. */
export function localeExample(locale: NumberLocale): string {
  return `${localNumber(FIGURE, locale)} · ${utcDayText(DAY, { month: 'short', hasYear: true }, locale)}`;
}
