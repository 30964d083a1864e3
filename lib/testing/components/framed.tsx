import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SourceNotesProvider } from '#components/frame/source-notes';
import { type NotedSource, sourceNotes } from '#lib/format/sources/source-notes';

/** A part of a page within what the frame of every page gives it: what there is to know of the sources, and a client of queries. */
export function framed(sources: readonly NotedSource[], part: ReactNode) {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <SourceNotesProvider notes={sourceNotes(sources)}>{part}</SourceNotesProvider>
    </QueryClientProvider>
  );
}
