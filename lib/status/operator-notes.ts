import type { BoardNote } from '#lib/contract/status-page';
import { noteChangeMs, noteStateAt, type StatusNote } from '#lib/domain/health/status-note';

/** A note as pages and feeds show it at an instant. */
export function boardNote(note: StatusNote, now: Date): BoardNote {
  const { planned, endedAtMs } = note;
  return {
    id: `note-${note.id}`,
    text: note.text,
    affects: note.affects,
    state: noteStateAt(note, now.getTime()),
    writtenAt: instant(note.writtenAtMs),
    planned: planned && { from: instant(planned.fromMs), until: instant(planned.untilMs) },
    endedAt: endedAtMs === null ? null : instant(endedAtMs),
    updatedAt: instant(noteChangeMs(note, now.getTime())),
  };
}

/** The notes that count at an instant: what is so now, the newest first, then planned maintenance, the next first. */
export function countingNotes(notes: readonly StatusNote[], now: Date): readonly BoardNote[] {
  const shown = notes.map((note) => boardNote(note, now));
  const planned = shown.filter(({ state }) => state === 'planned');
  return [
    ...shown.filter(({ state }) => state === 'now'),
    ...planned.toSorted((one, other) => noteBegin(one).localeCompare(noteBegin(other))),
  ];
}

/** Those of a UTC month, the last first, when it had begun: of one source or of all, and those of the whole service with each. */
export function notesOfMonth(
  notes: readonly StatusNote[],
  {
    beforeMs,
    source,
    now,
  }: { readonly beforeMs: number; readonly source: string | null; readonly now: Date },
): readonly BoardNote[] {
  return notes
    .map((note) => boardNote(note, now))
    .filter(
      (note) =>
        note.state !== 'planned' &&
        Date.parse(noteBegin(note)) < beforeMs &&
        (source === null || note.affects.length === 0 || note.affects.includes(source)),
    );
}

/** When a note begins to count: maintenance at its time, unless it was called off. */
export function noteBegin({ planned, writtenAt, endedAt }: BoardNote): string {
  return planned === null || (endedAt !== null && endedAt <= planned.from) ? writtenAt : planned.from;
}

function instant(atMs: number): string {
  return new Date(atMs).toISOString();
}
