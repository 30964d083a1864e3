import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { signInAddress } from '#lib/client/onward-address';
import { type PageReading, type Service, service } from '#lib/service';

/**
 * What the page of an address shows whoever asks for it. Where figures are for people who are signed in, everybody else is led
 * to the sign-in, and from there back. `sources` are those that the reader may read, in priority order.
 */
export async function pageReading(address: string): Promise<PageReading & Pick<Service, 'sources'>> {
  const { readingFor, sources } = await service();
  const asked = await headers();
  // Our own listener says how the request came; what a proxy said is not passed on.
  const isEncrypted = asked.get('x-forwarded-proto') === 'https';
  const reading = await readingFor(asked.get('cookie'), isEncrypted);
  if (reading === null) redirect(signInAddress(address));
  const { allowedSources } = reading;
  return { ...reading, sources: sources.filter(({ id }) => allowedSources?.has(id) ?? true) };
}

/** What the page of an address asks for figures with. */
export async function pageTransport(address: string): Promise<PageReading['transport']> {
  return (await pageReading(address)).transport;
}
