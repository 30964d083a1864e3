'use client';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useState } from 'react';
import { SHAPE_INKS, StateShape } from '#components/ui/state-shape';
import type { CurrentTrouble } from '#lib/format/sources/verdict-words';

/** How often an open page that somebody looks at asks whether something is wrong, and while something is. */
const CALM_MS = 60_000;
const TROUBLED_MS = 15_000;

const Trouble = createContext<CurrentTrouble | null>(null);

/**
 * What is wrong with the service, for the bars of a page: one watch for all of them. What was known stays while no answer comes:
 * the page itself says that the service is out of reach. All of the page asks with the same client of queries.
 */
export function TroubleWatch({
  served,
  children,
}: {
  readonly served: CurrentTrouble | null;
  readonly children: ReactNode;
}) {
  const [queries] = useState(() => new QueryClient());
  const { data: trouble } = useQuery(
    {
      queryKey: ['trouble'],
      queryFn: askTrouble,
      initialData: served,
      staleTime: TROUBLED_MS,
      retry: false,
      refetchInterval: ({ state }) => (state.data === null ? CALM_MS : TROUBLED_MS),
    },
    queries,
  );
  return (
    <QueryClientProvider client={queries}>
      <Trouble value={trouble}>{children}</Trouble>
    </QueryClientProvider>
  );
}

/** The code of it comes with the first question: a page begins with what the server knew. */
async function askTrouble(): Promise<CurrentTrouble | null> {
  const { statusNow } = await import('#lib/client/asking/status-queries');
  const { currentTrouble } = await import('#lib/format/sources/verdict-words');
  return currentTrouble(await statusNow());
}

/** What is wrong with the service, by name, on every page: the way to the status page. Nothing while all is well. */
export function TroubleLink() {
  const trouble = use(Trouble);
  if (trouble === null) return null;
  return (
    <a
      href="/status"
      className={`flex min-w-0 items-center gap-1.5 px-1 text-xs font-medium hover:underline max-phone:min-h-10 ${SHAPE_INKS[trouble.state]}`}
    >
      <StateShape shape={trouble.state} className="size-3" />
      <span className="max-phone:line-clamp-3 max-phone:text-[0.6875rem] max-phone:leading-[0.8125rem] phone:truncate">
        {trouble.name} {trouble.words}
      </span>
    </a>
  );
}

/** The mark of what is wrong at the entry of the status page; {@link TroubleLink} says it in words. */
export function TroubleMark({ className }: { readonly className: string }) {
  const trouble = use(Trouble);
  if (trouble === null) return null;
  return (
    <span
      aria-hidden="true"
      data-trouble-mark={trouble.state}
      className={`${SHAPE_INKS[trouble.state]} ${className}`}
    >
      <StateShape shape={trouble.state} className="size-2.5" />
    </span>
  );
}
