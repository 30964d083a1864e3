import { otherCode, sameCodes } from '#lib/domain/currencies/other-codes';
import { COMMON_COUNT } from './common-currencies.ts';
import type { CurrencyOption } from './currency-list.ts';
import { foldedText } from './folded-text.ts';

/** Options under one heading of the picker. */
export interface CurrencyGroup {
  readonly heading: string;
  readonly items: readonly CurrencyOption[];
  /** Whether it is the one whose code was typed in full. */
  readonly isExact?: boolean;
}

/** How a text names a currency, from the surest way to the weakest. */
const RANK = {
  /** Its code in full. */
  code: 0,
  /** Its sign, another name in full, or the beginning of its code. */
  called: 1,
  /** Every word begins one of its name or of another name. */
  name: 2,
  /** Every word begins one of these, of its code or of its countries. */
  place: 3,
  /** The text stands somewhere within its name or a country. */
  contained: 4,
  none: 5,
} as const;

type Rank = (typeof RANK)[keyof typeof RANK];

interface Hit {
  readonly option: CurrencyOption;
  readonly rank: Rank;
}

/** A single letter names nothing. */
const NAMED_BY_MIN = 2;

/** More hits than this are no help to anybody; of each group. */
const HITS_MAX = 30;

/**
 * What a picker offers for a text: codes first, then names and what people call them, then countries; accents and case do not count, so that
 * `sao tome` finds the dobra. Money in use comes before crypto, crypto before what is no longer in use, but a code in full
 * before all. Without a text: the common ones, with which `options` begins, then all money in use.
 */
export function searchCurrencies(options: readonly CurrencyOption[], text: string): readonly CurrencyGroup[] {
  if (text.trim() === '') return beforeTyping(options);
  const hits = hitsOf(options, text);
  const group = (heading: string, belongs: (hit: Hit) => boolean): CurrencyGroup => ({
    heading,
    items: hits
      .filter(belongs)
      .slice(0, HITS_MAX)
      .map(({ option }) => option),
  });
  const others = (shelf: number) => (hit: Hit) => hit.rank !== RANK.code && shelfOf(hit.option) === shelf;
  return withoutEmpty([
    { ...group(`Code ${text.trim().toUpperCase()}`, ({ rank }) => rank === RANK.code), isExact: true },
    group(`Currencies matching “${text.trim()}”`, others(SHELF.money)),
    group('Crypto', others(SHELF.crypto)),
    group('No longer in use', others(SHELF.ended)),
  ]);
}

/** The currencies that a text names, the likeliest first; those that only contain it are none. */
export function namedCurrencies(options: readonly CurrencyOption[], text: string): readonly CurrencyOption[] {
  return hitsOf(options, text)
    .filter(({ rank }) => rank < RANK.contained)
    .map(({ option }) => option);
}

/** Whether a text names a currency; nothing typed names all. */
export function isNamedBy(option: CurrencyOption, text: string): boolean {
  return text === '' || rankOf(option, soughtOf(text)) < RANK.contained;
}

/** The one option that a text names, money before crypto: by its beginning, as `yen` and `US` do; null where it names none. */
export function bestMatch(options: readonly CurrencyOption[], text: string): CurrencyOption | null {
  return text.trim().length < NAMED_BY_MIN ? null : (namedCurrencies(options, text)[0] ?? null);
}

/** Where an option was found by its country, that country: France for `fr`; else null. */
export function countryFound(option: CurrencyOption, text: string): string | null {
  const sought = soughtOf(text);
  if (sought.words.length === 0 || textsOf(option).name.includes(sought.folded)) return null;
  if (rankOf(option, sought) <= RANK.name) return null;
  return option.countries.find((country) => foldedText(country).includes(sought.folded)) ?? null;
}

function beforeTyping(options: readonly CurrencyOption[]): readonly CurrencyGroup[] {
  const others = options.slice(COMMON_COUNT);
  return withoutEmpty([
    { heading: 'Common', items: options.slice(0, COMMON_COUNT) },
    {
      heading: 'All in use',
      items: others.filter(({ kind, lastDay }) => kind === 'fiat' && lastDay === null),
    },
  ]);
}

/** What a text finds, but nothing where it is a part of a unit, such as `GBp`: a code in full, then money, crypto and what has ended, each by rank and in the order of the options. */
function hitsOf(options: readonly CurrencyOption[], text: string): readonly Hit[] {
  if ((otherCode(text.trim())?.parts ?? 1) !== 1) return [];
  const sought = soughtOf(text);
  const place = ({ option, rank }: Hit) => (rank === RANK.code ? -1 : shelfOf(option) * RANK.none + rank);
  return options
    .map((option) => ({ option, rank: rankOf(option, sought) }))
    .filter(({ rank }) => rank < RANK.none)
    .toSorted((one, other) => place(one) - place(other));
}

/** A text that is looked for, made ready once. */
interface Sought {
  /** As typed, in small letters: signs count. */
  readonly typed: string;
  readonly folded: string;
  readonly words: readonly string[];
}

function soughtOf(text: string): Sought {
  const folded = foldedText(text);
  return { typed: text.trim().toLowerCase(), folded, words: folded.split(' ').filter(Boolean) };
}

function rankOf(option: CurrencyOption, { typed, folded, words }: Sought): Rank {
  const { code, mark, aliases, name, everything } = textsOf(option);
  if (code === typed) return RANK.code;
  if (mark === typed) return RANK.called;
  if (words.length === 0) return RANK.none;
  if (code.startsWith(folded) || aliases.includes(folded)) return RANK.called;
  if ([name, ...aliases.map((alias) => ` ${alias}`)].some((text) => beginsWords(text, words)))
    return RANK.name;
  if (beginsWords(everything, words)) return RANK.place;
  return everything.includes(folded) ? RANK.contained : RANK.none;
}

/** Whether every word begins one of a folded text; an English plural counts as its singular. */
function beginsWords(text: string, words: readonly string[]): boolean {
  return words.every(
    (word) => text.includes(` ${word}`) || (/.{3}s$/.test(word) && text.includes(` ${word.slice(0, -1)}`)),
  );
}

/** What is looked through of a currency at every key, a space before each word of its names. */
interface SearchedTexts {
  readonly code: string;
  readonly mark: string;
  readonly aliases: readonly string[];
  readonly name: string;
  readonly everything: string;
}

/** Made once for each currency. */
const SEARCHED = new WeakMap<CurrencyOption, SearchedTexts>();

function textsOf(option: CurrencyOption): SearchedTexts {
  const known = SEARCHED.get(option);
  if (known) return known;
  const { code, name, mark, countries } = option;
  const aliases = currencyAliases(code);
  const made = {
    code: code.toLowerCase(),
    mark: mark.toLowerCase(),
    aliases,
    name: ` ${foldedText(name)}`,
    everything: ` ${foldedText([code, name, ...countries, ...aliases].join(' '))}`,
  };
  SEARCHED.set(option, made);
  return made;
}

const SHELF = { money: 0, crypto: 1, ended: 2 } as const;

function shelfOf({ kind, lastDay }: CurrencyOption): number {
  if (lastDay !== null) return SHELF.ended;
  return kind === 'crypto' ? SHELF.crypto : SHELF.money;
}

function withoutEmpty(groups: readonly CurrencyGroup[]): readonly CurrencyGroup[] {
  return groups.filter(({ items }) => items.length > 0);
}

/**
 * What people call a currency or its country beside their names, to search by: lower case, without accents. Other codes
 * of the same money are in `other-codes.ts`.
 */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  USD: ['dollar', 'buck', 'greenback', 'usa', 'us', 'america'],
  EUR: ['euros', 'eurozone'],
  GBP: [
    'quid',
    'stg',
    'british pound',
    'cable',
    'nicker',
    'uk',
    'great britain',
    'britain',
    'england',
    'scotland',
    'wales',
  ],
  AED: ['uae', 'dubai', 'abu dhabi', 'emirates'],
  JPY: ['nihon en', 'nippon'],
  CHF: ['swissie', 'franken', 'schweiz', 'suisse', 'svizzera'],
  CNY: ['renminbi', 'kuai'],
  AUD: ['aussie'],
  CAD: ['loonie'],
  NZD: ['kiwi'],
  INR: ['rupees', 'rs'],
  KRW: ['hanguk won'],
  RUB: ['rouble'],
  BYN: ['belarusian rouble'],
  ILS: ['sheqel'],
  TWD: ['nt dollar'],
  BRL: ['reais', 'brasil'],
  MXN: ['mexican dollar'],
  HKD: ['hk'],
  PLN: ['zl'],
  SEK: ['krona', 'kronor'],
  NOK: ['kroner'],
  DKK: ['kroner'],
  TRY: ['turkiye'],
  CZK: ['czech republic', 'cesko'],
  HUF: ['magyar'],
  SAR: ['riyal', 'ksa'],
  ZAR: ['rands', 'rsa'],
  DEM: ['deutschmark', 'deutsche mark', 'd-mark'],
  ETH: ['ether'],
  XRP: ['ripple'],
  USDT: ['tether'],
  XAU: ['bullion'],
};

/** Further names of a currency; empty for most. */
function currencyAliases(code: string): readonly string[] {
  return [...(ALIASES[code] ?? []), ...sameCodes(code).map((same) => same.toLowerCase())];
}
