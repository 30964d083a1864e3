import { fail, ok, type Result } from '#lib/domain/result';

/** Where somebody waits for a turn. */
export interface TurnPlace {
  /** Those with proof, such as a browser that was used before, wait apart from strangers: a flood never takes their turns. */
  readonly lane: 'proven' | 'stranger';
  /** An account or a network. The names of a lane take turns, however many wait under one of them. */
  readonly name: string;
}

/** Too many wait already. */
export interface TooBusy {
  readonly retryAfterSeconds: number;
}

/**
 * Does some work when its turn comes. Refused if {@link TURNS_WAITING_PER_THREAD} others wait in its lane for each that may run, or if no
 * turn has come within 5 s, with the seconds after which one is likely.
 */
export type Turns = <T>(place: TurnPlace, work: () => Promise<T>) => Promise<Result<T, TooBusy>>;

/** Waiting in a lane per turn at once; on a machine that has nothing else to do the last of them waits some 4 s. */
export const TURNS_WAITING_PER_THREAD = 16;

/** A page that waits for longer looks broken. */
const PATIENCE_MS = 5000;

const BUSY: TooBusy = { retryAfterSeconds: 5 };

/** At most `atOnce` turns at a time; the two lanes take turns while somebody waits in both. */
export function createTurns(atOnce: number): Turns {
  const lanes = {
    proven: createLane(atOnce * TURNS_WAITING_PER_THREAD),
    stranger: createLane(atOnce * TURNS_WAITING_PER_THREAD),
  };
  let running = 0;
  let served: TurnPlace['lane'] = 'stranger';
  const passOn = () => {
    const next = served === 'stranger' ? 'proven' : 'stranger';
    // Those who wait take over the turn, so that nobody who comes later slips in between.
    if (lanes[next].callNext()) served = next;
    else if (!lanes[served].callNext()) running -= 1;
  };
  return async ({ lane, name }, work) => {
    if (running < atOnce) running += 1;
    else if (!(await lanes[lane].turnOf(name))) return fail(BUSY);
    try {
      return ok(await work());
    } finally {
      passOn();
    }
  };
}

interface Lane {
  /** True once a turn has come; false if there is no room, or none has come for too long. */
  readonly turnOf: (name: string) => Promise<boolean>;
  /** Gives the next one a turn; false if nobody waits. */
  readonly callNext: () => boolean;
}

type Settle = (hasTurn: boolean) => void;

function createLane(waitingMax: number): Lane {
  /** Who waits under each name; the name whose turn is next comes first. */
  const queues = new Map<string, Set<Settle>>();
  const waiting = () => [...queues.values()].reduce((sum, { size }) => sum + size, 0);
  const hasRoomFor = (name: string) =>
    waiting() < waitingMax || sendOneAway(queues, (queues.get(name)?.size ?? 0) + 1);
  return {
    turnOf: async (name) => {
      if (!hasRoomFor(name)) return false;
      return new Promise((resolve) => {
        const settle: Settle = (hasTurn) => {
          clearTimeout(timer);
          const queue = queues.get(name);
          queue?.delete(settle);
          if (queue?.size === 0) queues.delete(name);
          resolve(hasTurn);
        };
        const timer = setTimeout(() => settle(false), PATIENCE_MS);
        const queue = queues.get(name) ?? new Set();
        queues.set(name, queue.add(settle));
      });
    },
    callNext: () => {
      const [first] = queues;
      if (!first) return false;
      const [name, queue] = first;
      // Behind the other names, with those who are left.
      queues.delete(name);
      queues.set(name, queue);
      const [settle] = queue;
      settle?.(true);
      return true;
    },
  };
}

/** Sends the last one of the longest queue away if more than `atLeast` wait in it. */
function sendOneAway(queues: ReadonlyMap<string, ReadonlySet<Settle>>, atLeast: number): boolean {
  const longest = [...queues.values()].toSorted((a, b) => b.size - a.size)[0];
  if (!longest || longest.size <= atLeast) return false;
  [...longest].at(-1)?.(false);
  return true;
}
