import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { makeSocketFolder, pagesSocket, type WorkerPlace, workerSocket } from '#lib/platform/worker-place';
import type { Service } from '#lib/service';
import { passReloads, type UpgradeListener } from '#lib/server/development-reload';
import { createInsideServer } from './inside-server.ts';
import { type AnswerPage, createPageAnswers } from './page-answers.ts';
import { hasPages, startPageChild } from './page-child.ts';
import { openPageLink, type PageLink, type PageSockets } from './page-link.ts';
import { createPageDrawings, DEVELOPMENT_BOUNDS, DRAWING_BOUNDS } from './page-drawings.ts';

/** Pages, drawn by a process of their own. */
export interface Pages {
  readonly answer: AnswerPage;
  /** Joins browsers to the reloading of pages that are being developed; null where none are. */
  readonly upgrade: UpgradeListener | null;
  /** Starts the process, once the service listens; how it is doing, or null where pages were never built. */
  readonly start: () => PageLink['health'] | null;
  readonly close: () => Promise<void>;
}

/**
 * What gives the process that draws pages its figures. Both sockets stand in a folder that only this user may enter: its own, or
 * that of all workers, whose pages are drawn by one process that stands beside them.
 */
export async function openPages(started: Service, place: WorkerPlace | null): Promise<Pages> {
  const folder = place?.folder ?? (await makeSocketFolder());
  const sockets: PageSockets = place
    ? { inside: workerSocket(place), pages: pagesSocket(place) }
    : { inside: join(folder, 'inside.sock'), pages: join(folder, 'pages.sock') };
  const inside = createInsideServer(started);
  // One that was killed leaves its socket behind.
  await rm(sockets.inside, { force: true });
  await new Promise<void>((resolve, reject) => {
    inside.once('error', reject);
    // Workers share what they listen on unless they say otherwise.
    inside.listen({ path: sockets.inside, exclusive: true }, resolve);
  });
  const { clock, log, environment } = started;
  let child: PageLink | null = null;
  const drawings = createPageDrawings(
    () => `${started.snapshot().version} ${healthOf(started)}`,
    process.env.NODE_ENV === 'development' ? DEVELOPMENT_BOUNDS : DRAWING_BOUNDS,
  );
  return {
    answer: createPageAnswers({
      started,
      child: { draw: (asked) => (child ?? NO_PAGES).draw(asked) },
      drawings,
    }),
    upgrade: process.env.NODE_ENV === 'development' ? passReloads(sockets.pages) : null,
    start: () => {
      if (hasPages()) {
        child = place
          ? openPageLink({ sockets, clock })
          : startPageChild({ sockets, clock, log, hasSetClock: environment.clockStartsAt !== null });
      }
      return child?.health ?? null;
    },
    close: async () => {
      child?.stop();
      inside.close();
      inside.closeAllConnections();
      await rm(place ? sockets.inside : folder, { recursive: true, force: true });
    },
  };
}

/** How everything is doing, which pages say beside their figures: a page that is repeated must not say what was before. */
function healthOf(started: Service): string {
  const { sources, services } = started.status();
  return [...sources, ...services].map(({ status }) => status).join();
}

const NO_PAGES: Pick<PageLink, 'draw'> = {
  draw: () => Promise.reject(new Error('the pages are not built')),
};
