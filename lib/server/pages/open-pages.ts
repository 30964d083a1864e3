import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Service } from '#lib/service';
import { passReloads, type UpgradeListener } from '#lib/server/development-reload';
import { createInsideServer } from './inside-server.ts';
import { type AnswerPage, createPageAnswers } from './page-answers.ts';
import { hasPages, startPageChild } from './page-child.ts';
import type { PageLink, PageSockets } from './page-link.ts';
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

/** What gives the process that draws pages its figures. Both sockets stand in a folder that only this user may enter. */
export async function openPages(started: Service): Promise<Pages> {
  const folder = await mkdtemp(join(tmpdir(), 'crossrate-'));
  const sockets: PageSockets = { inside: join(folder, 'inside.sock'), pages: join(folder, 'pages.sock') };
  const inside = createInsideServer(started);
  await new Promise<void>((resolve, reject) => {
    inside.once('error', reject);
    inside.listen(sockets.inside, resolve);
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
        child = startPageChild({ sockets, clock, log, hasSetClock: environment.clockStartsAt !== null });
      }
      return child?.health ?? null;
    },
    close: async () => {
      child?.stop();
      inside.close();
      inside.closeAllConnections();
      await rm(folder, { recursive: true, force: true });
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
