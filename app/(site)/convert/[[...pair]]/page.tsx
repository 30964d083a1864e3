import { connection } from 'next/server';
import { ConverterPage } from '#components/converter/converter-page';
import { type PageQuery, pageAddress } from '#lib/client/served-address';
import { service } from '#lib/service';

/** The converter on the pair of its address. Incomplete and odd addresses come here too and get the nearest sensible view. */
export default async function Convert({
  params,
  searchParams,
}: {
  readonly params: Promise<{ readonly pair?: readonly string[] }>;
  readonly searchParams: Promise<PageQuery>;
}) {
  await connection();
  const { inProcess, clock, environment } = await service();
  const { pair = [] } = await params;
  return (
    <ConverterPage
      transport={inProcess}
      address={pageAddress(['convert', ...pair], await searchParams)}
      serviceNow={environment.clockStartsAt ? clock.service() : null}
    />
  );
}
