import type { Part } from './profile-parts.ts';

/** What one kind of request cost. */
export interface Costs {
  readonly title: string;
  /** Every thread of Node's, from samples of the profiled server. */
  readonly threads: readonly { readonly isMain: boolean; readonly parts: readonly Part[] }[];
  /** What the system counted while it was profiled, and what without. */
  readonly profiled: Counted;
  readonly plain: Counted;
}

/** Processor time a request in microseconds. */
export interface Counted {
  readonly requests: number;
  readonly allMicros: number;
  readonly mainMicros: number;
}

/** Parts that cost less are added up as the rest. */
const LEAST_PART = 0.004;

/** A page in Markdown: the parts of each request in microseconds, and how their sum compares with what the system counted. */
export function profilePage(all: readonly Costs[]): string {
  return `# What a request costs, by part

Processor time of the server in microseconds a request. Each sample of a profile of all its threads belongs to the part in whose
file the running function lies; what a thread waits belongs to none. Parts therefore add up to the whole, which the system counted
beside them. Repeat with \`node bench/profile.ts\`.

${all.map(section).join('\n')}`;
}

function section({ title, threads, profiled, plain }: Costs): string {
  const busy = threads.filter(({ parts }) => sumOf(parts) > 0);
  const sampled = busy.reduce((sum, { parts }) => sum + sumOf(parts), 0);
  const main = busy.filter(({ isMain }) => isMain).reduce((sum, { parts }) => sum + sumOf(parts), 0);
  const rows = busy
    .toSorted((one, other) => Number(other.isMain) - Number(one.isMain))
    .flatMap(({ isMain, parts }) => rowsOf(isMain ? 'main' : 'beside it', parts, sampled));
  return `## ${title}

| thread | part | µs | share | where most |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
| | **sum of the parts** | **${micros(sampled)}** | | |
| | counted by the system, all threads | ${micros(profiled.allMicros)} | ${percent(sampled / profiled.allMicros)} sampled | garbage collection and compilation have threads of their own, without samples |
| | counted by the system, main thread | ${micros(profiled.mainMicros)} | ${percent(main / profiled.mainMicros)} sampled | |
| | without a profile, all threads | ${micros(plain.allMicros)} | | of it the main thread ${micros(plain.mainMicros)} |

${profiled.requests} requests were profiled, ${plain.requests} counted without.
`;
}

function rowsOf(thread: string, parts: readonly Part[], sampled: number): readonly string[] {
  const shown = parts.filter((part) => part.micros >= sampled * LEAST_PART);
  const rest = sumOf(parts) - sumOf(shown);
  const rows = shown.map(({ name, micros: cost, places }) => {
    const most = places.map((place) => `${place.name} ${micros(place.micros)}`).join('; ');
    return `| ${thread} | ${name} | ${micros(cost)} | ${percent(cost / sampled)} | ${most} |`;
  });
  return rest > 0
    ? [...rows, `| ${thread} | the rest | ${micros(rest)} | ${percent(rest / sampled)} | |`]
    : rows;
}

function sumOf(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + part.micros, 0);
}

function micros(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}
