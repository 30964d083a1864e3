import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { statusNow } from '#lib/client/asking/status-queries';
import { type CurrentTrouble, currentTrouble } from '#lib/format/sources/verdict-words';

/** How often an open page that somebody looks at asks whether something is wrong, and while something is. */
const CALM_MS = 60_000;
const TROUBLED_MS = 15_000;

/**
 * Tells what is wrong with the service after each answer; gives the way to stop. What was known stays while no answer comes: the
 * page itself says that the service is out of reach.
 */
export function watchTrouble(
  served: CurrentTrouble | null,
  show: (trouble: CurrentTrouble | null) => void,
): () => void {
  const observer = new QueryObserver(new QueryClient(), {
    queryKey: ['trouble'],
    queryFn: async () => currentTrouble(await statusNow()),
    initialData: served,
    staleTime: TROUBLED_MS,
    retry: false,
    refetchInterval: ({ state }) => (state.data === null ? CALM_MS : TROUBLED_MS),
  });
  return observer.subscribe(({ data = null }) => show(data));
}
