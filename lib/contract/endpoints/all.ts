import type { EndpointContract } from '#lib/contract/endpoint-contract';
import type { EndpointId } from '#lib/contract/endpoint-paths';
import { compareContract } from './compare.ts';
import { convertContract } from './convert.ts';
import { currenciesContract } from './currencies.ts';
import { documentsContract } from './documents.ts';
import { historicalContract } from './historical.ts';
import { pairContract } from './pair.ts';
import { pairSourcesContract } from './pair-sources.ts';
import { ratesContract } from './rates.ts';
import { revisionsContract } from './revisions.ts';
import { seriesContract } from './series.ts';
import { statusContract } from './status.ts';
import { streamContract } from './stream.ts';

const BY_ID: Readonly<Record<EndpointId, EndpointContract>> = {
  convert: convertContract,
  rates: ratesContract,
  pair: pairContract,
  'pair-sources': pairSourcesContract,
  compare: compareContract,
  stream: streamContract,
  historical: historicalContract,
  series: seriesContract,
  revisions: revisionsContract,
  documents: documentsContract,
  currencies: currenciesContract,
  status: statusContract,
};

/** Every endpoint of /v1, in the order of the document. */
export const CONTRACTS: readonly EndpointContract[] = Object.values(BY_ID);
