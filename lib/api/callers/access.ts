import { performance } from 'node:perf_hooks';
import { createBrowserKeys } from '#lib/account/keys/browser-key';
import { createKeyTable, type KeyTable } from '#lib/account/keys/key-table';
import { createKeyUsage, type KeyUsage } from '#lib/account/keys/key-usage';
import type { AccessSettings } from '#lib/platform/access-environment';
import type { Environment } from '#lib/platform/environment';
import { createSnapshotViews } from './allowed-sources.ts';
import { anonymousReading } from './anonymous-reading.ts';
import type { ApiService } from '#lib/api/api-service';
import { createRateLimits } from '#lib/api/limits/rate-limit';

/** Everything that decides who is answered, what from, and how often. */
export interface Access extends Pick<ApiService, 'browserKeys' | 'anonymous' | 'limits' | 'views'> {
  readonly keys: KeyTable;
  readonly usage: KeyUsage;
}

/** Builds the access of a process; throws an EnvironmentError when a list names a source that there is not. */
export function createAccess(
  settings: AccessSettings & Pick<Environment, 'webProcesses'>,
  officialSources: ReadonlySet<string>,
  browserKeySecret: Buffer,
): Access {
  const monotonicMs = () => performance.now();
  return {
    keys: createKeyTable({ maxAgeMs: settings.keyTableMaxAgeMs, monotonicMs }),
    usage: createKeyUsage(),
    browserKeys: createBrowserKeys(browserKeySecret),
    limits: createRateLimits({
      perMinute: settings.rateLimitPerMinute,
      processes: settings.webProcesses,
      monotonicMs,
    }),
    anonymous: anonymousReading(settings, officialSources),
    views: createSnapshotViews(),
  };
}
