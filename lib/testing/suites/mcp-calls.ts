/** A call of a tool, and the request of /v1 that it stands for. */
export interface McpCall {
  readonly tool: string;
  readonly given: Readonly<Record<string, string | number>>;
  readonly request: string;
}

const PAIR = { from: 'EUR', to: 'XOF' } as const;

/** A call of each tool that a service answers with legal rates alone. */
export const MCP_CALLS: readonly McpCall[] = [
  {
    tool: 'convert',
    given: { ...PAIR, amount: 100 },
    request: '/v1/convert?from=EUR&to=XOF&amount=100&include=provenance',
  },
  { tool: 'rate', given: PAIR, request: '/v1/rates/pair?from=EUR&to=XOF&include=provenance' },
  {
    tool: 'rate_of_a_day',
    given: { ...PAIR, date: '2020-02-29' },
    request: '/v1/rates/pair?from=EUR&to=XOF&date=2020-02-29&include=provenance',
  },
  {
    tool: 'history',
    given: { ...PAIR, startDate: '2020-02-01', endDate: '2020-02-29' },
    request:
      '/v1/historical?limit=100&from=EUR&to=XOF&startDate=2020-02-01&endDate=2020-02-29&include=provenance',
  },
  { tool: 'compare', given: PAIR, request: '/v1/rates/compare?from=EUR&to=XOF' },
  { tool: 'sources', given: PAIR, request: '/v1/rates/sources?from=EUR&to=XOF' },
  { tool: 'status', given: {}, request: '/v1/status' },
];
