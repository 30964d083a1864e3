import type { Histogram, Registry } from 'prom-client';
import { DURATION_BOUNDS, type RequestSeries, type RequestTimes } from './request-times.ts';

type Label = 'route' | 'status';
type HistogramRead = Awaited<ReturnType<Histogram<Label>['get']>>;

const NAME = 'crossrate_http_request_duration_seconds';

/**
 * Adds the histogram of requests. Its counts come from ours, for which the library's own class has no way in: a metric without
 * counts of its own gives them under the head of a histogram.
 */
export function addRequestTimes(
  library: typeof import('prom-client'),
  registry: Registry,
  times: RequestTimes,
): void {
  const facts = {
    name: NAME,
    help: 'Time from the head of a request until its answer was sent. An open stream is not counted; status 499 is a client that left before its answer.',
    labelNames: ['route', 'status'] as const,
    registers: [],
  };
  const head = new library.Histogram<Label>({ ...facts, buckets: [...DURATION_BOUNDS] });
  class CountedElsewhere extends library.Gauge<Label> {
    override async get(): Promise<HistogramRead> {
      return { ...(await head.get()), values: [...times.series()].flatMap(valuesOf) };
    }
  }
  registry.registerMetric(new CountedElsewhere(facts));
}

function valuesOf({ route, status, counts, sumSeconds }: RequestSeries): HistogramRead['values'] {
  const labels = { route, status };
  let total = 0;
  const buckets = [...counts].map((count, place) => {
    total += count;
    const le = DURATION_BOUNDS[place] ?? '+Inf';
    return { metricName: `${NAME}_bucket`, labels: { ...labels, le }, value: total };
  });
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: sumSeconds },
    { metricName: `${NAME}_count`, labels, value: total },
  ];
}
