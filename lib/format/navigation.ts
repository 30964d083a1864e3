/** A page of the navigation. */
export interface NavEntry {
  readonly href: '/' | '/rates' | '/charts' | '/status' | '/docs';
  readonly name: string;
  /** What the addresses of its pages begin with. */
  readonly start: string;
  /** The key that leads there after `g`. */
  readonly key: string;
}

/** The pages, in the order of the bar. */
export const NAVIGATION: readonly NavEntry[] = [
  { href: '/', name: 'Converter', start: '/convert', key: 'c' },
  { href: '/rates', name: 'Rates', start: '/rates', key: 'r' },
  { href: '/charts', name: 'Charts', start: '/charts', key: 'h' },
  { href: '/status', name: 'Status', start: '/status', key: 's' },
  { href: '/docs', name: 'Docs', start: '/docs', key: 'd' },
];

/** Whether a page is of an entry: its own address, or one that goes on from where its pages begin. */
export function isAtEntry({ href, start }: NavEntry, path: string | null): boolean {
  return path !== null && (path === href || path === start || path.startsWith(`${start}/`));
}
