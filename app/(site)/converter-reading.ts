import { cookies } from 'next/headers';
import { BANKS_COOKIE } from '#lib/client/rates/bank-lines';
import { FURTHER_COOKIE } from '#lib/client/rates/code-lists';
import { readConverterAddress } from '#lib/client/address/converter-address';
import { pageService } from '#lib/page-service';
import { codeMeanings } from './code-meanings.ts';
import { pageReading } from './page-reading.ts';

/** Everything that the converter of an address stands on, for whoever asks. */
export async function converterReading(address: string) {
  const { clock, environment } = pageService();
  const { transport, sources } = await pageReading(address);
  const kept = await cookies();
  return {
    transport,
    address,
    meanings: await codeMeanings(
      (book) => readConverterAddress(address, book),
      () => Promise.resolve(transport),
    ),
    sources,
    also: kept.get(FURTHER_COOKIE)?.value ?? null,
    banks: kept.get(BANKS_COOKIE)?.value ?? null,
    serviceNow: environment.clockStartsAt ? clock.service() : null,
  };
}
