import { cookies } from 'next/headers';
import { FURTHER_COOKIE } from '#lib/client/rates/further-codes';
import { readConverterAddress } from '#lib/client/address/converter-address';
import { pageService } from '#lib/page-service';
import { codeMeanings } from './code-meanings.ts';
import { pageReading } from './page-reading.ts';

/** Everything that the converter of an address stands on, for whoever asks. */
export async function converterReading(address: string) {
  const { clock, environment } = pageService();
  const { transport, sources } = await pageReading(address);
  const also = (await cookies()).get(FURTHER_COOKIE)?.value ?? null;
  return {
    transport,
    address,
    meanings: await codeMeanings(
      (book) => readConverterAddress(address, book),
      () => Promise.resolve(transport),
    ),
    sources,
    also,
    serviceNow: environment.clockStartsAt ? clock.service() : null,
  };
}
