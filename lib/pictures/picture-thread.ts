import { parentPort, workerData } from 'node:worker_threads';
import { drawPicture } from './draw-picture.ts';
import type { PictureCard } from './picture-card.ts';

/** What a picture thread is started with. */
export interface PictureTask {
  readonly card: PictureCard;
  readonly root: string;
}

if (parentPort) {
  const { card, root } = asTask(workerData);
  parentPort.postMessage(await drawPicture(card, root));
}

/** lib/pictures/pair-pictures.ts alone starts this thread, with exactly this. */
function asTask(given: unknown): PictureTask {
  return given as PictureTask;
}
