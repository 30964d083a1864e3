import { type Environment, EnvironmentError } from '#lib/platform/environment';

import { enabledSources } from './enabled-sources.ts';
import { listSources } from './registry.ts';
import type { ListedSource } from './source-facts.ts';

/** The sources that the operator enabled, in priority order; throws {@link EnvironmentError} on a wrong name. */
export function operatorSources({
  cryptoExchange,
  sources,
  sourcePriority: priority,
}: Pick<Environment, 'cryptoExchange' | 'sources' | 'sourcePriority'>): readonly ListedSource[] {
  const enabled = enabledSources(listSources(cryptoExchange), { sources, priority });
  if (!enabled.ok) throw new EnvironmentError(enabled.error.sentence);
  return enabled.value;
}
