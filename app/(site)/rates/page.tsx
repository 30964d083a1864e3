import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { connection } from 'next/server';
import { RatesPage } from '#components/rates-table/rates-page';
import { PINS_COOKIE } from '#lib/client/rates-pins';
import { type PageQuery, pageAddress } from '#lib/client/served-address';
import { service } from '#lib/service';

export const metadata: Metadata = {
  description: 'Every currency on one base with its change, its age and the source that published it.',
};

/** The table of rates that its address describes. */
export default async function Rates({ searchParams }: { readonly searchParams: Promise<PageQuery> }) {
  await connection();
  const { inProcess, clock, environment, snapshot, anonymous } = await service();
  const readable = anonymous?.allowedSources ?? null;
  const sources = snapshot().sources.map(({ id }) => id);
  const pins = (await cookies()).get(PINS_COOKIE);
  return (
    <RatesPage
      transport={inProcess}
      address={pageAddress(['rates'], await searchParams)}
      sources={sources.filter((id) => readable === null || readable.has(id))}
      pins={pins?.value ?? null}
      serviceNow={environment.clockStartsAt ? clock.service() : null}
    />
  );
}
