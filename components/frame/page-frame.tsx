import type { ReactNode } from 'react';
import { type NotedSource, sourceNotes } from '#lib/format/sources/source-notes';
import type { CurrentTrouble } from '#lib/format/sources/verdict-words';
import { BottomBar } from './navigation/nav-links.tsx';
import type { NamedSource } from './commands/commands.tsx';
import { NAVIGATION } from '#lib/format/navigation';
import { NAV_ICONS } from './navigation/nav-icons.ts';
import { PageEnd } from './page-end.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SourceNotesProvider } from './source-notes.tsx';
import { TopBar } from './navigation/top-bar.tsx';
import { TroubleWatch } from './banners/trouble-watch.tsx';

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
