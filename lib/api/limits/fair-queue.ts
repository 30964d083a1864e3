/** Who waits apart from whom: a crowd of addresses takes no turn from keys, nor either of them from the pages that are rendered here. */
const LANES = ['keys', 'addresses', 'pages'] as const;

/** Where a piece of work waits: the lanes take turns, and within a lane its lines do. */
export interface QueuePlace {
  readonly lane: (typeof LANES)[number];
  /** A key, an address, or all pages that are rendered here. */
  readonly line: string;
}

/** How much may wait in each lane of a queue. */
export interface FairQueueBounds {
  /** Pieces of work that wait in one line. */
  readonly lineMax: number;
  /** Pieces of work that wait in all lines together; beyond it a line that is empty may still have one. */
  readonly waitingMax: number;
  /** Lines that wait. */
  readonly linesMax: number;
  /** A clock in ms that never goes back. */
  readonly nowMs: () => number;
}

/** How a piece of work ended: done, or left by those who wanted it before its turn came. */
export type Turn<Value> = { readonly kind: 'done'; readonly value: Value } | { readonly kind: 'left' };

/** Too much waits: in the line of its own, or in all of its lane. */
export interface TurnRefused {
  readonly full: 'line' | 'all';
  /** When a place should be free again. */
  readonly retryAfterSeconds: number;
}

/** Work that is done one piece after another, a piece of each lane and line in turn. */
export interface FairQueue {
  /** Why no more work of this place is taken now; null when it is. */
  readonly refusal: (place: QueuePlace) => TurnRefused | null;
  /** Rejects as the work does. `signal` takes back what still waits; what has begun is finished. */
  readonly add: <Value>(
    place: QueuePlace,
    work: () => Promise<Value>,
    signal?: AbortSignal,
  ) => Promise<Turn<Value>>;
}

/** A piece of work in its line. */
interface Waiting {
  readonly begin: () => Promise<void>;
}

/** How much of the mean is what came before; about the last ten pieces count. */
const KEPT_OF_MEAN = 0.9;

/** What a piece takes until one was seen. */
const FIRST_MEAN_MS = 50;

/** A queue in which no line holds up another by more than one piece a round, and none keeps a newcomer out. */
export function createFairQueue({ lineMax, waitingMax, linesMax, nowMs }: FairQueueBounds): FairQueue {
  const lanes = { keys: createLines(), addresses: createLines(), pages: createLines() };
  /** The lane whose turn is next comes first. */
  let order: readonly QueuePlace['lane'][] = LANES;
  let meanMs = FIRST_MEAN_MS;
  let isBusy = false;
  const next = (): Waiting | null => {
    const lane = order.find((candidate) => lanes[candidate].count() > 0);
    if (lane === undefined) return null;
    order = [...order.filter((other) => other !== lane), lane];
    return lanes[lane].next();
  };
  const workOff = async (): Promise<void> => {
    isBusy = true;
    for (let piece = next(); piece; piece = next()) {
      const startedMs = nowMs();
      await piece.begin();
      meanMs = KEPT_OF_MEAN * meanMs + (1 - KEPT_OF_MEAN) * (nowMs() - startedMs);
    }
    isBusy = false;
  };
  const fullFor = ({ lane, line }: QueuePlace): TurnRefused['full'] | null => {
    const lines = lanes[lane];
    const own = lines.lengthOf(line);
    if (own >= lineMax) return 'line';
    const isFull = own === 0 ? lines.count() >= linesMax : lines.waiting() >= waitingMax;
    return isFull ? 'all' : null;
  };
  /** Each line gets a place free a round, in which the other lanes have as many turns as they can use. */
  const roundMs = (lane: QueuePlace['lane']): number => {
    const ofLane = lanes[lane].count();
    const turns = LANES.reduce((sum, each) => sum + Math.min(ofLane, lanes[each].waiting()), 0);
    return turns * meanMs;
  };
  return {
    refusal: (place) => {
      const full = fullFor(place);
      return full && { full, retryAfterSeconds: Math.max(1, Math.ceil(roundMs(place.lane) / 1000)) };
    },
    add: ({ lane, line }, work, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return resolve({ kind: 'left' });
        const leave = () => {
          lanes[lane].remove(line, piece);
          resolve({ kind: 'left' });
        };
        const piece: Waiting = {
          begin: async () => {
            signal?.removeEventListener('abort', leave);
            await work().then((value) => resolve({ kind: 'done', value }), reject);
          },
        };
        signal?.addEventListener('abort', leave, { once: true });
        lanes[lane].add(line, piece);
        if (!isBusy) void workOff();
      }),
  };
}

/** Work in lines, in the order of their turns; a line without work is none. */
function createLines() {
  const lines = new Map<string, Waiting[]>();
  let waiting = 0;
  const remove = (line: string, piece: Waiting): void => {
    const pieces = lines.get(line) ?? [];
    const place = pieces.indexOf(piece);
    if (place === -1) return;
    pieces.splice(place, 1);
    waiting -= 1;
    if (pieces.length === 0) lines.delete(line);
  };
  return {
    count: () => lines.size,
    waiting: () => waiting,
    lengthOf: (line: string) => lines.get(line)?.length ?? 0,
    add: (line: string, piece: Waiting): void => {
      const pieces = lines.get(line) ?? [];
      pieces.push(piece);
      lines.set(line, pieces);
      waiting += 1;
    },
    remove,
    /** Takes the first piece of the line whose turn it is, which then stands behind all others. */
    next: (): Waiting | null => {
      const [[line, pieces] = ['', []]] = lines;
      const [piece = null] = pieces;
      if (piece === null) return null;
      remove(line, piece);
      if (lines.delete(line)) lines.set(line, pieces);
      return piece;
    },
  };
}
