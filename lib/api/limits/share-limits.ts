import { fail, ok } from '#lib/domain/result';
import type { Callers, Counted } from './limiter.ts';

/*
 * Several processes count the same callers without waiting for each other: each decides by what it knows, and a few times a
 * second they tell a common table what was spent and take over what is owed. What passed too much meanwhile is owed, so that
 * the callers wait for longer: over time no more passes than one process would let.
 */

/** What a caller has spent in one process since it was last told. */
export interface Spent {
  /** The limit and the caller. */
  readonly name: string;
  /** What one request costs by each rule of the limit, in ms. */
  readonly costsMs: readonly number[];
  /** Below 0 where more was given back. */
  readonly requests: number;
}

/** What each of the callers owes by each rule, in ms, in the order in which they were told. */
export type Owed = readonly (readonly number[])[];

/** Adds what was spent to the common table and gives what is owed; rejects when the table cannot be reached. */
export type TellSpent = (spent: readonly Spent[]) => Promise<Owed>;

/** What sharing stands on. */
export interface LimitSharing {
  readonly tables: ReadonlyMap<string, Callers>;
  /** Is told in every round, even if nothing was spent. */
  readonly exchange: TellSpent;
  /** How many processes share the limits, as far as is known; while the table is away each lets its share pass. */
  readonly processes: () => number;
  /** Hears that the table cannot be reached, and why, and with null that it can again. */
  readonly onReach?: (failure: unknown) => void;
  /** The clock of the limits. */
  readonly monotonicMs: () => number;
}

/** Five times a second: in that time two further processes let pass at most 4 requests more of a key with 600 a minute. */
export const EXCHANGE_MS = 200;

/** A table that cannot be reached for a shorter time is not away. */
const AWAY_MS = 1_000;

/** Exchanges until it is stopped. */
export function shareLimits(sharing: LimitSharing): { readonly stop: () => void } {
  const { tables, exchange, monotonicMs } = sharing;
  const note = noteReach(sharing);
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;
  const round = async () => {
    const told = takeUntold(tables);
    const asked = exchange(told.map(({ spent }) => spent));
    const outcome = await asked.then(ok, (failure: unknown) => fail(failure));
    if (isStopped) return;
    note(outcome.ok ? null : outcome.error);
    const owed = outcome.ok ? outcome.value : [];
    for (const [index, { counted }] of told.entries()) takeOver(counted, owed[index], monotonicMs());
    plan();
  };
  const plan = () => {
    timer = setTimeout(() => void round(), EXCHANGE_MS).unref();
  };
  plan();
  return {
    stop: () => {
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}

/** While the table is away each request counts as often as there are processes, so that together they let no more pass. */
function noteReach({ tables, processes, monotonicMs, onReach }: LimitSharing): (failure: unknown) => void {
  let wasReached = true;
  let failingSinceMs: number | null = null;
  return (failure) => {
    failingSinceMs = failure === null ? null : (failingSinceMs ?? monotonicMs());
    const isReached = failingSinceMs === null || monotonicMs() - failingSinceMs < AWAY_MS;
    for (const table of tables.values()) table.share = isReached ? 1 : processes();
    if (isReached !== wasReached) onReach?.(failure);
    wasReached = isReached;
  };
}

interface Told {
  readonly counted: Counted;
  readonly spent: Spent;
}

function takeUntold(tables: ReadonlyMap<string, Callers>): readonly Told[] {
  const told: Told[] = [];
  for (const [limit, { untold }] of tables) {
    for (const [caller, counted] of untold ?? []) {
      const costsMs = counted.policy.gcras.map(({ rule }) => rule.windowMs / rule.count);
      told.push({ counted, spent: { name: `${limit} ${caller}`, costsMs, requests: counted.untold } });
      counted.untold = 0;
    }
    untold?.clear();
  }
  return told;
}

/** What was spent since it was told counts beside what is owed. */
function takeOver(counted: Counted, owed: readonly number[] | undefined, nowMs: number): void {
  if (owed === undefined) return;
  for (const [place, gcra] of counted.policy.gcras.entries()) {
    counted.arrivals[place] = gcra.charge(gcra.owing(owed[place] ?? 0, nowMs), nowMs, counted.untold);
  }
}
