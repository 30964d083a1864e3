import type { AccessSettings } from '#lib/platform/access-environment';
import { EnvironmentError } from '#lib/platform/environment-error';
import { readSourceList, SOURCE_ID_LIST } from './allowed-sources.ts';
import type { AnonymousReading } from './api-service.ts';

/**
 * What is shown without a sign-in, or null where nothing is; throws {@link EnvironmentError} when the list names a source that
 * there is not.
 */
export function anonymousReading({
  hasAnonymousPages,
  anonymousSources,
}: Pick<AccessSettings, 'hasAnonymousPages' | 'anonymousSources'>): AnonymousReading | null {
  if (anonymousSources === null) return hasAnonymousPages ? { allowedSources: null } : null;
  const read = readSourceList(anonymousSources);
  if (!read.ok) {
    throw new EnvironmentError(
      `ANONYMOUS_SOURCES names "${read.error}"; it must be all or a comma list of ${SOURCE_ID_LIST}.`,
    );
  }
  return hasAnonymousPages ? { allowedSources: read.value } : null;
}
