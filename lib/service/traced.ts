import { setTimeout as pause } from 'node:timers/promises';
import type { MeasuredService } from '#lib/api/metrics/metrics';
import type { TracingSettings } from '#lib/platform/tracing-environment';

/** How long a collector that does not answer may hold up the end of the process. */
const END_MS_MAX = 2_000;

/** What is measured, and the end of its traces. */
export interface TracedService extends MeasuredService {
  readonly closeTraces: () => Promise<void>;
}

/** Has each request and poll that is counted traced as well; the library is loaded where traces are wanted. */
export function traced(measured: MeasuredService, settings: TracingSettings | null): TracedService {
  if (settings === null) return { ...measured, closeTraces: () => Promise.resolve() };
  const opening = import('./traces.ts').then(({ openTraces }) => openTraces(settings));
  const { requestTimes, countPolls } = measured;
  return {
    ...measured,
    requestTimes: {
      ...requestTimes,
      note: (route, status, durationMs, asked) => {
        requestTimes.note(route, status, durationMs, asked);
        if (asked) void opening.then(({ request }) => request(route, status, durationMs, asked));
      },
    },
    countPolls: (listener) =>
      countPolls((source, outcome) => {
        listener(source, outcome);
        void opening.then(({ poll }) => poll(source.id, outcome));
      }),
    closeTraces: async () => {
      const patience = new AbortController();
      const tooLong = pause(END_MS_MAX, undefined, { signal: patience.signal }).catch(() => {});
      await Promise.race([opening.then(({ close }) => close()).catch(() => {}), tooLong]);
      patience.abort();
    },
  };
}
