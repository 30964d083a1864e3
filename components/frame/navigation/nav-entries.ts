/** A page of the navigation. */
export interface NavEntry {
  readonly href: '/' | '/rates' | '/charts' | '/status' | '/docs';
  readonly name: string;
  /** What the addresses of its pages begin with. */
  readonly starts: readonly string[];
}

/** The pages, in the order of the bar. */
export const NAV_ENTRIES: readonly NavEntry[] = [
  { href: '/', name: 'Converter', starts: ['/convert'] },
  { href: '/rates', name: 'Rates', starts: ['/rates'] },
  { href: '/charts', name: 'Charts', starts: ['/charts'] },
  { href: '/status', name: 'Status', starts: ['/status'] },
  { href: '/docs', name: 'Docs', starts: ['/docs'] },
];

/** Whether a page is of an entry: its own address, or one that goes on from where its pages begin. */
export function isAtEntry({ href, starts }: NavEntry, path: string | null): boolean {
  if (path === null) return false;
  return path === href || starts.some((start) => path === start || path.startsWith(`${start}/`));
}
