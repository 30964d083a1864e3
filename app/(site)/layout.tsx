import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { BottomBar } from '#components/frame/bottom-bar';
import { ClockBar } from '#components/frame/clock-bar';
import { SimulatedBar } from '#components/frame/simulated-bar';
import { SiteFooter } from '#components/frame/site-footer';
import { TopBar } from '#components/frame/top-bar';
import { service } from '#lib/service';

/** The frame of every page: what the clock says, the bar, the page, whose figures they are. */
export default async function SiteLayout({ children }: { readonly children: ReactNode }) {
  await connection();
  const { environment, clock, sources } = await service();
  return (
    <>
      <a
        href="#main"
        className="absolute -top-12 left-4 z-60 rounded-control bg-text px-3 py-2 text-text-inverse focus:top-2"
      >
        Skip to content
      </a>
      {environment.isSimulated && <SimulatedBar />}
      {environment.clockStartsAt && <ClockBar now={clock.service()} />}
      <TopBar />
      <main
        id="main"
        className="mx-auto min-h-[calc(100vh-10rem)] max-w-[90rem] px-16 pt-8 pb-16 max-xl:px-6 max-phone:px-0 max-phone:pt-4 max-phone:pb-10"
      >
        {children}
      </main>
      <SiteFooter sources={sources.map(({ id, attribution, terms }) => ({ id, attribution, terms }))} />
      <BottomBar />
    </>
  );
}
