import type { Metadata } from 'next';
import { connection } from 'next/server';
import { StatusBoard } from '#components/status-board/status-board';
import { service } from '#lib/service';

export const metadata: Metadata = {
  title: 'Status · Crossrate',
  description: 'How each source of rates is doing: state, reason, latency, the last 90 days.',
};

/** The public status page: everything that the checks say, without sign-in. */
export default async function Status() {
  await connection();
  const { statusBoard, historyProgress, clock, environment } = await service();
  const servedAtMs = clock.real().getTime();
  const offsetMs = environment.clockStartsAt ? clock.service().getTime() - servedAtMs : 0;
  const board = await statusBoard();
  return <StatusBoard {...board} history={historyProgress()} clock={{ servedAtMs, offsetMs }} />;
}
