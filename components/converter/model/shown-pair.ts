import type { ConverterView } from '#lib/client/address/converter-address';

/** What a conversion is of, whatever the amount. */
export type ShownPair = Pick<ConverterView, 'from' | 'to' | 'source' | 'date'>;
