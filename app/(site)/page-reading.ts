import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { PageClock } from '#components/ui/figures/ticking-time';
import { readConverterAddress } from '#lib/client/address/converter-address';
import { signInAddress } from '#lib/client/address/onward-address';
import { BANKS_COOKIE } from '#lib/client/rates/bank-lines';
import { CADENCE_COOKIE } from '#lib/client/rates/cadence';
import { FURTHER_COOKIE } from '#lib/client/rates/code-lists';
import { type PageReading, type PageService, pageService, type Reader } from '#lib/page-service';
import { codeMeanings } from './code-meanings.ts';

/**
 * What the page of an address shows whoever asks for it. Where figures are for people who are signed in, everybody else is led
 * to the sign-in, and from there back. `sources` are those that the reader may read, in priority order.
 */
export async function pageReading(address: string): Promise<PageReading & Pick<PageService, 'sources'>> {
  const { readingFor, sources } = pageService();
  const reading = readingFor(await readerOfPage());
  if (reading === null) redirect(signInAddress(address));
  const { allowedSources } = reading;
  return { ...reading, sources: sources.filter(({ id }) => allowedSources?.has(id) ?? true) };
}

/** Who reads the page: the answering process says it, whatever the request brought. */
export async function readerOfPage(): Promise<Reader> {
  const told = (await headers()).get('x-reader');
  return told === 'member' || told === 'anonymous' ? told : 'nobody';
}

/** The clock that ages on a page are measured by. */
export function pageClock(): PageClock {
  const { clock, environment } = pageService();
  const servedAtMs = clock.real().getTime();
  return {
    servedAtMs,
    offsetMs: environment.clockStartsAt ? clock.service().getTime() - servedAtMs : 0,
  };
}

/** Everything that the converter of an address stands on, for whoever asks. */
export async function converterReading(address: string) {
  const { transport, sources } = await pageReading(address);
  const kept = await cookies();
  return {
    transport,
    address,
    meanings: await codeMeanings((book) => readConverterAddress(address, book), transport),
    sources,
    also: kept.get(FURTHER_COOKIE)?.value ?? null,
    banks: kept.get(BANKS_COOKIE)?.value ?? null,
    cadence: kept.get(CADENCE_COOKIE)?.value ?? null,
    clock: pageClock(),
  };
}
