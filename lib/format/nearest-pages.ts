import leven from 'leven';
import { NAVIGATION, type NavEntry } from './navigation.ts';

/** A page that may have been meant. */
export interface NearestPage {
  readonly href: string;
  readonly name: string;
}

/** Words by which people call a page, the first of them its own. */
const WORDS: Readonly<Record<NavEntry['href'], readonly string[]>> = {
  '/': ['convert', 'converter', 'exchange', 'calculator'],
  '/rates': ['rates', 'rate', 'table', 'currencies', 'latest'],
  '/charts': ['charts', 'chart', 'history', 'historical', 'graph'],
  '/status': ['status', 'health', 'uptime', 'incidents'],
  '/docs': ['docs', 'documentation', 'api', 'help', 'reference'],
};

const PAGES: readonly (NearestPage & { readonly words: readonly string[] })[] = [
  ...NAVIGATION.map(({ href, name }) => ({ href, name, words: WORDS[href] })),
  { href: '/sources', name: 'Sources and terms', words: ['sources', 'terms', 'licences', 'credits'] },
  { href: '/account', name: 'Account', words: ['account', 'login', 'keys', 'signin', 'signup', 'dashboard'] },
];

/** So many letters may be wrong, missing or too many. */
const SLIPS_MAX = 2;

/** What people mistype is short; the rest of a long address is passed over. */
const READ_MAX = 80;

const PAIR = /(?:^|[^a-z])([a-z]{3})(?:[/_+-]?|-to-|\/to\/)([a-z]{3})(?=$|[^a-z])/i;

/**
 * The pages that a wrong address may have meant, the likeliest first: `/exchange/eur-usd` the converter of that pair and its
 * chart, `/stauts` the board. `codes` are the known currencies; empty where nothing in the address says anything.
 */
export function nearestPages(address: string, codes: readonly string[]): readonly NearestPage[] {
  const path = address.slice(0, READ_MAX);
  const words = path
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  const [, from, to] = PAIR.exec(path)?.map((part) => part.toUpperCase()) ?? [];
  const isPair =
    from !== undefined && to !== undefined && from !== to && [from, to].every((code) => codes.includes(code));
  const pair = isPair
    ? [
        { href: `/convert/${from}/${to}`, name: `${from} to ${to}` },
        { href: `/charts/${from}/${to}`, name: `${from}/${to} chart` },
      ]
    : [];
  const named = PAGES.map(({ href, name, words: names }) => ({
    page: { href, name },
    slips: Math.min(...words.flatMap((word) => names.map((one) => slipsBetween(word, one)))),
  }))
    .filter(({ slips }) => slips <= SLIPS_MAX)
    .toSorted((one, other) => one.slips - other.slips)
    .map(({ page }) => page);
  return [...pair, ...named];
}

/** Levenshtein's distance; words of up to four letters must be right but for one. */
function slipsBetween(word: string, name: string): number {
  const slips = leven(word, name);
  return name.length <= 4 && slips > 1 ? Infinity : slips;
}
