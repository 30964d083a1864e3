import type { SourceId } from '#lib/domain/source-id';

import { ecb } from './ecb.ts';
import type { Source } from './source.ts';

/** What the operator decided about the sources. */
export interface SourceOptions {
  /** The address that replaces a publisher's (UPSTREAM_<ID>), or undefined. */
  readonly upstream: (id: SourceId) => URL | undefined;
}

/** Every source there is, in the order of priority. */
export function createSources(options: SourceOptions): readonly Source[] {
  return [ecb(options.upstream('ecb'))];
}
