'use client';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { StateShape } from '#components/ui/state-shape';
import { whenIdle } from '#lib/client/browser/when-idle';
import type { CurrentTrouble } from '#lib/format/sources/verdict-words';

const Trouble = createContext<CurrentTrouble | null>(null);

/** What is wrong with the service, for the bars of a page: one watch for all of them. */
export function TroubleWatch({
  served,
  children,
}: {
  readonly served: CurrentTrouble | null;
  readonly children: ReactNode;
}) {
  const [trouble, setTrouble] = useState(served);
  useEffect(() => {
    let stop = () => {};
    let isOver = false;
    const callOff = whenIdle(() => {
      // Without it the page goes on with what it came with.
      import('./watch-trouble.ts').then(
        ({ watchTrouble }) => {
          if (!isOver) stop = watchTrouble(served, setTrouble);
        },
        () => undefined,
      );
    });
    return () => {
      isOver = true;
      callOff();
      stop();
    };
  }, [served]);
  return <Trouble value={trouble}>{children}</Trouble>;
}

/** What is wrong with the service, by name, on every page: the way to the status page. Nothing while all is well. */
export function TroubleLink() {
  const trouble = useContext(Trouble);
  if (trouble === null) return null;
  return (
    <a
      href="/status"
      className={`flex min-w-0 items-center gap-1.5 px-1 text-xs font-medium hover:underline max-phone:min-h-10 ${INKS[trouble.state]}`}
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
  const trouble = useContext(Trouble);
  if (trouble === null) return null;
  return (
    <span
      aria-hidden="true"
      data-trouble-mark={trouble.state}
      className={`${INKS[trouble.state]} ${className}`}
    >
      <StateShape shape={trouble.state} className="size-2.5" />
    </span>
  );
}

const INKS = { degraded: 'text-degraded', outage: 'text-outage' } as const;
