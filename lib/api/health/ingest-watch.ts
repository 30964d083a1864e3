import { ingestHealth } from '#lib/domain/health/ingest-liveness';
import type { Health } from '#lib/domain/health/source-health';
import type { Clock } from '#lib/platform/clock';
import type { Lease } from '#lib/store/engine/leases';

import type { ReportedCheck } from './status-report.ts';

/** Judges how fetching is doing from what is seen of it at each look. */
export interface IngestWatch {
  readonly leaseName: string;
  /** The state of now, given the lease as it was just read; null where nobody has it, or it could not be read. */
  readonly healthNow: (lease: Lease | null) => Health;
}

/** What a watch stands on. */
export interface IngestWatchSetup {
  readonly leaseName: string;
  /** For how long a lease holds without being renewed. */
  readonly leaseMs: number;
  /** The enabled sources that are polled. */
  readonly sources: readonly string[];
  /** The newest check of each source, by any process. */
  readonly checks: ReadonlyMap<string, Pick<ReportedCheck, 'checkedAt' | 'intervalMs' | 'state'>>;
  /** Whether this process polls and asks nobody for now. */
  readonly isPaused: () => boolean;
  readonly clock: Pick<Clock, 'realMs'>;
  /** A clock in ms that never goes back. */
  readonly monotonicMs: () => number;
}

/** Something that changes, and when it was last seen to. */
interface Sighting {
  readonly mark: string;
  readonly atMs: number;
}

/**
 * Sees leases and checks come in, whoever makes them; what was there at the first look counts as new then. By the first look
 * alone a lease is known to be held when its holder means to keep it for no longer than one lasts; a clock that is wrong makes
 * that known later, with the next renewal. What was never seen renewed is awaited from the start of the watch: nobody can be
 * missing before there was time to begin.
 */
export function watchIngest(setup: IngestWatchSetup): IngestWatch {
  const { leaseMs, checks, monotonicMs } = setup;
  const startedMs = monotonicMs();
  const checked = new Map<string, Sighting>();
  let renewed: Sighting = { mark: '', atMs: startedMs };
  const seeLease = ({ holder, expiresAtMs }: Lease) => {
    const mark = `${holder} ${expiresAtMs}`;
    if (mark === renewed.mark) return;
    const leftMs = expiresAtMs - setup.clock.realMs();
    const isHeld = renewed.mark !== '' || (leftMs > 0 && leftMs <= leaseMs);
    renewed = { mark, atMs: isHeld ? monotonicMs() : startedMs };
  };
  const checkedAgoMs = (source: string) => {
    const mark = String(checks.get(source)?.checkedAt.getTime());
    const known = checked.get(source) ?? { mark: '', atMs: startedMs };
    const seen = known.mark === mark ? known : { mark, atMs: monotonicMs() };
    checked.set(source, seen);
    return monotonicMs() - seen.atMs;
  };
  return {
    leaseName: setup.leaseName,
    healthNow: (lease) => {
      if (lease) seeLease(lease);
      return ingestHealth({
        renewedAgoMs: monotonicMs() - renewed.atMs,
        leaseMs,
        isPaused: setup.isPaused(),
        sources: setup.sources.map((source) => ({
          checkedAgoMs: checkedAgoMs(source),
          intervalMs: checks.get(source)?.intervalMs ?? 0,
          isFailed: checks.get(source)?.state.run?.kind === 'hard',
        })),
      });
    },
  };
}
