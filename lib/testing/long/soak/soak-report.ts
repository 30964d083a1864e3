import { compareFiles, compareMemory, heapGrowth } from './process-sizes.ts';
import type { SoakFindings } from './soak-run.ts';

/** What a soak came to. */
export interface SoakReport {
  /** Why it failed; empty when it passed. */
  readonly failures: readonly string[];
  /** For people. */
  readonly lines: readonly string[];
  /** For programs. */
  readonly record: Readonly<Record<string, unknown>>;
}

const HEAP_GROWTH_MAX = 5;

/** A service grows until its caches are full. */
const FLAT_MINUTES_MIN = 10;
const TOO_SHORT = `memory and open files were not judged: that takes ${FLAT_MINUTES_MIN} minutes`;

const SHOWN = 20;

/** Sums a soak up and judges it. */
export function reportSoak(findings: SoakFindings): SoakReport {
  const { options, outcomes, judge, service, keys, crowd, sizes, load, seconds } = findings;
  const samples = sizes.samples();
  const [memory, files, heap] = [compareMemory(samples), compareFiles(samples), heapGrowth(samples)];
  const isShort = options.minutes < FLAT_MINUTES_MIN;
  const leftOut = isShort ? [...findings.leftOut, TOO_SHORT] : findings.leftOut;
  const failures = [
    ...judge.wrong().map(({ path, what }) => `wrong: ${path}: ${what}`),
    ...service.lost().map((row) => `lost: ${row}`),
    ...outcomes.offences(),
    ...keys.offences(),
    ...service.ownEnds(),
    ...(judge.compared() === 0 ? ['nothing was compared'] : []),
    ...(memory.isFlat || isShort
      ? []
      : [`memory grew from ${round(memory.first)} to ${round(memory.last)} MB`]),
    ...(files.isFlat || isShort ? [] : [`open files grew from ${files.first} to ${files.last}`]),
    ...(options.isCalm && heap && heap.perHour - heap.within > HEAP_GROWTH_MAX
      ? [`the heap grew by ${round(heap.perHour)} MB an hour`]
      : []),
  ];
  const record = {
    startedAt: findings.startedAt,
    minutes: options.minutes,
    isCalm: options.isCalm,
    seconds: round(seconds),
    requestsPerSecond: round(load.sent() / seconds),
    sent: load.sent(),
    withheld: load.withheld(),
    groups: outcomes.counts(),
    slowConnections: crowd?.slow.made() ?? 0,
    hungUp: crowd?.pages.hungUp() ?? 0,
    answersCompared: judge.answers(),
    figuresCompared: judge.compared(),
    wrongFigures: judge.wrong().length,
    lostRows: service.lost().length,
    kills: service.kills(),
    fullDisks: findings.trouble.fullDisks,
    clockJumps: findings.trouble.clockJumps,
    keys: { made: keys.made(), revoked: keys.revoked(), declined: keys.declined() },
    memoryMb: memory,
    files,
    heapMbPerHour: heap,
    leftOut,
    disturbances: outcomes.disturbances(),
    failures,
    passed: failures.length === 0,
  };
  return { failures, record, lines: linesOf({ ...findings, leftOut }, record, failures) };
}

function linesOf(
  { outcomes, leftOut }: SoakFindings,
  record: Readonly<Record<string, unknown>>,
  failures: readonly string[],
): readonly string[] {
  const shown =
    'requestsPerSecond sent withheld slowConnections hungUp answersCompared figuresCompared wrongFigures lostRows';
  const more = 'kills fullDisks clockJumps keys memoryMb files heapMbPerHour';
  return [
    ...Object.entries(outcomes.counts()).map(
      ([name, { answers, byStatus, cutByKills, failures: failed, secondTries, slowestMs }]) =>
        `${name}: ${answers} answers ${JSON.stringify(byStatus)}, ${cutByKills} cut by kills, other failures ${JSON.stringify(failed)}, ${secondTries} sent again, slowest ${slowestMs} ms`,
    ),
    ...[...shown.split(' '), ...more.split(' ')].map((name) => `${name}: ${JSON.stringify(record[name])}`),
    ...leftOut.map((sentence) => `left out: ${sentence}`),
    ...failures.slice(0, SHOWN).map((failure) => `FAILED ${failure}`),
    ...(failures.length > SHOWN ? [`and ${failures.length - SHOWN} more failures`] : []),
    failures.length === 0 ? 'the soak passed' : 'the soak failed',
  ];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
