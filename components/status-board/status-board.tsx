'use client';
import { Age, type PageClock } from '#components/ui/figures/ticking-time';
import { useNow } from '#lib/client/browser/now';
import type { BoardReport } from '#lib/contract/status-page';
import { SECOND_MS } from '#lib/domain/durations';
import { causeSince, latencyText, monthAndYear } from '#lib/format/sources/status-words';
import { boardTitle, failingFirst } from '#lib/format/sources/verdict-words';
import { NoticeRow } from '#components/ui/notices/notice-row';
import { dayText, timeText } from '#lib/format/instants';
import { TextLink } from '#components/ui/buttons/text-link';
import { Card } from '#components/ui/card';
import { BoardVerdict } from './board-verdict.tsx';
import { ProgressCard, RejectedFiguresCard } from './figures-cards.tsx';
import { FollowCard } from './follow-card.tsx';
import { NotesCard } from './notes-card.tsx';
import { SourceRow } from './source-row.tsx';
import { type BoardState, useBoard } from './use-board.ts';
import { IncidentEntry } from './incident-entry.tsx';
import { StateMark, StateWord } from './state-word.tsx';

/** What the server puts into the page. */
interface ServedStatus {
  readonly board: BoardReport;
  readonly clock: PageClock;
  /** By which people reach this server, for addresses that are copied. */
  readonly origin: string;
}

/** How every source and every part of the service is doing; from here on the browser asks for newer reports by itself. */
export function StatusBoard({ board: servedBoard, clock, origin }: ServedStatus) {
  const state = useBoard({ board: servedBoard, servedAtMs: clock.servedAtMs });
  const { board, isStale } = state;
  return (
    <>
      <BoardTitle state={state} />
      <BoardVerdict state={state} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <ReadNotice board={board} />
        <NotesCard notes={board.notes} clock={clock} />
        <section
          aria-label="Sources"
          className="rounded-card border border-line bg-surface max-phone:rounded-none max-phone:border-x-0"
        >
          <h2 className="sr-only">Sources</h2>
          <ul>
            {failingFirst(board.sources).map((source) => (
              <SourceRow
                key={source.id}
                source={source}
                firstDay={board.readAt === null ? null : board.firstDay}
                since={causeSince(source, board.incidents)}
                isStale={isStale}
                clock={clock}
              />
            ))}
          </ul>
        </section>
        <ServicesCard board={board} isStale={isStale} clock={clock} />
        <IncidentsCard board={board} clock={clock} />
        <RejectedFiguresCard sources={board.sources} />
        <ProgressCard rows={board.progress} />
        <FollowCard overall={board.overall} sources={board.sources} origin={origin} />
      </div>
    </>
  );
}

/** The title of the newest report, for whoever looks at another tab meanwhile. */
function BoardTitle({ state: { board, isStale, receivedAtMs } }: { readonly state: BoardState }) {
  const now = useNow(SECOND_MS, receivedAtMs);
  return <title>{boardTitle(board.sources, isStale ? now - receivedAtMs : null)}</title>;
}

/** Days and incidents may be this much older than the states before it is said: they are read every ten seconds. */
const BEHIND_MS_MAX = 30_000;

/** Says that days and incidents are older than the states, or missing, because the database does not answer. */
function ReadNotice({ board: { madeAt, readAt } }: { readonly board: BoardReport }) {
  if (readAt !== null && Date.parse(madeAt) - Date.parse(readAt) <= BEHIND_MS_MAX) return null;
  const title =
    readAt === null
      ? 'Days and incidents cannot be read right now.'
      : `Days and incidents are those of ${timeText(new Date(readAt))}.`;
  return (
    <NoticeRow tone="degraded" title={title}>
      The database does not answer. The states are current.
    </NoticeRow>
  );
}

/** What goes on and what was last, with the way to all of it. */
function IncidentsCard({ board, clock }: { readonly board: BoardReport; readonly clock: PageClock }) {
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

/** The parts of the service itself, side by side: how quick each is; of ingest, which answers nobody, when it last checked a source. */
function ServicesCard({
  board: { services, sources },
  isStale,
  clock,
}: {
  readonly board: Pick<BoardReport, 'services' | 'sources'>;
  readonly isStale: boolean;
  readonly clock: PageClock;
}) {
  const checkedAt = sources
    .flatMap((source) => source.checkedAt ?? [])
    .toSorted()
    .at(-1);
  return (
    <Card>
      <h2 className="sr-only">Parts of the service</h2>
      <ul aria-label="Parts of the service" className="grid grid-cols-4 max-lg:grid-cols-1">
        {services.map(({ service, status, latencyMs }) => (
          <li
            key={service}
            className="flex items-center gap-2.5 border-l border-line px-6 py-3.5 first:border-l-0 max-lg:border-t max-lg:border-l-0 max-lg:py-3 max-lg:first:border-t-0 max-phone:px-4"
          >
            <StateMark status={status} isStale={isStale} />
            <span className="font-mono font-medium">{service}</span>
            <StateWord status={status} isStale={isStale} />
            <span className="ml-auto text-sm whitespace-nowrap text-text-soft">
              {service !== 'ingest' ? (
                <>
                  <span className="sr-only">Latency </span>
                  {latencyText(latencyMs)}
                </>
              ) : checkedAt === undefined ? (
                'no check yet'
              ) : (
                <>
                  checked <Age instant={checkedAt} clock={clock} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
