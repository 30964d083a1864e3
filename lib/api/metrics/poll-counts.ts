import type { Registry } from 'prom-client';

/** What is counted of a poll. */
export interface CountedOutcome {
  readonly kind: 'pass' | 'soft' | 'hard';
  readonly latencyMs: number;
  readonly imported: number;
  readonly revised: number;
}

/** How many polls of a source ended in one way. */
export interface PollCount {
  readonly source: string;
  readonly outcome: CountedOutcome['kind'];
  readonly count: number;
}

/** How this process's polls ended since its start. */
export interface PollCounts {
  /** Counts every poll before `listener` hears of it. */
  readonly counting: <Source extends { readonly id: string }, Outcome extends CountedOutcome>(
    listener: (source: Source, outcome: Outcome) => void,
  ) => (source: Source, outcome: Outcome) => void;
  readonly counts: () => Iterable<PollCount>;
}

/** Counts from 0. */
export function createPollCounts(): PollCounts {
  const counts = new Map<string, PollCount>();
  return {
    counting: (listener) => (source, outcome) => {
      const name = `${source.id} ${outcome.kind}`;
      const before = counts.get(name)?.count ?? 0;
      counts.set(name, { source: source.id, outcome: outcome.kind, count: before + 1 });
      listener(source, outcome);
    },
    counts: () => counts.values(),
  };
}

/** Adds them to what is scraped. */
export function addPollCounts(
  { Counter }: typeof import('prom-client'),
  registry: Registry,
  polls: Pick<PollCounts, 'counts'>,
): void {
  new Counter({
    name: 'crossrate_polls_total',
    help: 'Polls of a source by this process since its start: pass, soft (figures came, and something is wrong with them) or hard (nothing could be taken in).',
    labelNames: ['source', 'outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { source, outcome, count } of polls.counts()) this.inc({ source, outcome }, count);
    },
  });
}
