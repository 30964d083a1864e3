import { Card } from '#components/ui/card';
import type { PageClock } from '#components/ui/figures/ticking-time';
import { useNow } from '#lib/client/browser/now';
import type { BoardNote } from '#lib/contract/status-page';
import { MINUTE_MS } from '#lib/domain/durations';
import { NoteEntry } from './note-entry.tsx';

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
