import type { ReactNode } from 'react';
import { SourceNotesProvider } from '#components/frame/source-notes';
import { type NotedSource, sourceNotes } from '#lib/format/sources/source-notes';

/** A part of a page within what the frame of every page tells it of the sources. */
export function framed(sources: readonly NotedSource[], part: ReactNode) {
  return <SourceNotesProvider notes={sourceNotes(sources)}>{part}</SourceNotesProvider>;
}
