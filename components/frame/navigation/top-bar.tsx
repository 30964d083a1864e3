import type { ReactNode } from 'react';
import { Commands, type NamedSource } from '#components/frame/commands/commands';
import { NavLinks } from './nav-links.tsx';
import { ThemeSwitch } from '#components/frame/preferences/theme-switch';
import { TroubleLink } from '#components/frame/banners/trouble-watch';

/** Top bar: wordmark, pages, what is wrong, palette, theme, account. It stays in sight; which page is open it knows from the address. */
export function TopBar({
  sources,
  account,
}: {
  readonly sources: readonly NamedSource[];
  /** The way to the account. */
  readonly account: ReactNode;
}) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface print:hidden">
      <div className="mx-auto flex h-14 max-w-[90rem] items-center gap-2 px-16 max-xl:px-6 max-phone:h-12 max-phone:gap-1 max-phone:pr-2 max-phone:pl-4">
        <Wordmark />
        <NavLinks />
        <span className="ml-auto" />
        <TroubleLink />
        <Commands sources={sources} />
        <ThemeSwitch />
        {account}
      </div>
    </header>
  );
}

/** The name of the product as a link to its first page. */
function Wordmark() {
  return (
    <a
      href="/"
      aria-label="Crossrate, converter"
      className="mr-6 inline-flex items-center gap-2 text-[15px] font-semibold tracking-title max-lg:mr-2"
    >
      <svg
        viewBox="0 0 20 20"
        aria-hidden="true"
        className="size-5 text-accent"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="square"
        strokeLinejoin="round"
      >
        <path d="M3 4.5h4.5l5 11H17" />
        <path d="M3 15.5h4.5l1.3-2.9M11.2 7.4l1.3-2.9H17" />
      </svg>
      Crossrate
    </a>
  );
}
