/** The path of every endpoint of /v1, by its name in the document and in that order. Nothing else writes it down. */
export const ENDPOINT_PATHS = {
  convert: '/v1/convert',
  rates: '/v1/rates',
  pair: '/v1/rates/pair',
  'pair-sources': '/v1/rates/sources',
  compare: '/v1/rates/compare',
  historical: '/v1/historical',
  series: '/v1/rates/series',
  coverage: '/v1/coverage',
  revisions: '/v1/revisions',
  currencies: '/v1/currencies',
  status: '/v1/status',
} as const;

/** The name of an endpoint in addresses and in generated clients. */
export type EndpointId = keyof typeof ENDPOINT_PATHS;
