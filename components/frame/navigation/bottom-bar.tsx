'use client';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { TroubleMark } from '#components/frame/banners/trouble-watch';
import { isAtEntry, NAVIGATION } from '#lib/format/navigation';

/** The same pages within reach of a thumb, and the room that they cover at the end of the page. */
export function BottomBar({
  icons,
}: {
  /** In the order of the entries. */
  readonly icons: readonly ReactNode[];
}) {
  const path = usePathname();
  return (
    <>
      <div
        aria-hidden="true"
        className="h-[calc(3.5rem+env(safe-area-inset-bottom))] phone:hidden print:hidden"
      />
      <nav
        aria-label="Main"
        className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] phone:hidden print:hidden"
      >
        {NAVIGATION.map((entry, place) => (
          <a
            key={entry.href}
            href={entry.href}
            aria-current={isAtEntry(entry, path) ? 'page' : undefined}
            className="-mt-px grid h-14 flex-1 place-content-center justify-items-center gap-0.75 border-t-2 border-transparent text-2xs text-text-soft aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-accent"
          >
            <span className="relative">
              {icons[place]}
              {entry.href === '/status' && <TroubleMark className="absolute -top-1 -right-2" />}
            </span>
            {entry.name}
          </a>
        ))}
      </nav>
    </>
  );
}
