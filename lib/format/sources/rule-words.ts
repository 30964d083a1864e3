import { dayText } from '#lib/format/instants';

/** What a rule of the validation has against a figure, in words. */
const WORDS: Readonly<Record<string, string>> = {
  not_a_number: 'a value that is not a number',
  not_positive: 'zero or below',
  out_of_range: 'beyond what any currency was ever quoted at',
  too_many_digits: 'more digits than can be kept without loss',
  unknown_currency: 'a currency that is not known',
  impossible_date: 'a date that does not exist',
  before_first_day: 'before the first day of the currency or the publisher',
  after_last_day: 'after the last day of the currency',
  future_date: 'dated ahead of time',
  not_due: 'before its publication time',
  misdated: 'in a document whose dates cannot be right',
  duplicate: 'two figures for the same pair and day',
  unfinished_bar: 'of a day that has not ended',
  bad_low_high: 'a low or high that cannot be its day’s',
  unreadable_series: 'a series that cannot be read',
  missing_series: 'a series that did not come',
  unasked_series: 'a quote that was not asked for',
  second_market: 'a second market for one pair',
  jump: 'jumped too far',
  large_move: 'moved far within a day',
  inverted_quote: 'inverted',
  unit_scale: 'in another unit, such as per 100',
  older_quote: 'hours older than the one before',
  no_publication: 'of a day without a publication',
  many_revisions: 'a document that would change many past figures',
  large_revision: 'a document that would change a past figure too far',
  common_move: 'a document in which many rates move too far on one day',
  common_factor: 'a document whose figures are all off by the same factor',
  contradicted: 'a document that the other sources contradict',
  many_doubts: 'a document with many doubtful figures',
  mostly_missing: 'a document with most of the stored figures missing',
  disagrees: 'the other sources say otherwise',
};

/** A rule of the validation as people say it: `inverted`; one that has no words here by its name. */
export function ruleWords(rule: string): string {
  return WORDS[rule] ?? rule.replaceAll('_', ' ');
}

/** A figure as the validation notes it: `2026-11-22T19:22:47.205Z AAVE/EUR "0.0039064026"`. */
const NOTED = /(\d{4}-\d{2}-\d{2})\S* (\w+\/\w+) "([^"]*)"/g;

/** What the validation noted of a figure, as people read it: `AAVE/EUR 0.0039064026 of 22 Nov 2026 against 256.46`. */
export function ruleExampleText(noted: string): string {
  return noted.replaceAll(
    NOTED,
    (_, day: string, pair: string, figure: string) => `${pair} ${figure} of ${dayText(new Date(day))}`,
  );
}
