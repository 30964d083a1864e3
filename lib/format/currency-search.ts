import { currencyAliases } from './currency-aliases.ts';
import type { CurrencyOption } from './currency-list.ts';

/** Options under one heading of the picker. */
export interface CurrencyGroup {
  readonly heading: string;
  readonly items: readonly CurrencyOption[];
  /** Whether it is the one whose code was typed in full. */
  readonly isExact?: boolean;
}

/** Rank of what a text stands in somewhere, and of what does not match. */
const CONTAINED = 4;
const NO_HIT = 5;

/** A single letter names nothing. */
const NAMED_BY_MIN = 2;

/** More hits than this are no help to anybody; of each group. */
const HITS_MAX = 30;

/**
 * What a picker offers for a text: codes first, then names and what people call them, then countries; accents and case do not count, so that
 * `sao tome` finds the dobra. Money in use comes before crypto, crypto before what is no longer in use, but a code in full
 * before all. Without a text: the `commonCount` first options, then all money in use.
 */
export function searchCurrencies(
  options: readonly CurrencyOption[],
  text: string,
  commonCount: number,
): readonly CurrencyGroup[] {
  const sought = folded(text);
  if (sought === '') return withoutEmpty([common(options, commonCount), inUse(options, commonCount)]);
  const hits = options
    .map((option) => ({ option, rank: rankOf(option, sought) }))
    .filter(({ rank }) => rank < NO_HIT)
    .toSorted((one, other) => one.rank - other.rank);
  const group = (heading: string, belongs: (hit: (typeof hits)[number]) => boolean): CurrencyGroup => ({
    heading,
    items: hits
      .filter(belongs)
      .slice(0, HITS_MAX)
      .map(({ option }) => option),
  });
  const isExact = ({ rank }: (typeof hits)[number]) => rank === 0;
  return withoutEmpty([
    { ...group(`Code ${text.trim().toUpperCase()}`, isExact), isExact: true },
    group(`Money with “${text.trim()}”`, (hit) => !isExact(hit) && classOf(hit.option) === 'money'),
    group('Crypto', (hit) => !isExact(hit) && classOf(hit.option) === 'crypto'),
    group('No longer in use', (hit) => !isExact(hit) && classOf(hit.option) === 'ended'),
  ]);
}

/** The one option that a text names, money before crypto: by its beginning, as `yen` and `US` do; null where it names none. */
export function bestMatch(options: readonly CurrencyOption[], text: string): CurrencyOption | null {
  const sought = folded(text);
  if (sought.length < NAMED_BY_MIN) return null;
  const ranked = options.map((option) => ({ option, rank: rankOf(option, sought) }));
  const [best] = ranked
    .filter(({ rank }) => rank < CONTAINED)
    .toSorted(
      (one, other) =>
        Number(other.option.kind === 'fiat') - Number(one.option.kind === 'fiat') || one.rank - other.rank,
    );
  return best?.option ?? null;
}

/** Where an option was found by its country, that country: France for `fr`; else null. */
export function countryFound({ code, countries, name }: CurrencyOption, text: string): string | null {
  const sought = folded(text);
  if (sought === '' || folded(name).includes(sought)) return null;
  if (currencyAliases(code).some((alias) => alias.startsWith(sought))) return null;
  return countries.find((country) => folded(country).includes(sought)) ?? null;
}

function common(options: readonly CurrencyOption[], count: number): CurrencyGroup {
  return { heading: 'Common', items: options.slice(0, count) };
}

function inUse(options: readonly CurrencyOption[], commonCount: number): CurrencyGroup {
  const items = options.slice(commonCount).filter(({ kind, lastDay }) => kind === 'fiat' && lastDay === null);
  return { heading: 'All in use', items };
}

/** 0 code in full, 1 code begins or alias in full, 2 a word of the name or an alias begins, 3 a word of a country begins, 4 contained. */
function rankOf(option: CurrencyOption, sought: string): number {
  const { code } = option;
  const lowerCode = code.toLowerCase();
  if (lowerCode === sought) return 0;
  const aliases = currencyAliases(code);
  const isMark = option.mark.toLowerCase() === sought;
  if (lowerCode.startsWith(sought) || aliases.includes(sought) || isMark) return 1;
  const { words, places } = searchedTexts(option);
  if (words.includes(` ${sought}`) || aliases.some((alias) => alias.startsWith(sought))) return 2;
  if (places.some((place) => place.includes(` ${sought}`))) return 3;
  return words.includes(sought) || places.some((place) => place.includes(sought)) ? CONTAINED : NO_HIT;
}

/** Made once for each currency: they are looked through at every key. */
const SEARCHED = new WeakMap<
  CurrencyOption,
  { readonly words: string; readonly places: readonly string[] }
>();

/** Folded, with a space before each: its name, and each of its countries. */
function searchedTexts(option: CurrencyOption) {
  const known = SEARCHED.get(option);
  if (known) return known;
  const made = {
    words: ` ${folded(option.name)}`,
    places: option.countries.map((country) => ` ${folded(country)}`),
  };
  SEARCHED.set(option, made);
  return made;
}

function classOf({ kind, lastDay }: CurrencyOption): 'money' | 'crypto' | 'ended' {
  if (lastDay !== null) return 'ended';
  return kind === 'crypto' ? 'crypto' : 'money';
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

function withoutEmpty(groups: readonly CurrencyGroup[]): readonly CurrencyGroup[] {
  return groups.filter(({ items }) => items.length > 0);
}
