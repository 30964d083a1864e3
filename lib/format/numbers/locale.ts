/** How figures and days are written; words stay English and times UTC. */
export interface NumberLocale {
  readonly id: LocaleId;
  /** Whose way of writing it is, in one or two words. */
  readonly name: string;
  /** Between groups of digits. */
  readonly group: string;
  /** Between whole and fraction; one character. */
  readonly decimal: string;
  /** Groups of three, or of two before the last three: 12,34,567. */
  readonly isIndian: boolean;
  /** How a day is written: with the month's English name, or in figures. */
  readonly days: (typeof WAYS)[number]['days'];
}

/** Where the visitor's choice is kept, so that the server's first paint has it. */
export const LOCALE_COOKIE = 'crossrate-locale';

/** A space that is narrow and never broken, as French sets it between thousands. */
const NARROW_SPACE = '\u202F';

const ENGLISH = {
  id: 'en',
  name: 'English',
  group: ',',
  decimal: '.',
  isIndian: false,
  days: 'day-month',
} as const;

const WAYS = [
  ENGLISH,
  { id: 'us', name: 'American', group: ',', decimal: '.', isIndian: false, days: 'month-day' },
  { id: 'de', name: 'German', group: '.', decimal: ',', isIndian: false, days: 'dots' },
  { id: 'ch', name: 'Swiss', group: '’', decimal: '.', isIndian: false, days: 'dots' },
  { id: 'fr', name: 'French', group: NARROW_SPACE, decimal: ',', isIndian: false, days: 'slashes' },
  { id: 'in', name: 'Indian', group: ',', decimal: '.', isIndian: true, days: 'day-month' },
  { id: 'iso', name: 'ISO', group: NARROW_SPACE, decimal: '.', isIndian: false, days: 'iso' },
] as const;

/** The name of a locale, as the cookie keeps it. */
export type LocaleId = (typeof WAYS)[number]['id'];

/** Every locale, in the order in which they are offered. */
export const LOCALES: readonly NumberLocale[] = WAYS;

/** What is shown to a browser of no other language, until the visitor chooses. */
export const DEFAULT_LOCALE: LocaleId = ENGLISH.id;

/** The locale of a name; of no name, or one that nobody knows, the default. */
export function localeOf(name: string | null | undefined): NumberLocale {
  return LOCALES.find(({ id }) => id === name) ?? ENGLISH;
}

/** Languages whose countries write 1.234,56. */
const POINT_GROUPING = ['de', 'nl', 'es', 'it', 'pt', 'id', 'tr', 'da', 'el', 'hr', 'sl', 'ro', 'vi'];

/** Languages whose countries write 1 234,56. */
const SPACE_GROUPING = ['fr', 'sv', 'nb', 'nn', 'no', 'fi', 'pl', 'cs', 'sk', 'hu', 'ru', 'uk', 'bg'];

/** The locale nearest to a browser's languages, such as `['de-CH', 'en']`. */
export function nearestLocale(languages: readonly string[]): LocaleId {
  const [language = '', region = ''] = (languages[0] ?? '').split('-');
  if (region === 'CH' || region === 'LI') return 'ch';
  if (region === 'IN') return 'in';
  if (language === 'en') return region === 'US' ? 'us' : 'en';
  if (POINT_GROUPING.includes(language)) return 'de';
  return SPACE_GROUPING.includes(language) ? 'fr' : DEFAULT_LOCALE;
}
