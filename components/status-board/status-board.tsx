'use client';
import type { PageClock } from '#components/ui/figures/ticking-time';
import { useNow } from '#lib/client/browser/now';
import type { BoardReport } from '#lib/contract/status-page';
import { SECOND_MS } from '#lib/domain/durations';
import { causeSince } from '#lib/format/sources/status-words';
import { boardTitle, failingFirst } from '#lib/format/sources/verdict-words';
import { BoardVerdict } from './board-verdict.tsx';
import { ProgressCard, RejectedFiguresCard } from './figures-cards.tsx';
import { FollowCard } from './follow-card.tsx';
import { IncidentsCard } from './incidents-card.tsx';
import { NotesCard } from './notes-card.tsx';
import { ServicesCard } from './services-card.tsx';
import { SourceRow } from './source-row.tsx';
import { type BoardState, useBoard } from './use-board.ts';
import { NoticeRow } from '#components/ui/notices/notice-row';
import { timeText } from '#lib/format/instants';

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
