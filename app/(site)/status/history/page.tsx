import type { Metadata } from 'next';
import { connection } from 'next/server';
import { siteMetadata } from '#app/(site)/public-address';
import { IncidentHistory } from '#components/status-board/incident-history';
import { MonthFailure } from '#components/status-board/failures';
import { incidentsAddress, readIncidentsAddress } from '#lib/client/address/incidents-address';
import { type PageQuery, pageAddress } from '#lib/client/address/served-address';
import { monthAndYear } from '#lib/format/sources/status-words';
import { pageService } from '#lib/page-service';
import { sourceInText } from '#lib/format/sources/source-names';

interface Asked {
  readonly searchParams: Promise<PageQuery>;
}

/** The month and the source in the title. */
export async function generateMetadata({ searchParams }: Asked): Promise<Metadata> {
  const { view, thisMonth } = await viewOf(await searchParams);
  const whose = view.source === null ? '' : ` of ${sourceInText(view.source)}`;
  const name = `Incidents${whose} in ${monthAndYear(view.month)}`;
  return siteMetadata({
    name,
    description: 'Every time in which a source of rates was degraded or in outage, month by month.',
    path: incidentsAddress(view, thisMonth),
  });
}

/** The incidents of a month, as its address says. */
export default async function History({ searchParams }: Asked) {
  const { view, ignored } = await viewOf(await searchParams);
  const { incidentMonth, clock, sources } = pageService();
  const month = await incidentMonth(view);
  if (month === null) return <MonthFailure />;
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title="Crossrate status" href="/status/feed.atom" />
      <IncidentHistory
        month={month}
        ignored={ignored}
        sources={sources.map(({ id }) => id)}
        now={clock.service()}
      />
    </>
  );
}

async function viewOf(query: PageQuery) {
  await connection();
  const { clock, sources } = pageService();
  const thisMonth = clock.service().toISOString().slice(0, 7);
  const address = pageAddress(['status', 'history'], query);
  const ids = sources.map(({ id }) => id);
  return { ...readIncidentsAddress(address, thisMonth, ids), thisMonth };
}
