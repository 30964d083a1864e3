/** How long requests took until they were answered, by route and status. */
export interface RequestTimes {
  /** Counts an answered request; `route` is one of a closed set, never an address that a client made up. */
  readonly note: (route: string, status: number, durationMs: number) => void;
  readonly series: () => Iterable<RequestSeries>;
}

/** The times of the requests for one route that ended with one status. */
export interface RequestSeries {
  readonly route: string;
  readonly status: number;
  /** How many took no longer than each of {@link DURATION_BOUNDS} and longer than the one before; the last place has the rest. */
  readonly counts: Readonly<Float64Array>;
  readonly sumSeconds: number;
}

/** Upper bounds in seconds: from an answer out of memory to one that a client gives up. */
export const DURATION_BOUNDS: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

const MS = 1000;

/**
 * Counts by itself, because a request takes some 10 µs and the library of metrics would take one of them; it is loaded at the
 * first scrape and reads the counts then.
 */
export function createRequestTimes(): RequestTimes {
  const routes = new Map<string, Map<number, MutableSeries>>();
  return {
    note: (route, status, durationMs) => {
      let statuses = routes.get(route);
      if (!statuses) routes.set(route, (statuses = new Map()));
      let series = statuses.get(status);
      if (!series) statuses.set(status, (series = emptySeries(route, status)));
      const seconds = durationMs / MS;
      const place = placeOf(seconds);
      series.counts[place] = (series.counts[place] ?? 0) + 1;
      series.sumSeconds += seconds;
    },
    series: function* () {
      for (const statuses of routes.values()) yield* statuses.values();
    },
  };
}

interface MutableSeries extends RequestSeries {
  readonly counts: Float64Array;
  sumSeconds: number;
}

function emptySeries(route: string, status: number): MutableSeries {
  return { route, status, counts: new Float64Array(DURATION_BOUNDS.length + 1), sumSeconds: 0 };
}

/** Most answers are in the first place, so the search begins there. */
function placeOf(seconds: number): number {
  let place = 0;
  while (place < DURATION_BOUNDS.length && seconds > (DURATION_BOUNDS[place] ?? 0)) place += 1;
  return place;
}
