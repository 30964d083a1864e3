import { queryOptions } from '@tanstack/react-query';
import { PATIENT } from './ask-interval.ts';
import { statusNow } from './status-queries.ts';
import type { Transport } from '#lib/client/rates/rates-client';

/** As often as the bar of the page asks while something is wrong. */
const UNWELL_MS = 15_000;

/** The sources that are not well now, and how they are: what a page asks whose figures are behind. */
export function unwellSourcesQuery(transport?: Transport) {
  return queryOptions({
    ...PATIENT,
    queryKey: ['unwell-sources'],
    queryFn: async () =>
      (await statusNow(transport)).sources
        .filter(({ status }) => status !== 'operational')
        .map(({ source, status }) => ({ source, status })),
    refetchInterval: UNWELL_MS,
  });
}
