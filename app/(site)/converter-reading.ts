import { cookies } from 'next/headers';
import { ALSO_COOKIE } from '#lib/client/also-codes';
import { service } from '#lib/service';
import { pageReading } from './page-reading.ts';

/** Everything that the converter of an address stands on, for whoever asks. */
export async function converterReading(address: string) {
  const { clock, environment } = await service();
  const { transport, sources } = await pageReading(address);
  const also = (await cookies()).get(ALSO_COOKIE)?.value ?? null;
  return {
    transport,
    address,
    sources,
    also,
    serviceNow: environment.clockStartsAt ? clock.service() : null,
  };
}
