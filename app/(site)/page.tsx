import { connection } from 'next/server';
import { ConverterPage } from '#components/converter/converter-page';
import { type PageQuery, pageAddress } from '#lib/client/served-address';
import { service } from '#lib/service';

/** The converter on its default pair. */
export default async function Home({ searchParams }: { readonly searchParams: Promise<PageQuery> }) {
  await connection();
  const { inProcess, clock, environment } = await service();
  return (
    <ConverterPage
      transport={inProcess}
      address={pageAddress([], await searchParams)}
      serviceNow={environment.clockStartsAt ? clock.service() : null}
    />
  );
}
