import type { SourceId } from '#lib/domain/source-id';

import { ecb } from './ecb.ts';
import { fixed, type LegalRateSource } from './fixed.ts';
import type { Source } from './source.ts';

/** What the operator decided about the sources. */
export interface SourceOptions {
  /** The address that replaces a publisher's (UPSTREAM_<ID>), or undefined. */
  readonly upstream: (id: SourceId) => URL | undefined;
}

/** A source of either kind: one that publishes, or the table of legal rates. */
export type AnySource = Source | LegalRateSource;

/** Every source there is, in the order of priority. */
export function createSources(options: SourceOptions): readonly AnySource[] {
  return [ecb(options.upstream('ecb')), fixed()];
}

/** Whether a source publishes, and so has an upstream, documents and history in the store. */
export function isPublishing(source: AnySource): source is Source {
  return source.id !== 'fixed';
}
