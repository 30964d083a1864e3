/** Parts of the service that a note may be about, besides its sources. */
export const NOTED_PARTS = ['api', 'database', 'ingest', 'pages'] as const;

/** Characters of a note: a few sentences, which a feed reader shows whole. */
export const NOTE_LENGTH_MAX = 500;

/** What the operator says on the status page: a note, or planned maintenance. Instants in epoch milliseconds of the service's clock. */
export interface StatusNote {
  readonly id: number;
  readonly text: string;
  /** Sources and {@link NOTED_PARTS}; none is the service as a whole. */
  readonly affects: readonly string[];
  readonly writtenAtMs: number;
  /** When maintenance is planned; null for a note, which counts until it is ended. */
  readonly planned: { readonly fromMs: number; readonly untilMs: number } | null;
  /** When the operator ended it, or called it off; null where that did not happen. */
  readonly endedAtMs: number | null;
}

/** Whether a note counts: ahead, now, or no more. */
export type NoteState = 'planned' | 'now' | 'over';

/** Where a note stands at an instant. Maintenance is over at the end of its time, or when it is ended before. */
export function noteStateAt(note: StatusNote, atMs: number): NoteState {
  const endMs = noteEndMs(note);
  if (endMs !== null && atMs >= endMs) return 'over';
  return note.planned !== null && atMs < note.planned.fromMs ? 'planned' : 'now';
}

/** When a note ceases to count, which may be ahead; null where only its operator knows. */
export function noteEndMs({ planned, endedAtMs }: StatusNote): number | null {
  if (planned === null) return endedAtMs;
  return endedAtMs === null ? planned.untilMs : Math.min(planned.untilMs, endedAtMs);
}

/** When a note's state last changed by an instant. */
export function noteChangeMs(note: StatusNote, atMs: number): number {
  const state = noteStateAt(note, atMs);
  if (state === 'over') return noteEndMs(note) ?? note.writtenAtMs;
  return state === 'now' && note.planned !== null
    ? Math.max(note.planned.fromMs, note.writtenAtMs)
    : note.writtenAtMs;
}

/** What of a note its title tells; instants are ISO 8601 UTC. */
export interface TitledNote {
  readonly state: NoteState;
  readonly planned: { readonly from: string } | null;
  readonly endedAt: string | null;
}

/** What a note is in a few words: `Planned maintenance`. */
export function noteTitle({ state, planned, endedAt }: TitledNote): string {
  if (planned === null) return state === 'over' ? 'Former note from the operator' : 'Note from the operator';
  return endedAt !== null && endedAt <= planned.from ? 'Maintenance called off' : TITLES[state];
}

const TITLES: Readonly<Record<NoteState, string>> = {
  planned: 'Planned maintenance',
  now: 'Maintenance under way',
  over: 'Maintenance is over',
};
