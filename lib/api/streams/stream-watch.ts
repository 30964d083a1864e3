import { setImmediate as nextTurn } from 'node:timers/promises';

/** In milliseconds. */
export interface StreamTimes {
  /** How often it is looked whether there are other figures. */
  readonly lookMs: number;
  /** How often keys are checked again, and what is behind is ended. */
  readonly checkMs: number;
  /** How often each stream is told that it lives: before proxies, and our own server, close a silent connection. */
  readonly beatMs: number;
  /** How long a reader may take to read why its stream ends. */
  readonly partingMs: number;
}

/** Figures are told within a second of their commit; a revocation holds within two. */
export const STREAM_TIMES: StreamTimes = { lookMs: 250, checkMs: 500, beatMs: 15_000, partingMs: 2000 };

/** Readers that are visited in one turn of the loop, so that requests are answered in between. */
const READERS_A_TURN = 50;

/** Why a reader is visited, beside the check of its key. */
interface Visit {
  /** Whether there is another version of the figures. */
  readonly isChanged: boolean;
  readonly isBeat: boolean;
}

/** Whom to visit. */
interface Visited<Reader> {
  readonly version: () => string;
  readonly readers: ReadonlySet<Reader>;
  readonly visit: (reader: Reader, why: Visit) => void;
  readonly onDefect: (error: unknown) => void;
}

/** One timer for all readers, which runs while there are any. */
interface StreamWatch {
  readonly start: () => void;
  readonly stop: () => void;
}

/** Visits every reader when the version is another one, when keys are to be checked, and at each beat. */
export function createStreamWatch<Reader>(times: StreamTimes, visited: Visited<Reader>): StreamWatch {
  let timer: NodeJS.Timeout | null = null;
  let isLooking = false;
  let version = '';
  let checkedAtMs = 0;
  let beatAtMs = 0;
  const visitAll = async () => {
    const nowMs = performance.now();
    const before = version;
    version = visited.version();
    const why = { isChanged: version !== before, isBeat: nowMs - beatAtMs >= times.beatMs };
    if (!why.isChanged && !why.isBeat && nowMs - checkedAtMs < times.checkMs) return;
    checkedAtMs = nowMs;
    if (why.isBeat) beatAtMs = nowMs;
    let count = 0;
    for (const reader of visited.readers) {
      visited.visit(reader, why);
      count += 1;
      if (count % READERS_A_TURN === 0) await nextTurn();
    }
  };
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      await visitAll();
    } catch (error) {
      visited.onDefect(error);
    }
    isLooking = false;
  };
  return {
    start: () => {
      if (timer !== null) return;
      beatAtMs = performance.now();
      timer = setInterval(() => void look(), times.lookMs).unref();
    },
    stop: () => {
      if (timer !== null) clearInterval(timer);
      timer = null;
    },
  };
}
