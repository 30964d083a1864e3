import type { Observation } from '#lib/domain/rates/observation';

/** Rules that look at one figure of a document by itself, and what each has against it, for people. */
const ROW_RULES = {
  not_a_number: 'a value that is not a number',
  not_positive: 'zero or below',
  out_of_range: 'beyond what any currency was ever quoted at',
  too_many_digits: 'more digits than can be kept without loss',
  unknown_currency: 'a currency that is not known',
  impossible_date: 'a date that does not exist',
  before_first_day: 'before the first day of the currency or the publisher',
  after_last_day: 'after the last day of the currency',
  future_date: 'dated ahead of time',
  no_publication: 'of a day without a publication',
  not_due: 'before its publication time',
  misdated: 'in a document whose dates cannot be right',
  duplicate: 'two figures for the same pair and day',
  unfinished_bar: 'of a day that has not ended',
  unreadable_series: 'a series that cannot be read',
  missing_series: 'a series that did not come',
  unasked_series: 'a quote that was not asked for',
  second_market: 'a second market for one pair',
} as const;

/** Rules that look at a figure's neighbours: the source's own last one and the other sources'. */
const LIVE_RULES = {
  jump: 'jumped too far',
  large_move: 'moved far within a day',
  inverted_quote: 'inverted',
  unit_scale: 'in another unit, such as per 100',
  older_quote: 'hours older than the one before',
  disagrees: 'the other sources say otherwise',
} as const;

/** Rules by which a whole document is doubted. */
const DOCUMENT_RULES = {
  many_revisions: 'a document that would change many past figures',
  large_revision: 'a document that would change a past figure too far',
  common_move: 'a document in which many rates move too far on one day',
  common_factor: 'a document whose figures are all off by the same factor',
  contradicted: 'a document that the other sources contradict',
  many_doubts: 'a document with many doubtful figures',
  mostly_missing: 'a document with most of the stored figures missing',
} as const;

/** The name of a rule by which a figure is refused because of what it says itself. */
export type RowRule = keyof typeof ROW_RULES;
/** The name of a rule by which a figure is refused, held or flagged because of its neighbours. */
export type LiveRule = keyof typeof LIVE_RULES;
/** The name of a rule by which a document is held. */
export type DocumentRule = keyof typeof DOCUMENT_RULES;

const WORDS: Readonly<Record<string, string>> = { ...ROW_RULES, ...LIVE_RULES, ...DOCUMENT_RULES };

/** A rule as people say it: `inverted`; one that this version does not know by its name. */
export function ruleWords(rule: string): string {
  return WORDS[rule] ?? rule.replaceAll('_', ' ');
}

/** A stored rule of a held figure; one of another version counts as a jump. */
export function asLiveRule(rule: string): LiveRule {
  return isLiveRule(rule) ? rule : 'jump';
}

function isLiveRule(rule: string): rule is LiveRule {
  return Object.hasOwn(LIVE_RULES, rule);
}

/** A figure that was refused, and the rule that refused it. */
export interface Rejection {
  readonly rule: RowRule | LiveRule;
  /** Where and what, for the operator: `2026-04-13 EUR/USD "1,1684"`. */
  readonly detail: string;
}

/** The rejection of a figure that was readable. */
export function rejectionOf(figure: Observation, rule: Rejection['rule']): Rejection {
  return { rule, detail: notedFigure(figure) };
}

/** A figure as it is noted for the operator: `2026-04-13T12:10:00.000Z EUR/USD "1.1684"`. */
export function notedFigure({ base, quote, rate, observedAt }: Observation): string {
  return `${observedAt.toISOString()} ${base}/${quote} "${rate}"`;
}
