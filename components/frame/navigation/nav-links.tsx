'use client';
import { usePathname } from 'next/navigation';
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
