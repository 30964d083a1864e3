import {
  Activity,
  ArrowRightLeft,
  BookOpen,
  ChartLine,
  Clock,
  Copy,
  Hash,
  KeyRound,
  Keyboard,
  List,
  type LucideIcon,
  Moon,
} from 'lucide-react';
import type { NamedSource } from './commands.tsx';
import { NAVIGATION } from '#lib/format/navigation';
import { NAV_ICONS } from '#components/frame/navigation/nav-icons.ts';
import { ACCOUNT_PAGES } from '#lib/client/address/onward-address';
import { converterAddress, DEFAULT_VIEW } from '#lib/client/address/converter-address';
import { chooseTheme, type Theme } from '#lib/client/browser/theme';
import { curlRequest } from '#lib/format/curl-line';
import { chooseLocale } from '#components/frame/preferences/locale-switch';
import { amountFieldText } from '#lib/format/numbers/amount-text';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';
import { LOCALES } from '#lib/format/numbers/locale';
import { localeExample } from '#lib/format/numbers/locale-example';
import { readPaletteQuestion } from '#lib/format/palette-question';
import { foldedText } from '#lib/format/currencies/folded-text';
import type { PickerGroup } from '#components/ui/dialogs/picker-dialog';
import type { RecentPlace } from './recent-places.ts';

/** An amount of one currency in another, whose figure the palette shows beside the words. */
export interface AskedFigure {
  readonly amount: string;
  readonly from: CurrencyOption;
  readonly to: CurrencyOption;
}

/** Something that the palette offers: a place to go to, or something to do. */
export interface PaletteEntry {
  readonly id: string;
  readonly text: string;
  readonly icon: LucideIcon;
  /** What stands at the end of the line, in words. */
  readonly note?: string;
  readonly figure?: AskedFigure;
  /** Whose state stands at the end of the line. */
  readonly source?: string;
  readonly leads: { readonly to: string } | { readonly does: () => void };
}

type PaletteGroup = PickerGroup<PaletteEntry>;

/** What the palette knows. */
export interface PaletteKnowledge {
  /** The common ones first. */
  readonly currencies: readonly CurrencyOption[];
  readonly sources: readonly NamedSource[];
  readonly recents: readonly RecentPlace[];
  readonly openHelp: () => void;
}

/** A text that names a pair gets at most so many places visited before ahead of it. */
const RECENTS_BESIDE_TEXT = 2;

const THEMES: readonly (readonly [Theme, string])[] = [
  ['light', 'Theme: light'],
  ['dark', 'Theme: dark'],
  ['system', 'Theme: as this device'],
];

const PAGES: readonly PaletteEntry[] = [
  ...NAVIGATION.map(({ href, name }) => page(href, name, NAV_ICONS[href])),
  ...ACCOUNT_PAGES.map(({ href, name }) => page(href, name, KeyRound)),
];

/** Parts of pages, found by what they are called only. */
const PARTS: readonly PaletteEntry[] = [
  page('/status/history', 'Incidents and status history', Activity),
  page('/status#follow', 'Status feed and badge', Activity),
  page('/docs#start', 'Docs: quick start', BookOpen),
  page('/docs/keys', 'Docs: API keys', BookOpen),
  page('/docs/errors', 'Docs: errors', BookOpen),
  page('/docs/limits', 'Docs: rate limits', BookOpen),
  page('/docs/age', 'Docs: age of figures', BookOpen),
  page('/sources', 'Sources, terms and licences', BookOpen),
  page('/docs/sources', 'Docs: sources and when they publish', BookOpen),
  page('/docs/versions', 'Docs: versions', BookOpen),
];

/** What the palette offers for a text: where the visitor was before, what the text asks of currencies, then whatever it names. */
export function paletteGroups(text: string, known: PaletteKnowledge): readonly PaletteGroup[] {
  const named = foldedText(text);
  const recents = known.recents
    .filter((place) => isNamedBy(place.text, named))
    .map(({ text: name, href }) => page(href, name, Clock, `recent-${href}`));
  const groups: readonly PaletteGroup[] = [
    { heading: 'Recent', items: named === '' ? recents : recents.slice(0, RECENTS_BESIDE_TEXT) },
    ...currencyGroups(text, known),
    {
      heading: 'Pages',
      items: [...PAGES, ...(named === '' ? [] : PARTS)].filter(({ text: name }) => isNamedBy(name, named)),
    },
    { heading: 'Status', items: named === '' ? [] : statusEntries(known, named) },
    { heading: 'Do', items: deedEntries(known).filter((entry) => isNamedBy(entry.text, named)) },
    { heading: 'Appearance', items: named === '' ? [] : appearanceEntries(named) },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** Words by which a place is wanted rather than a conversion, and how its entry's name begins. */
const WANTED_PLACES: readonly (readonly [RegExp, string])[] = [
  [/\b(charts?|graph|history)\b/i, 'chart'],
  [/\brates?\b/i, 'rates'],
  [/\bsources\b/i, 'sources'],
  [/\bcurl\b/i, 'curl'],
];

function currencyGroups(text: string, { currencies }: PaletteKnowledge): readonly PaletteGroup[] {
  const { amounts, pair, found } = readPaletteQuestion(currencies, text);
  const [first] = found;
  const asked = pair ?? (first ? { from: first, to: counterOf(first, currencies) } : null);
  if (asked === null) return [];
  const wanted = WANTED_PLACES.find(([word]) => word.test(text))?.[1];
  const isWanted = ({ id }: PaletteEntry) => wanted !== undefined && id.startsWith(wanted);
  const places = placeEntries(asked, amounts[0] ?? '1');
  const convert = {
    heading: 'Convert',
    items: (amounts.length === 0 ? [null] : amounts).map((one) => ({
      ...convertEntry(one, asked),
      figure: { amount: one ?? '1', ...asked },
    })),
  };
  const go = {
    heading: 'Go to',
    items: [...places.filter(isWanted), ...places.filter((place) => !isWanted(place))],
  };
  const others = {
    heading: 'Other currencies',
    // Without figures: six questions at every pause of typing would use up what a visitor may ask.
    items: found
      .slice(1)
      .map((option) => convertEntry(null, { from: option, to: counterOf(option, currencies) })),
  };
  return wanted === undefined ? [convert, go, others] : [go, convert, others];
}

type Asked = Omit<AskedFigure, 'amount'>;

function placeEntries({ from, to }: Asked, amount: string): readonly PaletteEntry[] {
  const name = `${from.code}/${to.code}`;
  const pairAddress = converterAddress({ ...DEFAULT_VIEW, from: from.code, to: to.code });
  return [
    page(`/charts/${name}`, `${name} chart`, ChartLine, `chart-${name}`),
    page(`/rates?base=${from.code}`, `All rates on ${from.code}`, List, `rates-${from.code}`),
    page(`${pairAddress}#sources`, `Who publishes ${name}`, Activity, `sources-${name}`),
    {
      id: `curl-${name}`,
      text: 'Copy this request as curl',
      icon: Copy,
      leads: {
        does: () => {
          const line = curlRequest(window.location.origin, { from: from.code, to: to.code, amount });
          void navigator.clipboard?.writeText(line).catch(() => undefined);
        },
      },
    },
  ];
}

/** `250 EUR in GBP`; without an amount, what the converter starts with. */
function convertEntry(amount: string | null, { from, to }: Asked): PaletteEntry {
  const given = amount === null ? '' : `${amountFieldText(amount, null)} `;
  const view = { ...DEFAULT_VIEW, from: from.code, to: to.code };
  return {
    id: `convert-${amount ?? ''}-${from.code}-${to.code}`,
    text: `${given}${from.code} in ${to.code}`,
    note: `${from.name} to ${to.name}`,
    icon: ArrowRightLeft,
    leads: { to: converterAddress(amount === null ? view : { ...view, amount }) },
  };
}

/** What a lone currency is converted to: the euro, of the euro itself the dollar. */
function counterOf(currency: CurrencyOption, currencies: readonly CurrencyOption[]): CurrencyOption {
  const { from, to } = DEFAULT_VIEW;
  const code = currency.code === from ? to : from;
  return currencies.find((one) => one.code === code) ?? currency;
}

function page(href: string, text: string, icon: LucideIcon, id = `page-${href}`): PaletteEntry {
  return { id, text, icon, leads: { to: href } };
}

function statusEntries({ sources }: PaletteKnowledge, named: string): readonly PaletteEntry[] {
  return sources
    .map(({ id, name }) => ({
      id: `status-${id}`,
      text: `Status of ${name}`,
      icon: Activity,
      source: id,
      leads: { to: `/status#${id}` },
    }))
    .filter(({ text, source }) => isNamedBy(`${text} ${source}`, named));
}

function deedEntries({ openHelp }: PaletteKnowledge): readonly PaletteEntry[] {
  return [
    page('/account/keys', 'Create an API key', KeyRound, 'create-key'),
    { id: 'help', text: 'Keyboard help', icon: Keyboard, leads: { does: openHelp } },
  ];
}

function appearanceEntries(named: string): readonly PaletteEntry[] {
  const themes = THEMES.map(([theme, text]) => ({
    id: `theme-${theme}`,
    text,
    icon: Moon,
    leads: { does: () => chooseTheme(theme) },
  }));
  const locales = LOCALES.map((locale) => ({
    id: `locale-${locale.id}`,
    text: `Numbers and dates: ${locale.name}`,
    note: localeExample(locale),
    icon: Hash,
    leads: { does: () => chooseLocale(locale.id) },
  }));
  return [...themes, ...locales].filter((entry) => isNamedBy(`${entry.text} locale`, named));
}

/** Whether every word of a text begins one of a name; nothing written names everything. */
function isNamedBy(name: string, named: string): boolean {
  const padded = ` ${foldedText(name)}`;
  return named.split(' ').every((word) => padded.includes(` ${word}`));
}
