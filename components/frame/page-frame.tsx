import type { ReactNode } from 'react';
import { type NotedSource, sourceNotes } from '#lib/format/sources/source-notes';
import type { CurrentTrouble } from '#lib/format/sources/verdict-words';
import { NAVIGATION } from '#lib/format/navigation';
import { Commands, type NamedSource } from './commands/commands.tsx';
import { ThemeSwitch } from './preferences/theme-switch.tsx';
import { TroubleLink, TroubleWatch } from './banners/trouble-watch.tsx';
import { BottomBar, NavLinks } from './navigation/nav-links.tsx';
import { NAV_ICONS } from './navigation/nav-icons.ts';
import { PageEnd } from './page-end.tsx';
import { SourceNotesProvider } from './source-notes.tsx';
import { LocaleSwitch } from './preferences/locale-switch.tsx';
import { PrintedAt } from './printed-at.tsx';

/** The id of what stands last on every page: once it is read, all of the page is. */
export const PAGE_END = 'page-end';

/** The frame of every page: what the figures and the clock are, the bar, the page, and where to read whose figures they are. */
export function PageFrame({
  banners,
  sources,
  trouble,
  account,
  children,
}: {
  readonly banners: ReactNode;
  readonly sources: readonly (NamedSource & NotedSource)[];
  readonly trouble: CurrentTrouble | null;
  /** The way to the account. */
  readonly account: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <TroubleWatch served={trouble}>
      <a
        href="#main"
        className="absolute -top-12 left-4 z-60 rounded-control bg-text px-3 py-2 text-text-inverse focus:top-2 print:hidden"
      >
        Skip to content
      </a>
      {banners}
      <TopBar sources={sources.map(({ id, name }) => ({ id, name }))} account={account} />
      <main
        id="main"
        className="mx-auto min-h-[calc(100vh-10rem)] max-w-[90rem] px-16 pt-8 pb-16 max-xl:px-6 max-phone:px-0 max-phone:pt-4 max-phone:pb-10 print:min-h-0"
      >
        <SourceNotesProvider notes={sourceNotes(sources)}>{children}</SourceNotesProvider>
      </main>
      <SiteFooter />
      <BottomBar
        icons={NAVIGATION.map(({ href }) => {
          const Icon = NAV_ICONS[href];
          return <Icon key={href} aria-hidden="true" className="size-5" strokeWidth={1.7} />;
        })}
      />
      <PageEnd id={PAGE_END} />
    </TroubleWatch>
  );
}

/** Top bar: wordmark, pages, what is wrong, palette, theme, account. It stays in sight; which page is open it knows from the address. */
function TopBar({
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

/** Footer in one line: what the figures are, whose they are and on which terms, and how they are written. */
function SiteFooter() {
  return (
    <footer className="border-t border-line text-xs/5 text-text-muted">
      <div className="mx-auto flex max-w-[90rem] flex-wrap items-center gap-x-6 gap-y-1 px-16 py-3 max-xl:px-6 max-phone:px-4">
        <p className="mr-auto">
          <b className="font-medium text-text-soft">Crossrate.</b> Published figures and rates calculated from
          them; not offers to trade. Times are UTC.
        </p>
        <a
          href="/sources"
          className="inline-flex min-h-8 items-center underline underline-offset-2 hover:text-text max-phone:min-h-10"
        >
          Sources and terms
        </a>
        <span className="min-w-0 print:hidden">
          <LocaleSwitch />
        </span>
        <PrintedAt />
      </div>
    </footer>
  );
}
