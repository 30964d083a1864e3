'use client';
import { Card } from '#components/ui/card';
import type { PageClock } from '#components/ui/figures/ticking-time';
import { StateShape } from '#components/ui/state-shape';
import { useInBrowser } from '#lib/client/browser/hydration';
import { useNow } from '#lib/client/browser/now';
import type { BoardNote } from '#lib/contract/status-page';
import { MINUTE_MS } from '#lib/domain/durations';
import { noteTitle } from '#lib/domain/health/status-note';
import { noteSubject, noteTime, noteWhen, ownTime } from '#lib/format/sources/note-words';

/** What the operator says now, and the maintenance that is planned; nothing while there is none. */
export function NotesCard({
  notes,
  clock,
}: {
  readonly notes: readonly BoardNote[];
  readonly clock: PageClock;
}) {
  const now = useNow(MINUTE_MS, clock.servedAtMs) + clock.offsetMs;
  if (notes.length === 0) return null;
  return (
    <Card title="Notes and maintenance">
      <ul>
        {notes.map((note) => (
          <NoteEntry key={note.id} note={note} now={now} />
        ))}
      </ul>
    </Card>
  );
}

/** What the operator says: when, what it is, what it is about, and the text. */
export function NoteEntry({
  note,
  now,
}: {
  readonly note: BoardNote;
  /** In epoch milliseconds, by the service's clock. */
  readonly now: number;
}) {
  const { id, text, planned, writtenAt } = note;
  const own = useInBrowser(() => ownTime(note, (instant) => instant.getTimezoneOffset()), null);
  const when = noteWhen(note, new Date(now));
  return (
    <li
      id={id}
      className="grid scroll-mt-20 grid-cols-[14rem_minmax(0,1fr)] gap-x-6 gap-y-1 border-b border-line px-6 py-4 target:bg-selected last:border-b-0 max-phone:grid-cols-1 max-phone:px-4 max-phone:py-3.5 print:break-inside-avoid"
    >
      <div className="text-sm text-text-soft">
        <p>
          <time dateTime={planned?.from ?? writtenAt}>{noteTime(note)}</time>
        </p>
        {own !== null && <p>{own}</p>}
        {when !== null && <p className="text-text-muted">{when}</p>}
      </div>
      <article aria-labelledby={`${id}-title`}>
        <h3 id={`${id}-title`} className="flex items-center gap-2 font-semibold">
          <span className="text-accent">
            <StateShape shape={planned === null ? 'info' : 'stale'} />
          </span>
          {noteTitle(note)}
        </h3>
        <p className="max-w-[76ch] text-pretty wrap-anywhere">{text}</p>
        <p className="text-sm text-text-soft">About: {noteSubject(note)}</p>
      </article>
    </li>
  );
}
