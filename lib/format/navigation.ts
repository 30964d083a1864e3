/** A page of the navigation. */
export interface NavEntry {
  readonly href: '/' | '/rates' | '/charts' | '/status' | '/docs';
  readonly name: string;
  /** What the addresses of its pages begin with. */
  readonly start: string;
  /** The key that leads there after `g`. */
  readonly key: string;
  /** Words by which people call it, the first of them its own. */
  readonly words: readonly string[];
}

/** The pages, in the order of the bar. */
export const NAVIGATION: readonly NavEntry[] = [
  {
    href: '/',
    name: 'Converter',
    start: '/convert',
    key: 'c',
    words: ['convert', 'converter', 'exchange', 'calculator'],
  },
  {
    href: '/rates',
    name: 'Rates',
    start: '/rates',
    key: 'r',
    words: ['rates', 'rate', 'table', 'currencies', 'latest'],
  },
  {
    href: '/charts',
    name: 'Charts',
    start: '/charts',
    key: 'h',
    words: ['charts', 'chart', 'history', 'historical', 'graph'],
  },
  {
    href: '/status',
    name: 'Status',
    start: '/status',
    key: 's',
    words: ['status', 'health', 'uptime', 'incidents'],
  },
  {
    href: '/docs',
    name: 'Docs',
    start: '/docs',
    key: 'd',
    words: ['docs', 'documentation', 'api', 'help', 'reference'],
  },
];

/** Whether a page is of an entry: its own address, or one that goes on from where its pages begin. */
export function isAtEntry({ href, start }: NavEntry, path: string | null): boolean {
  return path !== null && (path === href || path === start || path.startsWith(`${start}/`));
}
