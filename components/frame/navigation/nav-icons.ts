import { Activity, ArrowRightLeft, BookOpen, ChartLine, List, type LucideIcon } from 'lucide-react';
import type { NavEntry } from '#lib/format/navigation';

/** The sign of each page of the navigation. The server draws the bar's: the code of a page need not bring them. */
export const NAV_ICONS: Readonly<Record<NavEntry['href'], LucideIcon>> = {
  '/': ArrowRightLeft,
  '/rates': List,
  '/charts': ChartLine,
  '/status': Activity,
  '/docs': BookOpen,
};
