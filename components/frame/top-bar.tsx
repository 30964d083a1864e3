import { ArrowRightLeft, type LucideIcon } from 'lucide-react';
import { ThemeSwitch } from './theme-switch.tsx';
import { Wordmark } from './wordmark.tsx';

interface NavEntry {
  readonly href: string;
  readonly name: string;
  readonly icon: LucideIcon;
}

/** The pages that exist. From two on they also stand in a bar at the foot of a phone. */
const ENTRIES: readonly NavEntry[] = [{ href: '/', name: 'Converter', icon: ArrowRightLeft }];

/** Top bar: wordmark, pages, theme. `current` is the address of the page's entry. */
export function TopBar({ current }: { readonly current: string }) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface">
      <div className="mx-auto flex h-14 max-w-[90rem] items-center gap-2 px-16 max-xl:px-6 max-phone:h-12 max-phone:gap-1 max-phone:pr-2 max-phone:pl-4">
        <Wordmark />
        <nav aria-label="Main" className="flex self-stretch max-phone:hidden">
          {ENTRIES.map(({ href, name }) => (
            <a
              key={href}
              href={href}
              aria-current={href === current ? 'page' : undefined}
              className="relative flex items-center px-3 text-text-soft transition-colors duration-(--duration-press) after:absolute after:inset-x-3 after:-bottom-px after:h-0.5 hover:text-text aria-[current]:font-medium aria-[current]:text-text aria-[current]:after:bg-accent"
            >
              {name}
            </a>
          ))}
        </nav>
        <span className="ml-auto" />
        <ThemeSwitch />
      </div>
    </header>
  );
}

/** The same pages within reach of a thumb; nothing while there is only one. */
export function BottomBar({ current }: { readonly current: string }) {
  if (ENTRIES.length < 2) return null;
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] phone:hidden"
    >
      {ENTRIES.map(({ href, name, icon: Icon }) => (
        <a
          key={href}
          href={href}
          aria-current={href === current ? 'page' : undefined}
          className="-mt-px grid h-14 flex-1 place-content-center place-items-center gap-0.75 border-t-2 border-transparent text-2xs text-text-soft aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-accent"
        >
          <Icon aria-hidden="true" className="size-5" strokeWidth={1.7} />
          {name}
        </a>
      ))}
    </nav>
  );
}
