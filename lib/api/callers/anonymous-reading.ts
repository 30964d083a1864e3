import type { AccessSettings } from '#lib/platform/access-environment';
import { EnvironmentError } from '#lib/platform/environment-error';
import { readSourceList, SOURCE_ID_LIST } from './allowed-sources.ts';
import type { AnonymousReading } from '#lib/api/api-service';

/**
 * What is shown without a sign-in, or null where nothing is: the `official` sources unless the operator named others. Throws
 * {@link EnvironmentError} when the list names a source that there is not.
 */
export function anonymousReading(
  { hasAnonymousPages, anonymousSources }: Pick<AccessSettings, 'hasAnonymousPages' | 'anonymousSources'>,
  official: ReadonlySet<string>,
): AnonymousReading | null {
  const allowedSources = allowedOf(anonymousSources, official);
  return hasAnonymousPages ? { allowedSources } : null;
}

function allowedOf(named: string | undefined, official: ReadonlySet<string>): ReadonlySet<string> | null {
  if (named === undefined) return official;
  if (named === 'all') return null;
  const read = readSourceList(named);
  if (read.ok) return read.value;
  throw new EnvironmentError(
    `ANONYMOUS_SOURCES names "${read.error}"; it must be all or a comma-separated list of ${SOURCE_ID_LIST}.`,
  );
}
