import type { Registry } from 'prom-client';

import { isoDayOf } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { Clock } from '#lib/platform/clock';
import type { Store } from '#lib/store/store';

import type { AnswerCache } from '#lib/api/answers/answer-cache';
import type { RateStreams } from '#lib/api/streams/rate-streams';
import { healthAt, type ReportedCheck, notAfter } from '#lib/api/health/status-report';
import type { ApiService } from '#lib/api/api-service';
import type { RateLimits } from '#lib/api/limits/rate-limit';
import { addPollCounts, createPollCounts, type PollCounts } from './poll-counts.ts';
import { addRequestTimes } from './request-histogram.ts';
import { createRequestTimes, type RequestTimes } from './request-times.ts';

/** What the metrics are read from. */
export interface MetricsParts {
  readonly snapshot: () => RateSnapshot;
  readonly checks: ReadonlyMap<string, ReportedCheck>;
  readonly answers: Pick<AnswerCache, 'counts'>;
  readonly streams: Pick<RateStreams, 'count'>;
  readonly store: Pick<Store, 'readRefusals' | 'readHolds' | 'connections'>;
  readonly limits: Pick<RateLimits, 'refused'>;
  readonly status: ApiService['status'];
  readonly clock: Clock;
}

/** Metrics in Prometheus' text format. */
export interface Metrics {
  readonly contentType: string;
  readonly text: string;
}

/** Refusals that are counted: those of so many days. */
const REFUSAL_DAYS = 30;

const HEALTH_LEVELS = { operational: 0, degraded: 1, outage: 2 } as const;

const MS = 1000;

/** Reads the metrics of a process. */
export interface MetricsReader {
  readonly read: () => Promise<Metrics>;
}

/** The reader of the metrics, and where the service counts what they tell. */
export interface MeasuredService {
  readonly metrics: MetricsReader;
  readonly requestTimes: RequestTimes;
  readonly countPolls: PollCounts['counting'];
}

/** Makes the reader of the metrics; the library that writes the format is loaded at the first scrape, not at the start. */
export function createMetrics(parts: MetricsParts): MeasuredService {
  const requestTimes = createRequestTimes();
  const polls = createPollCounts();
  let making: Promise<Registry> | null = null;
  const open = () => {
    making ??= import('prom-client').then((library) => {
      const registry = registryOf(library, parts);
      addRequestTimes(library, registry, requestTimes);
      addPollCounts(library, registry, polls);
      return registry;
    });
    return making;
  };
  const read = async () => {
    const registry = await open();
    return { contentType: registry.contentType, text: await registry.metrics() };
  };
  return { metrics: { read }, requestTimes, countPolls: polls.counting };
}

type Library = typeof import('prom-client');

function registryOf(library: Library, parts: MetricsParts): Registry {
  const registry = new library.Registry();
  library.collectDefaultMetrics({ register: registry });
  addSourceGauges(library, registry, parts);
  addServiceGauges(library, registry, parts);
  addValidationGauges(library, registry, parts);
  addAnswerCounts(library, registry, parts);
  return registry;
}

function addAnswerCounts(
  { Counter, Gauge }: Library,
  registry: Registry,
  { answers, streams }: MetricsParts,
): void {
  new Counter({
    name: 'crossrate_answers_total',
    help: 'Answers of /v1 since the start: found among those that were made before, or made.',
    labelNames: ['how'],
    registers: [registry],
    collect() {
      const { found, made } = answers.counts();
      this.reset();
      this.inc({ how: 'found' }, found);
      this.inc({ how: 'made' }, made);
    },
  });
  new Gauge({
    name: 'crossrate_answers_kept_bytes',
    help: 'Memory that the kept answers take, about.',
    registers: [registry],
    collect() {
      this.set(answers.counts().bytes);
    },
  });
  new Gauge({
    name: 'crossrate_streams_open',
    help: 'Streams of rates that are open.',
    registers: [registry],
    collect() {
      this.set(streams.count());
    },
  });
}

function addServiceGauges(
  { Counter, Gauge }: Library,
  registry: Registry,
  { snapshot, status, store, limits }: MetricsParts,
): void {
  new Gauge({
    name: 'crossrate_service_state',
    help: 'How a part of the service is doing: 0 operational, 1 degraded, 2 outage.',
    labelNames: ['service'],
    registers: [registry],
    collect() {
      for (const part of status().services) this.set({ service: part.service }, HEALTH_LEVELS[part.status]);
    },
  });
  new Gauge({
    name: 'crossrate_snapshot_revision',
    help: 'The number of the commit whose figures this process serves.',
    registers: [registry],
    collect() {
      this.set(snapshot().revision);
    },
  });
  new Gauge({
    name: 'crossrate_database_connections',
    help: 'Connections to PostgreSQL by what they are for: busy, idle, and statements that wait for one. None with SQLite.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const { pool, ...states } of store.connections())
        for (const [state, count] of Object.entries(states)) this.set({ pool, state }, count);
    },
  });
  new Counter({
    name: 'crossrate_rate_limited_total',
    help: 'Requests that a limit refused since the start, by the limit.',
    labelNames: ['limit'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [limit, count] of limits.refused()) this.inc({ limit }, count);
    },
  });
}

type SetGauge = (source: string, value: number) => void;

function addSourceGauges(
  { Gauge }: Library,
  registry: Registry,
  { snapshot, checks, clock }: MetricsParts,
): void {
  const add = (name: string, help: string, read: (set: SetGauge) => void) =>
    new Gauge({
      name: `crossrate_source_${name}`,
      help,
      labelNames: ['source'],
      registers: [registry],
      collect() {
        this.reset();
        read((source, value) => this.set({ source }, value));
      },
    });
  add('state', 'How a source is doing: 0 operational, 1 degraded, 2 outage.', (set) => {
    for (const source of snapshot().sources) {
      set(source.id, HEALTH_LEVELS[healthAt(source, checks.get(source.id) ?? null, clock.service())]);
    }
  });
  add('latency_seconds', 'Latency of the newest check of a source.', (set) => {
    for (const [source, { latencyMs }] of checks) set(source, latencyMs / MS);
  });
  add('checked_timestamp_seconds', 'When a source was last checked.', (set) => {
    const now = clock.service();
    for (const [source, { checkedAt }] of checks) set(source, notAfter(checkedAt, now).getTime() / MS);
  });
  add('age_seconds', 'How long ago the newest figure of a source was observed.', (set) => {
    const nowMs = clock.serviceMs();
    for (const { id, publications } of snapshot().sources) {
      const [newest] = publications;
      if (newest) set(id, Math.max(0, nowMs - newest.observedAt.getTime()) / MS);
    }
  });
  add('observed_timestamp_seconds', 'The time of the newest figure of a source.', (set) => {
    for (const { id, publications } of snapshot().sources) {
      const [newest] = publications;
      if (newest) set(id, newest.observedAt.getTime() / MS);
    }
  });
}

function addValidationGauges({ Gauge }: Library, registry: Registry, { store, clock }: MetricsParts): void {
  const facts = { labelNames: ['source', 'rule'], registers: [registry] };
  new Gauge({
    ...facts,
    name: 'crossrate_door_refused_figures',
    help: `Figures that validation refused in the last ${REFUSAL_DAYS} days, by rule.`,
    async collect() {
      this.reset();
      const fromDay = isoDayOf(new Date(clock.service().getTime() - REFUSAL_DAYS * DAY_MS));
      for (const { source, rule, n } of await store.readRefusals({ fromDay })) this.inc({ source, rule }, n);
    },
  });
  new Gauge({
    ...facts,
    name: 'crossrate_door_held',
    help: 'What validation holds now, by rule: figures, or whole documents.',
    labelNames: ['source', 'of', 'rule'],
    async collect() {
      this.reset();
      for (const { source, of, rule, count } of await store.readHolds())
        this.set({ source, of, rule }, count);
    },
  });
}
