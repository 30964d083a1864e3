import type { LoadAnswer } from './paced-load.ts';

/** Something that was done to the service, and when. Instants in epoch milliseconds. */
export interface Disturbance {
  readonly what: 'server killed' | 'pages killed' | 'disk full' | 'clock set';
  /** Seconds that the service's clock was ahead of the true time; negative behind. */
  readonly aheadSeconds?: number;
  readonly fromMs: number;
  /** Null while it goes on. */
  toMs: number | null;
}

/** What the answers of one group of clients came to. */
export interface GroupCounts {
  readonly answers: number;
  /** By status, and the code of the error where there is one: `503 source_unavailable`. */
  readonly byStatus: Readonly<Record<string, number>>;
  /** Connections that failed while the server was down, which cannot be otherwise. */
  readonly cutByKills: number;
  /** Connections that failed at any other time, in the system's words. */
  readonly failures: Readonly<Record<string, number>>;
  /** Requests that were sent once more, because the server had just closed a kept connection. */
  readonly secondTries: number;
  readonly slowestMs: number;
}

/** Counts answers by group, and sorts what failed by what was going on. */
export interface Outcomes {
  readonly note: (group: string, answer: LoadAnswer) => void;
  readonly begin: (what: Disturbance['what'], aheadSeconds?: number) => Disturbance;
  readonly end: (disturbance: Disturbance) => void;
  readonly disturbances: () => readonly Disturbance[];
  readonly counts: () => Readonly<Record<string, GroupCounts>>;
  /** Every answer 5xx that is no honest 503, and every failed connection outside a kill, as a sentence each. */
  readonly offences: () => readonly string[];
}

/** A connection may be cut up to so long after the process was there again: its kill reached the client late. */
const AFTER_MS = 2_000;

const OFFENCES_KEPT = 200;

/** Makes empty counts. */
export function createOutcomes(): Outcomes {
  const groups = new Map<string, Group>();
  const disturbances: Disturbance[] = [];
  const offences: string[] = [];
  const groupOf = (name: string): Group => {
    const group = groups.get(name) ?? new Group();
    groups.set(name, group);
    return group;
  };
  const isCut = ({ startedAtMs, endedAtMs, path }: LoadAnswer) =>
    disturbances.some(
      ({ what, fromMs, toMs }) =>
        (what === 'server killed' || (what === 'pages killed' && !path.startsWith('/v1'))) &&
        endedAtMs >= fromMs &&
        startedAtMs <= (toMs ?? Number.POSITIVE_INFINITY) + AFTER_MS,
    );
  const offend = (sentence: string) => {
    if (offences.length < OFFENCES_KEPT) offences.push(sentence);
  };
  return {
    note: (name, answer) => {
      const isOfKill = answer.failure !== null && isCut(answer);
      groupOf(name).take(answer, isOfKill);
      const at = new Date(answer.startedAtMs).toISOString();
      if (answer.failure !== null && !isOfKill)
        offend(
          `${at} ${name} ${answer.path}: ${answer.failure} after ${answer.endedAtMs - answer.startedAtMs} ms`,
        );
      if (answer.status >= 500 && !isHonest(answer)) {
        offend(`${at} ${name} ${answer.path}: ${answer.status} ${answer.body.slice(0, 200)}`);
      }
    },
    begin: (what, aheadSeconds) => {
      const disturbance: Disturbance = {
        what,
        fromMs: Date.now(),
        toMs: null,
        ...(aheadSeconds !== undefined && { aheadSeconds }),
      };
      disturbances.push(disturbance);
      return disturbance;
    },
    end: (disturbance) => {
      disturbance.toMs = Date.now();
    },
    disturbances: () => disturbances,
    counts: () => Object.fromEntries([...groups].map(([name, group]) => [name, group.counts()])),
    offences: () => offences,
  };
}

/** A 503 says when to come again. */
function isHonest({ status, headers }: LoadAnswer): boolean {
  return status === 503 && headers['retry-after'] !== undefined;
}

class Group {
  #answers = 0;
  #cutByKills = 0;
  #slowestMs = 0;
  #secondTries = 0;
  readonly #byStatus = new Map<string, number>();
  readonly #failures = new Map<string, number>();

  take(answer: LoadAnswer, isCut: boolean): void {
    const { status, body, failure, isSecondTry, startedAtMs, endedAtMs } = answer;
    if (isSecondTry && !isCut) this.#secondTries += 1;
    if (failure !== null) {
      if (isCut) this.#cutByKills += 1;
      else raise(this.#failures, failure);
      return;
    }
    this.#answers += 1;
    this.#slowestMs = Math.max(this.#slowestMs, endedAtMs - startedAtMs);
    const code = status >= 400 ? /"code":"(\w+)"/.exec(body.slice(0, 500))?.[1] : undefined;
    raise(this.#byStatus, code === undefined ? String(status) : `${status} ${code}`);
  }

  counts(): GroupCounts {
    return {
      answers: this.#answers,
      byStatus: Object.fromEntries([...this.#byStatus].toSorted()),
      cutByKills: this.#cutByKills,
      failures: Object.fromEntries(this.#failures),
      secondTries: this.#secondTries,
      slowestMs: this.#slowestMs,
    };
  }
}

function raise(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
