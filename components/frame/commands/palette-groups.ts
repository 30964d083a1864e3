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
import { converterAddress, DEFAULT_VIEW } from '#lib/client/address/converter-address';
import type { Theme } from '#lib/client/browser/theme';
import { amountFieldText } from '#lib/format/numbers/amount-text';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';
import { type LocaleId, LOCALES } from '#lib/format/numbers/locale';
import { localeExample } from '#lib/format/numbers/locale-example';
import { readPaletteQuestion } from '#lib/format/palette-question';
import { foldedText } from '#lib/format/currencies/folded-text';
import type { PickerGroup } from '#components/ui/dialogs/picker-list';
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

/** What entries of the palette do. */
export interface PaletteDeeds {
  readonly openHelp: () => void;
  readonly setTheme: (theme: Theme) => void;
  readonly setLocale: (locale: LocaleId) => void;
  readonly copyCurl: (asked: { readonly from: string; readonly to: string; readonly amount: string }) => void;
}

/** What the palette knows. */
export interface PaletteKnowledge {
  /** The common ones first. */
  readonly currencies: readonly CurrencyOption[];
  readonly sources: readonly NamedSource[];
  readonly recents: readonly RecentPlace[];
  readonly deeds: PaletteDeeds;
}

/** A text that names a pair gets at most so many places visited before ahead of it. */
const RECENTS_BESIDE_TEXT = 2;

const THEMES: readonly { readonly theme: Theme; readonly text: string }[] = [
  { theme: 'light', text: 'Theme: light' },
  { theme: 'dark', text: 'Theme: dark' },
  { theme: 'system', text: 'Theme: as this device' },
];

const ACCOUNT_PAGES: readonly (readonly [string, string])[] = [
  ['/account/keys', 'API keys'],
  ['/account/usage', 'Usage'],
  ['/account/security', 'Security'],
  ['/account/sessions', 'Sessions'],
  ['/account/trail', 'Audit trail'],
];

/** Parts of pages, found by what they are called only. */
const FURTHER_PAGES: readonly { readonly href: string; readonly text: string; readonly icon: LucideIcon }[] =
  [
    { href: '/status/history', text: 'Incidents and status history', icon: Activity },
    { href: '/status#follow', text: 'Status feed, badge and summary.json', icon: Activity },
    { href: '/docs#start', text: 'Docs: quick start', icon: BookOpen },
    { href: '/docs#keys', text: 'Docs: API keys', icon: BookOpen },
    { href: '/docs#errors', text: 'Docs: errors', icon: BookOpen },
    { href: '/docs#limits', text: 'Docs: rate limits', icon: BookOpen },
    { href: '/docs#age', text: 'Docs: age of figures', icon: BookOpen },
    { href: '/sources', text: 'Sources, terms and licences', icon: BookOpen },
    { href: '/docs#sources', text: 'Docs: sources and when they publish', icon: BookOpen },
    { href: '/docs#versions', text: 'Docs: versions', icon: BookOpen },
  ];

/** What the palette offers for a text: where the visitor was before, what the text asks of currencies, then whatever it names. */
export function paletteGroups(text: string, known: PaletteKnowledge): readonly PaletteGroup[] {
  const named = foldedText(text);
  const recents = known.recents.filter((place) => isNamedBy(place.text, named)).map(recentEntry);
  const groups: readonly PaletteGroup[] = [
    { heading: 'Recent', items: named === '' ? recents : recents.slice(0, RECENTS_BESIDE_TEXT) },
    ...currencyGroups(text, known),
    { heading: 'Pages', items: pageEntries(named).filter((entry) => isNamedBy(entry.text, named)) },
    { heading: 'Status', items: named === '' ? [] : statusEntries(known, named) },
    { heading: 'Do', items: deedEntries(known.deeds).filter((entry) => isNamedBy(entry.text, named)) },
    { heading: 'Appearance', items: named === '' ? [] : appearanceEntries(known.deeds, named) },
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

function currencyGroups(text: string, { currencies, deeds }: PaletteKnowledge): readonly PaletteGroup[] {
  const { amounts, pair, found } = readPaletteQuestion(currencies, text);
  const [first] = found;
  const asked = pair ?? (first ? { from: first, to: counterOf(first, currencies) } : null);
  if (asked === null) return [];
  const wanted = WANTED_PLACES.find(([word]) => word.test(text))?.[1];
  const isWanted = ({ id }: PaletteEntry) => wanted !== undefined && id.startsWith(wanted);
  const places = placeEntries(asked, amounts[0] ?? '1', deeds);
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

function placeEntries({ from, to }: Asked, amount: string, deeds: PaletteDeeds): readonly PaletteEntry[] {
  const name = `${from.code}/${to.code}`;
  const pairAddress = converterAddress({ ...DEFAULT_VIEW, from: from.code, to: to.code });
  return [
    { id: `chart-${name}`, text: `${name} chart`, icon: ChartLine, leads: { to: `/charts/${name}` } },
    {
      id: `rates-${from.code}`,
      text: `All rates on ${from.code}`,
      icon: List,
      leads: { to: `/rates?base=${from.code}` },
    },
    {
      id: `sources-${name}`,
      text: `Who publishes ${name}`,
      icon: Activity,
      leads: { to: `${pairAddress}#sources` },
    },
    {
      id: `curl-${name}`,
      text: 'Copy this request as curl',
      icon: Copy,
      leads: { does: () => deeds.copyCurl({ from: from.code, to: to.code, amount }) },
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

function recentEntry({ text, href }: RecentPlace): PaletteEntry {
  return { id: `recent-${href}`, text, icon: Clock, leads: { to: href } };
}

function pageEntries(named: string): readonly PaletteEntry[] {
  const page = (href: string, text: string, icon: LucideIcon): PaletteEntry => ({
    id: `page-${href}`,
    text,
    icon,
    leads: { to: href },
  });
  return [
    ...NAVIGATION.map(({ href, name }) => page(href, name, NAV_ICONS[href])),
    ...ACCOUNT_PAGES.map(([href, name]) => page(href, name, KeyRound)),
    ...(named === '' ? [] : FURTHER_PAGES.map(({ href, text, icon }) => page(href, text, icon))),
  ];
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

function deedEntries(deeds: PaletteDeeds): readonly PaletteEntry[] {
  return [
    { id: 'create-key', text: 'Create an API key', icon: KeyRound, leads: { to: '/account/keys' } },
    { id: 'help', text: 'Keyboard help', icon: Keyboard, leads: { does: deeds.openHelp } },
  ];
}

function appearanceEntries(deeds: PaletteDeeds, named: string): readonly PaletteEntry[] {
  const themes = THEMES.map(({ theme, text }) => ({
    id: `theme-${theme}`,
    text,
    icon: Moon,
    leads: { does: () => deeds.setTheme(theme) },
  }));
  const locales = LOCALES.map((locale) => ({
    id: `locale-${locale.id}`,
    text: `Numbers and dates: ${locale.name}`,
    note: localeExample(locale),
    icon: Hash,
    leads: { does: () => deeds.setLocale(locale.id) },
  }));
  return [...themes, ...locales].filter((entry) => isNamedBy(`${entry.text} locale`, named));
}

/** Whether every word of a text begins one of a name; nothing written names everything. */
function isNamedBy(name: string, named: string): boolean {
  const padded = ` ${foldedText(name)}`;
  return named.split(' ').every((word) => padded.includes(` ${word}`));
}
