'use client';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { TroubleMark } from '#components/frame/banners/trouble-watch';
import { isAtEntry, NAVIGATION } from '#lib/format/navigation';

/** The pages as words, the one that is open underlined. */
export function NavLinks() {
  const path = usePathname();
  return (
    <nav aria-label="Main" className="flex self-stretch max-phone:hidden">
      {NAVIGATION.map((entry) => (
        <a
          key={entry.href}
          href={entry.href}
          aria-current={isAtEntry(entry, path) ? 'page' : undefined}
          className="relative flex items-center px-3 text-text-soft transition-colors duration-(--duration-press) after:absolute after:inset-x-3 after:-bottom-px after:h-0.5 hover:text-text aria-[current]:font-medium aria-[current]:text-text aria-[current]:after:bg-accent max-lg:px-2.25 max-lg:after:inset-x-2.25"
        >
          {entry.name}
          {entry.href === '/status' && <TroubleMark className="ml-1.5" />}
        </a>
      ))}
    </nav>
  );
}

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
