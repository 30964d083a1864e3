import type { Metadata } from 'next';
import { cookies, headers } from 'next/headers';
import { connection } from 'next/server';
import { DocsPage, type ServedDocs } from '#components/docs/docs-page';
import { type PageQuery, pageAddress } from '#lib/client/served-address';
import { type Service, service } from '#lib/service';

export const metadata: Metadata = {
  title: 'Docs · Crossrate',
  description: 'Every endpoint of /v1 with a box to try it, its errors, limits, sources and their terms.',
};

/** The cookie of a session, with or without the prefix that it has over TLS. Whether it is good, only the account knows. */
const SESSION_COOKIE = /^(?:__Host-)?crossrate_session$/;

/** The documentation for developers, with boxes that begin as the address says. */
export default async function Docs({ searchParams }: { readonly searchParams: Promise<PageQuery> }) {
  await connection();
  const { environment, sources } = await service();
  return (
    <DocsPage
      origin={environment.publicUrl?.origin ?? (await askedOrigin())}
      address={pageAddress(['docs'], await searchParams)}
      sources={sources.map(servedSource)}
      perMinute={environment.rateLimitPerMinute}
      maySignedIn={(await cookies()).getAll().some(({ name }) => SESSION_COOKIE.test(name))}
    />
  );
}

/** Where the page was asked for; our own server writes both headers, whatever the request brought. */
async function askedOrigin(): Promise<string> {
  const asked = await headers();
  const host = asked.get('x-forwarded-host') ?? asked.get('host') ?? 'localhost';
  return `${asked.get('x-forwarded-proto') ?? 'http'}://${host}`;
}

type AnySource = Service['sources'][number];
type ServedSource = ServedDocs['sources'][number];

function servedSource(source: AnySource): ServedSource {
  const { id, name, terms, attribution } = source;
  return {
    id,
    name,
    terms,
    attribution,
    page: 'page' in source ? source.page : null,
    timing: timingOf(source),
  };
}

function timingOf(source: AnySource): ServedSource['timing'] {
  if (!('cadence' in source)) return { kind: 'law' };
  if (source.cadence === 'tick') return { kind: 'tick', ...source.polling, ...source.ages };
  const { polling, schedule } = source;
  return { kind: 'fixing', ...polling, graceMs: schedule.graceMs, hardLimitMs: schedule.hardLimitMs };
}
