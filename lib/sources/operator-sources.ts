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
  const listed = listSources(cryptoExchange);
  const onByDefault = listed.filter(({ isOnByDefault }) => isOnByDefault).map(({ id }) => id);
  const enabled = enabledSources(listed, { sources: sources ?? onByDefault.join(','), priority });
  if (!enabled.ok) throw new EnvironmentError(enabled.error.sentence);
  return enabled.value;
}

/** The sources that pages show to anybody unless the operator says otherwise. */
export function officialSources({
  cryptoExchange,
}: Pick<Environment, 'cryptoExchange'>): ReadonlySet<string> {
  const official = listSources(cryptoExchange).filter(({ isOfficial }) => isOfficial);
  return new Set(official.map(({ id }) => id));
}
