import type { PublisherFacts } from '#lib/sources/source-facts';

/** What one exchange says of itself; all else is the same for every exchange. */
export type ExchangeFacts = Pick<
  PublisherFacts,
  'name' | 'page' | 'terms' | 'attribution' | 'base' | 'expectedPairs'
>;
