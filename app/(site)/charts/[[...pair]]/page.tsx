import { connection } from 'next/server';
import { ChartPage } from '#components/history-chart/chart-page';
import { type PageQuery, pageAddress } from '#lib/client/served-address';
import { service } from '#lib/service';

/** The chart of a pair. `/charts` and odd addresses come here too and get the nearest sensible view. */
export default async function Charts({
  params,
  searchParams,
}: {
  readonly params: Promise<{ readonly pair?: readonly string[] }>;
  readonly searchParams: Promise<PageQuery>;
}) {
  await connection();
  const { inProcess, clock, sources } = await service();
  const { pair = [] } = await params;
  return (
    <ChartPage
      transport={inProcess}
      address={pageAddress(['charts', ...pair], await searchParams)}
      serviceNow={clock.service()}
      credits={Object.fromEntries(sources.map(({ id, attribution }) => [id, attribution]))}
    />
  );
}
