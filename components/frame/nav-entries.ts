import { Activity, ArrowRightLeft, BookOpen, ChartLine, List, type LucideIcon } from 'lucide-react';

/** A page of the navigation. */
export interface NavEntry {
  readonly href: string;
  readonly name: string;
  readonly icon: LucideIcon;
  /** What the addresses of its pages begin with. */
  readonly starts: readonly string[];
}

/** The pages, in the order of the bar. */
export const NAV_ENTRIES: readonly NavEntry[] = [
  { href: '/', name: 'Converter', icon: ArrowRightLeft, starts: ['/convert'] },
  { href: '/rates', name: 'Rates', icon: List, starts: ['/rates'] },
  { href: '/charts', name: 'Charts', icon: ChartLine, starts: ['/charts'] },
  { href: '/status', name: 'Status', icon: Activity, starts: ['/status'] },
  { href: '/docs', name: 'Docs', icon: BookOpen, starts: ['/docs'] },
];

/** Whether a page is of an entry: its own address, or one that goes on from where its pages begin. */
export function isAtEntry({ href, starts }: NavEntry, path: string | null): boolean {
  if (path === null) return false;
  return path === href || starts.some((start) => path === start || path.startsWith(`${start}/`));
}
