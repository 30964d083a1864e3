import type { TickSource } from '#lib/sources/source';
import type { ExchangeName } from '#lib/sources/source-facts';

import { cryptoExchange } from './crypto-exchange.ts';

/** The market of the exchange that the operator chose. */
export function createSource(
  upstream: URL | undefined,
  { exchange }: { readonly exchange: ExchangeName },
): TickSource {
  return cryptoExchange(exchange, upstream);
}
