'use client';
import { useEffect, useRef, useState } from 'react';

/** A section counts as read from below the top bar, and the line of parts that a phone has under it, to a third of the window. */
const READING = '-120px 0px -66% 0px';

/** A part of the docs that the side list names. */
export interface DocsEntry {
  readonly id: string;
  readonly name: string;
}

/** The parts before the endpoints, and those behind them, in the order of the page. */
const START: readonly DocsEntry[] = [
  { id: 'start', name: 'Quick start' },
  { id: 'keys', name: 'API keys' },
  { id: 'errors', name: 'Errors' },
  { id: 'limits', name: 'Limits' },
];
const BACKGROUND: readonly DocsEntry[] = [
  { id: 'sources', name: 'Sources' },
  { id: 'age', name: 'Age of figures' },
  { id: 'elsewhere', name: 'Status elsewhere' },
  { id: 'silent', name: 'Details and edge cases' },
  { id: 'versions', name: 'Versions' },
];

/** The parts of the docs, the one that is read marked; a line that scrolls where there is no room for a list. */
export function DocsSide({ endpoints }: { readonly endpoints: readonly DocsEntry[] }) {
  const current = useCurrentSection(endpoints);
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const nav = list.current;
    const entry = nav?.querySelector<HTMLElement>('[aria-current]');
    if (!nav || !entry) return;
    // Only the list moves: scrollIntoView would move the page, too.
    nav.scrollTo({
      left: entry.offsetLeft - nav.clientWidth / 2 + entry.clientWidth / 2,
      top: entry.offsetTop - nav.clientHeight / 2,
    });
  }, [current]);
  return (
    <nav
      ref={list}
      aria-label="Docs"
      className="relative lg:sticky lg:top-18 lg:row-span-20 lg:max-h-[calc(100vh-7rem)] lg:self-start lg:overflow-y-auto lg:pl-2.5 lg:-ml-2.5 max-lg:sticky max-lg:top-14 max-lg:z-20 max-lg:-mx-6 max-lg:mb-5 max-lg:flex max-lg:gap-1 max-lg:overflow-x-auto max-lg:border-b max-lg:border-line max-lg:bg-canvas max-lg:px-6 max-lg:py-1.5 max-lg:[scrollbar-width:none] max-lg:more-beyond max-lg:[--more-edge:1.5rem] max-phone:[--more-edge:0.5rem] max-phone:top-12 max-phone:mx-0 max-phone:-mt-4 max-phone:px-2 print:hidden"
    >
      {Object.entries({ Start: START, Endpoints: endpoints, Background: BACKGROUND }).map(
        ([title, entries]) => (
          <div key={title} className="mb-5 max-lg:mb-0 max-lg:contents">
            <h2 className="mb-1.5 text-xs text-text-muted max-lg:sr-only">{title}</h2>
            {entries.map(({ id, name }) => (
              <a
                key={id}
                href={`#${id}`}
                aria-current={id === current ? 'location' : undefined}
                className="-ml-2.5 flex h-8 items-center rounded-control px-2.5 whitespace-nowrap text-text-soft hover:bg-hover hover:text-text aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-text max-lg:ml-0 max-lg:h-9 max-lg:flex-none max-phone:h-10"
              >
                {name}
              </a>
            ))}
          </div>
        ),
      )}
    </nav>
  );
}

/** The first section that stands in the reading part of the window; the one before when none does. */
function useCurrentSection(endpoints: readonly DocsEntry[]): string {
  const [current, setCurrent] = useState('start');
  useEffect(() => {
    const ids = [...START, ...endpoints, ...BACKGROUND].map(({ id }) => id);
    const inSight = new Set<string>();
    const watch = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) inSight.add(target.id);
          else inSight.delete(target.id);
        }
        const first = ids.find((id) => inSight.has(id));
        if (first !== undefined) setCurrent(first);
      },
      { rootMargin: READING },
    );
    for (const id of ids) {
      const section = document.getElementById(id);
      if (section) watch.observe(section);
    }
    return () => watch.disconnect();
  }, [endpoints]);
  return current;
}
