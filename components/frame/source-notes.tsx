'use client';
import { createContext, type ReactNode, use } from 'react';
import type { SourceNotes } from '#lib/format/sources/source-notes';

const Notes = createContext<SourceNotes>(new Map());

/** Tells everything inside of it what there is to know of the sources that are enabled here. */
export function SourceNotesProvider({
  notes,
  children,
}: {
  readonly notes: SourceNotes;
  readonly children: ReactNode;
}) {
  return <Notes value={notes}>{children}</Notes>;
}

/** What there is to know of the sources that are enabled here. */
export function useSourceNotes(): SourceNotes {
  return use(Notes);
}
