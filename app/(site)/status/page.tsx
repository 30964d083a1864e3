import { headers } from 'next/headers';
import { connection } from 'next/server';
import { pageClock } from '#app/(site)/page-reading';
import { siteMetadata } from '#app/(site)/public-address';
import { StatusBoard } from '#components/status-board/status-board';
import { servedOrigin } from '#lib/client/address/served-address';
import { pageService } from '#lib/page-service';

/** The title is the board's, which keeps it at the newest report. */
export const generateMetadata = () =>
  siteMetadata({
    writesTitle: true,
    name: 'Status',
    description: 'How each source of rates is doing: state, reason, latency, incidents, the last 90 days.',
    path: '/status',
  });

/** The public status page: everything that the checks say, without sign-in. */
export default async function Status() {
  await connection();
  const { statusBoard, environment } = pageService();
  const board = await statusBoard();
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title="Crossrate status" href="/status/feed.atom" />
      <StatusBoard
        board={board}
        clock={pageClock()}
        origin={environment.publicUrl?.origin ?? servedOrigin(await headers())}
      />
    </>
  );
}
