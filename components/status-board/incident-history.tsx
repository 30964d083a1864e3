import { ButtonLink } from '#components/ui/buttons/button';
import { IgnoredNotice } from '#components/ui/notices/notice-ignored';
import { PageHead } from '#components/ui/page-head';
import { Card } from '#components/ui/card';
import type { IgnoredPart } from '#lib/client/address/address-parts';
import { incidentsAddress, otherMonth } from '#lib/client/address/incidents-address';
import type { IncidentMonth } from '#lib/contract/status-page';
import { instantText } from '#lib/format/instants';
import { monthAndYear, monthSummary } from '#lib/format/sources/status-words';
import { IncidentEntry } from './incident-entry.tsx';
import { NoteEntry } from './notes-card.tsx';
import { sourceInText, sourceName } from '#lib/format/sources/source-names';
import { TextLink } from '#components/ui/buttons/text-link';

/** The incidents of a month, of one source or of all; every view has an address of its own. */
export function IncidentHistory({
  month,
  ignored,
  sources,
  now,
}: {
  readonly month: IncidentMonth;
  readonly ignored: readonly IgnoredPart[];
  readonly sources: readonly string[];
  readonly now: Date;
}) {
  const name = monthAndYear(month.month);
  return (
    <>
      <p className="mb-2 text-sm max-phone:mx-4 print:hidden">
        <TextLink href="/status">Status</TextLink>
      </p>
      <PageHead
        title={
          month.source === null
            ? `Incidents in ${name}`
            : `Incidents of ${sourceInText(month.source)} in ${name}`
        }
        action={<Months month={month} />}
      >
        An incident is a time in which a source was not operational. It is listed in every month that it
        touches. All times are UTC.
      </PageHead>
      <IgnoredNotice ignored={ignored} />
      <Filter month={month} sources={sources} />
      <Card title={monthSummary(month, now)}>
        {month.incidents.length === 0 ? (
          <None month={month} />
        ) : (
          <ul>
            {month.incidents.map((incident) => (
              <IncidentEntry key={incident.id} incident={incident} now={now.getTime()} />
            ))}
          </ul>
        )}
        {month.isCut && (
          <p className="border-t border-line px-6 py-4 text-text-soft max-phone:px-4">
            These are the newest 200. Choose a source to see its older ones.
          </p>
        )}
      </Card>
      {month.notes.length > 0 && (
        <div className="mt-6">
          <Card title="Notes and maintenance">
            <ul>
              {month.notes.map((note) => (
                <NoteEntry key={note.id} note={note} now={now.getTime()} />
              ))}
            </ul>
          </Card>
        </div>
      )}
    </>
  );
}

/** To the months before and after, as far as anything can be known of them. */
function Months({ month: { month, source, firstMonth, thisMonth } }: { readonly month: IncidentMonth }) {
  const earlier = otherMonth(month, -1);
  const later = otherMonth(month, 1);
  if (month <= firstMonth && month >= thisMonth) return null;
  const link = (to: string, text: string, rel?: 'prev' | 'next') => (
    <ButtonLink look="line" rel={rel} href={incidentsAddress({ month: to, source }, thisMonth)}>
      {text}
    </ButtonLink>
  );
  return (
    <nav aria-label="Months" className="flex flex-wrap gap-2 print:hidden">
      {month > firstMonth && link(earlier, `← ${monthAndYear(earlier)}`, 'prev')}
      {month < thisMonth && link(later, `${monthAndYear(later)} →`, 'next')}
      {later < thisMonth && link(thisMonth, monthAndYear(thisMonth))}
    </nav>
  );
}

function Filter({ month, sources }: { readonly month: IncidentMonth; readonly sources: readonly string[] }) {
  return (
    <nav aria-label="Sources" className="mb-4 flex flex-wrap gap-1 max-phone:mx-4 print:hidden">
      {[null, ...sources].map((source) => (
        <a
          key={source ?? ''}
          href={incidentsAddress({ month: month.month, source }, month.thisMonth)}
          aria-current={month.source === source ? 'true' : undefined}
          className={`inline-flex h-8 items-center rounded-control px-2.5 text-sm text-text-soft hover:bg-hover hover:text-text aria-[current]:bg-selected aria-[current]:font-medium aria-[current]:text-text aria-[current]:inset-ring aria-[current]:inset-ring-accent-line max-phone:h-10`}
        >
          {source === null ? 'All sources' : sourceName(source)}
        </a>
      ))}
    </nav>
  );
}

/** A month without incidents is said to be one; a month in which nobody watched is not. */
function None({ month: { month, source, watchedSince } }: { readonly month: IncidentMonth }) {
  const whose = source === null ? 'any source' : sourceInText(source);
  const isWatched = watchedSince !== null && month >= watchedSince.slice(0, 7);
  return (
    <p className="px-6 py-8 text-text-soft max-phone:px-4">
      {isWatched
        ? `No incident of ${whose} in ${monthAndYear(month)}.`
        : watchedSince === null
          ? 'No source has been checked yet, so nothing is known of this month.'
          : `Nothing is known about ${monthAndYear(month)}: the sources have been watched since ${instantText(new Date(watchedSince))}.`}
    </p>
  );
}
