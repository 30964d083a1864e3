import { queryOptions } from '@tanstack/react-query';
import { AskFailure } from './ask-failure.ts';
import { PATIENT } from './ask-interval.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { createRatesClient, type Transport } from '#lib/client/rates/rates-client';

/** As often as the bar of the page asks while something is wrong. */
const UNWELL_MS = 15_000;

/** The sources that are not well now, and how they are: what a page asks whose figures are behind. */
export function unwellSourcesQuery(transport: Transport = boundedFetch) {
  return queryOptions({
    ...PATIENT,
    queryKey: ['unwell-sources'],
    queryFn: async () => {
      const { answer } = await createRatesClient(transport).status();
      if (!answer.ok) throw new AskFailure({ kind: 'fault', requestId: answer.error.requestId });
      return answer.value.sources
        .filter(({ status }) => status !== 'operational')
        .map(({ source, status }) => ({ source, status }));
    },
    refetchInterval: UNWELL_MS,
  });
}
