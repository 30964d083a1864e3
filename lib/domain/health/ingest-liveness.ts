import type { Health } from './source-health.ts';

/** What is seen of polling. Times are measured in ms by a clock that never goes back, so that one that is set changes nothing. */
export interface PollingSeen {
  /** How long ago the lease of whoever polls was seen renewed, or since when that is awaited. */
  readonly renewedAgoMs: number;
  /** For how long a lease holds without being renewed. */
  readonly leaseMs: number;
  /** Whether this process polls and asks nobody for now, because nothing could be stored. */
  readonly isPaused: boolean;
  /** Each enabled source that is polled. */
  readonly sources: readonly PolledSource[];
}

/** The newest check of a source. */
export interface PolledSource {
  /** How long ago its newest check came in, or since when one is awaited. */
  readonly checkedAgoMs: number;
  /** The pause until the next one; 0 while that is not known. */
  readonly intervalMs: number;
  /** Whether it brought nothing that can be used. */
  readonly isFailed: boolean;
}

/**
 * How fetching is doing, by what is done and not by who means to do it:
 *
 * 1. Nobody renewed the lease for two of its lengths, within which another process takes over from one that was killed:
 *    outage. So is a process that polls and cannot store.
 * 2. Every polled source lacks a check that was due: outage. Some do: degraded.
 * 3. The newest check of every polled source failed: outage. One that failed alone is the source's own affair; publishers
 *    that have nothing in common all failed because of this side's network or names.
 */
export function ingestHealth({ renewedAgoMs, leaseMs, isPaused, sources }: PollingSeen): Health {
  if (isPaused || renewedAgoMs > 2 * leaseMs) return 'outage';
  if (sources.length > 1 && sources.every(({ isFailed }) => isFailed)) return 'outage';
  const overdue = sources.filter(isOverdue).length;
  if (overdue === 0) return 'operational';
  return overdue === sources.length ? 'outage' : 'degraded';
}

/** A poll with all its tries takes 45 s at most, but where a host asks for patience. */
const POLL_MS = 60_000;

/** A source that failed again and again is left alone for two intervals at most; each is stretched by up to a twentieth. */
const INTERVALS_MAX = 2.1;

function isOverdue({ checkedAgoMs, intervalMs }: PolledSource): boolean {
  return checkedAgoMs > INTERVALS_MAX * intervalMs + POLL_MS;
}
