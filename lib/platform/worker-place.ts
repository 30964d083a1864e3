import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where a worker stands among the answering processes of one service. */
export interface WorkerPlace {
  /** From 1 up. The first one polls and answers for accounts, which are counted in one place. */
  readonly slot: number;
  /** How many workers there are. */
  readonly count: number;
  /** 1 after the start, and one more with each reload. */
  readonly generation: number;
  /** Whether it says on standard output where the service listens. */
  readonly isAnnouncing: boolean;
  /** The folder of the sockets, which only this user may enter. */
  readonly folder: string;
}

/** Sockets of the answering workers begin so, and no other files of the folder. */
const WORKER_SOCKET_START = 'worker-';

/** What a worker is told its place by. */
const VARIABLE = 'WORKER_PLACE';

/** What a worker is started with. */
export function placeVariables(place: WorkerPlace): Readonly<Record<string, string>> {
  return { [VARIABLE]: JSON.stringify(place) };
}

/** The place of this process; null where it is the only one that answers. */
export function workerPlace(
  variables: Readonly<Record<string, string | undefined>>,
  isWorker: boolean,
): WorkerPlace | null {
  const text = variables[VARIABLE];
  return isWorker && text !== undefined ? asPlace(JSON.parse(text)) : null;
}

/** Makes a folder for sockets that only this user may enter. */
export function makeSocketFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'crossrate-'));
}

/** Where a worker is asked by the other processes of the service. */
export function workerSocket({
  folder,
  generation,
  slot,
}: Omit<WorkerPlace, 'count' | 'isAnnouncing'>): string {
  return join(folder, `${WORKER_SOCKET_START}${generation}-${slot}.sock`);
}

/** Whether a file of the folder is where a worker is asked. */
export function isWorkerSocket(name: string): boolean {
  return name.startsWith(WORKER_SOCKET_START);
}

/** Where the pages of a generation are drawn. */
export function pagesSocket({ folder, generation }: Pick<WorkerPlace, 'folder' | 'generation'>): string {
  return join(folder, `pages-${generation}.sock`);
}

/** Only {@link placeVariables} writes it. */
function asPlace(read: unknown): WorkerPlace {
  return read as WorkerPlace;
}
