import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { connection } from 'next/server';
import { publicAddress } from '#app/(site)/public-address';
import { pageMetadata } from '#lib/client/page-metadata';
import { StatusPage } from '#components/status-board/status-page';
import { servedOrigin } from '#lib/client/address/served-address';
import { pageService } from '#lib/page-service';

/** The title is the board's, which keeps it at the newest report. */
export async function generateMetadata(): Promise<Metadata> {
  await connection();
  const words = {
    title: null,
    name: 'Status · Crossrate',
    description: 'How each source of rates is doing: state, reason, latency, incidents, the last 90 days.',
    path: '/status',
  };
  return pageMetadata(words, await publicAddress());
}

/** The public status page: everything that the checks say, without sign-in. */
export default async function Status() {
  await connection();
  const { statusBoard, clock, environment } = pageService();
  const board = await statusBoard();
  const servedAtMs = clock.real().getTime();
  const offsetMs = environment.clockStartsAt ? clock.service().getTime() - servedAtMs : 0;
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title="Crossrate status" href="/status/feed.atom" />
      <StatusPage
        board={board}
        clock={{ servedAtMs, offsetMs }}
        origin={environment.publicUrl?.origin ?? servedOrigin(await headers())}
      />
    </>
  );
}
