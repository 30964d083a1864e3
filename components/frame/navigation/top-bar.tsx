import type { ReactNode } from 'react';
import { Commands, type NamedSource } from '#components/frame/commands/commands';
import { NavLinks } from './nav-links.tsx';
import { ThemeSwitch } from '#components/frame/preferences/theme-switch';
import { TroubleLink } from '#components/frame/banners/trouble-watch';
import { Wordmark } from './wordmark.tsx';

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
        <Commands sources={sources.map(({ id, name }) => ({ id, name }))} />
        <ThemeSwitch />
        {account}
      </div>
    </header>
  );
}
