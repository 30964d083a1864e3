import { ask } from '#lib/testing/long/paced-load';
import { pageProcessOf, sizeOf, togetherMb } from '#lib/testing/long/server-process';
import { HOUR_MS, MINUTE_MS } from '#lib/domain/durations';

/** The processes of a service at one moment. */
export interface SizeSample {
  readonly atMs: number;
  /** Both processes together, in MB (10^6 bytes). */
  readonly residentMb: number;
  readonly files: number;
  /** The answering process's own heap in use, in MB; null where it did not tell. */
  readonly heapMb: number | null;
}

/** Medians of the first and the last quarter of a run. */
export interface QuarterComparison {
  readonly first: number;
  readonly last: number;
  readonly isFlat: boolean;
}

/** Takes a sample every so often. */
export interface SizeSampler {
  readonly samples: () => readonly SizeSample[];
  readonly stop: () => void;
}

const MEMORY_GROWTH_PART = 0.15;
const MEMORY_GROWTH_MB = 20;
const FILES_GROWTH_PART = 0.2;
const FILES_GROWTH = 20;

/** Of the normal distribution, for an interval of 95 %. */
const DEVIATIONS = 1.96;

/** Looks at a service's processes until it is stopped; `pid` is of the answering one at that moment. */
export function sampleSizes(
  { pid, port }: { readonly pid: () => number; readonly port: () => number },
  everyMs: number,
): SizeSampler {
  const samples: SizeSample[] = [];
  const look = async () => {
    const server = sizeOf(pid());
    if (server === null) return;
    const pagesPid = pageProcessOf(pid());
    const pages = pagesPid === null ? null : sizeOf(pagesPid);
    samples.push({
      atMs: Date.now(),
      residentMb: togetherMb(server, pages),
      files: server.files + (pages?.files ?? 0),
      heapMb: await heapMbOf(port),
    });
  };
  const timer = setInterval(() => void look(), everyMs);
  return { samples: () => samples, stop: () => clearInterval(timer) };
}

/** Whether memory stayed where it was, by the medians of the first and the last quarter. */
export function compareMemory(samples: readonly SizeSample[]): QuarterComparison {
  return compareQuarters(
    samples.map(({ residentMb }) => residentMb),
    MEMORY_GROWTH_PART,
    MEMORY_GROWTH_MB,
  );
}

/** The same for open files. */
export function compareFiles(samples: readonly SizeSample[]): QuarterComparison {
  return compareQuarters(
    samples.map(({ files }) => files),
    FILES_GROWTH_PART,
    FILES_GROWTH,
  );
}

function compareQuarters(values: readonly number[], part: number, most: number): QuarterComparison {
  const quarter = Math.max(1, Math.floor(values.length / 4));
  const [first, last] = [medianOf(values.slice(0, quarter)), medianOf(values.slice(-quarter))];
  return { first, last, isFlat: last <= first * (1 + part) + most };
}

/**
 * How fast the heap grows in MB an hour, with the half width of its 95 % interval: a line through the least of each minute,
 * which is what was left after a collection. Null with fewer than five minutes.
 */
export function heapGrowth(
  samples: readonly SizeSample[],
): { readonly perHour: number; readonly within: number } | null {
  const byMinute = Map.groupBy(samples, ({ atMs }) => Math.floor(atMs / MINUTE_MS));
  const points = [...byMinute].flatMap(([minute, group]) => {
    const heaps = group.flatMap(({ heapMb }) => (heapMb === null ? [] : [heapMb]));
    return heaps.length === 0 ? [] : [{ x: (minute * MINUTE_MS) / HOUR_MS, y: Math.min(...heaps) }];
  });
  if (points.length < 5) return null;
  const meanX = meanOf(points.map(({ x }) => x));
  const meanY = meanOf(points.map(({ y }) => y));
  const spreadX = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const perHour = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spreadX;
  const leftOver = points.reduce((sum, { x, y }) => sum + (y - meanY - perHour * (x - meanX)) ** 2, 0);
  return { perHour, within: DEVIATIONS * Math.sqrt(leftOver / (points.length - 2) / spreadX) };
}

async function heapMbOf(port: () => number): Promise<number | null> {
  const { status, body } = await ask({ port, next: () => ({ path: '/metrics' }) });
  const [, bytes] = /^nodejs_heap_size_used_bytes(?:\{[^}]*\})? (\S+)$/m.exec(body) ?? [];
  return status === 200 && bytes !== undefined ? Number(bytes) / 1e6 : null;
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
