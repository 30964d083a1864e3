import { TextLink } from '#components/ui/buttons/text-link';
import { Card } from '#components/ui/card';
import type { PageClock } from '#components/ui/figures/ticking-time';
import { useNow } from '#lib/client/browser/now';
import type { BoardReport } from '#lib/contract/status-page';
import { dayText } from '#lib/format/instants';
import { monthAndYear } from '#lib/format/sources/status-words';
import { IncidentEntry } from './incident-entry.tsx';
import { SECOND_MS } from '#lib/domain/durations';

/** What goes on and what was last, with the way to all of it. */
export function IncidentsCard({ board, clock }: { readonly board: BoardReport; readonly clock: PageClock }) {
  const { incidents, watchedSince, readAt } = board;
  const now = useNow(SECOND_MS, clock.servedAtMs) + clock.offsetMs;
  return (
    <Card
      title="Incidents"
      action={
        <span className="text-sm *:thumb-room">
          <TextLink href="/status/history">
            All incidents{watchedSince !== null && ` since ${monthAndYear(watchedSince.slice(0, 7))}`}
          </TextLink>
        </span>
      }
    >
      {incidents.length === 0 ? (
        <p className="px-6 py-4 text-text-soft max-phone:px-4">
          {readAt === null
            ? 'The incidents cannot be read right now.'
            : watchedSince === null
              ? 'Nothing is known yet: no source has been checked.'
              : `No incident since watching began, on ${dayText(new Date(watchedSince))}.`}
        </p>
      ) : (
        <ul>
          {incidents.map((incident) => (
            <IncidentEntry key={incident.id} incident={incident} now={now} />
          ))}
        </ul>
      )}
    </Card>
  );
}
