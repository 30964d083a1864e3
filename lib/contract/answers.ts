import type { z } from 'zod';
import type { compareContract } from './endpoints/compare.ts';
import type { convertContract } from './endpoints/convert.ts';
import type { currenciesContract } from './endpoints/currencies.ts';
import type { documentsContract } from './endpoints/documents.ts';
import type { historicalContract } from './endpoints/historical.ts';
import type { pairContract } from './endpoints/pair.ts';
import type { pairSourcesContract } from './endpoints/pair-sources.ts';
import type { ratesContract } from './endpoints/rates.ts';
import type { revisionsContract } from './endpoints/revisions.ts';
import type { seriesContract } from './endpoints/series.ts';
import type { statusContract } from './endpoints/status.ts';
import type { streamContract } from './endpoints/stream.ts';

/**
 * What each endpoint answers with status 200, whatever it is asked to include; of a stream what an event `rate` says. In the client
 * package the same types stand in plain TypeScript, made of the schemas of the document.
 */
export interface EndpointAnswers {
  readonly convert: z.infer<typeof convertContract.answer>;
  readonly rates: z.infer<typeof ratesContract.answer>;
  readonly pair: z.infer<typeof pairContract.answer>;
  readonly 'pair-sources': z.infer<typeof pairSourcesContract.answer>;
  readonly compare: z.infer<typeof compareContract.answer>;
  readonly stream: z.infer<typeof streamContract.answer>;
  readonly historical: z.infer<typeof historicalContract.answer>;
  readonly series: z.infer<typeof seriesContract.answer>;
  readonly revisions: z.infer<typeof revisionsContract.answer>;
  readonly documents: z.infer<typeof documentsContract.answer>;
  readonly currencies: z.infer<typeof currenciesContract.answer>;
  readonly status: z.infer<typeof statusContract.answer>;
}
